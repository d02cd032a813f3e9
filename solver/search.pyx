"""The null-window search: does the side to move get at least so many of the remaining points?

Everything a node depends on is passed down: the unplayed cards, the table, the piles of the side to move
and of the other, who captured last (1: the side to move, 0: the other, 2: nobody). The answer is a proof
(see proof.pxd) for one side or the other. Sides take turns, so a child's question is its parent's turned
round: I get at least t if some move with gain g leaves the opponent short of 1 - (t - g).

In a node that fails every move has its refutation; the proof needs all of them, `both` at a time. In a node
that succeeds one move is enough, and what that move captured is no longer required of the past.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.stdlib cimport abs

from scopone.solver.bounds cimport judge, least_worth, require, worth_t
from scopone.solver.cards cimport LANE, bit, count, ctz, lane, likely, mask_t, of_ranks, rank_of, ranks_of, unlikely
from scopone.solver.moves cimport is_plain, list_captures, tabulated, takes_all_anyway
from scopone.solver.order cimport *
from scopone.solver.plan cimport plan_t
from scopone.solver.proof cimport ABORT, SUCCESS, USES_PRIMIERA, USES_SUIT, before_capture, both, primiera_fields, proof_t, tally
from scopone.solver.rules cimport SWEEP_OFF, rules_t
from scopone.solver.table cimport found_t, keys_t, make_keys, table_probe, table_store

cdef extern from *:
    """
    #include <time.h>
    static inline double scopone_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
    """
    double scopone_now() noexcept nogil

cdef double now() noexcept nogil:
    """Seconds of the monotonic clock."""
    return scopone_now()


cdef enum:
    BOUNDS_MOST = 16         # no bounds from the categories with more cards left
    POLL_EVERY = 8192

cdef double ATTEND_EVERY = 0.1   # seconds between looks at signals and calls of the progress function


cdef bint _stopped(search_t* S) noexcept nogil:
    cdef double time
    S.poll_at = S.nodes + POLL_EVERY
    if S.stop[0] or S.nodes >= S.node_limit:
        return True
    time = now()
    if S.deadline > 0 and time >= S.deadline:
        S.stop[0] = 1
        return True
    if S.attend != NULL and time >= S.attend_at:
        S.attend_at = time + ATTEND_EVERY
        if S.attend(S.owner):
            S.stop[0] = 1
            return True
    return False


cdef int marked_points(const plan_t* plan, mask_t cards) noexcept nogil:
    cdef int points = 0
    cards &= plan.marked
    while cards:
        points += plan.points_of[ctz(cards)]
        cards &= cards - 1
    return points


cdef inline int gain_of(search_t* S, int left, mask_t card, mask_t taken, bint sweeps) noexcept nogil:
    """Points that a capture brings at once."""
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef int points = 0
    if sweeps and (left > 1 or rules.last_card_scopa):
        if card & of_ranks(1) and rules.ace_sweep != SWEEP_OFF and not rules.ace_sweep_scopa and not (
            takes_all_anyway(rules, taken)
        ):
            pass
        elif unlikely(card & rules.scopa_cards != 0):
            points = rules.scopa_card_points[ctz(card)]
            if rules.scopa_card_replaces:
                return points + marked_points(plan, taken)
            points += rules.scopa_points
        else:
            points = rules.scopa_points
    if (card | taken) & plan.marked:
        points += marked_points(plan, card | taken)
    if unlikely(rules.picada_points != 0) and S.laid[left] >= 0 and taken == bit(S.laid[left]) and (
        card & of_ranks(<unsigned int>1 << rank_of(S.laid[left]))
    ):
        points += rules.picada_points
    return points


cdef int list_candidates(
    search_t* S, int left, mask_t unplayed, mask_t table, candidate_t** out
) noexcept nogil:
    """Writes the moves of a node to the arena, the most promising first; their number, -1 if there is no room.

    Of cards of equal rank only the first is followed by its twins; equal captures are all listed.
    """
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef candidate_t* moves = S.arena
    cdef candidate_t* m
    cdef candidate_t swap
    cdef mask_t sets[64]
    cdef mask_t hand = plan.holder[left] & unplayed
    cdef mask_t next_hand = plan.holder[left - 1] & unplayed
    cdef mask_t same, card, taken, after
    cdef uint32_t ranks = ranks_of(table)
    cdef const uint16_t* found
    cdef bint plain = is_plain(table, ranks)
    cdef int room = <int>(S.end - S.arena)
    cdef int rank, n, i, j, k = 0, total, score
    while hand:
        rank = rank_of(ctz(hand))
        same = hand & of_ranks(<unsigned int>1 << rank)
        hand &= ~same
        if plain:
            found = tabulated(rules, rank, ranks)
            n = found[0]
            if n > 64:
                S.overflow = True
                return -1
            for i in range(n):
                sets[i] = of_ranks(found[1 + i]) & table
        else:
            n = list_captures(rules, rank, table, sets, 64)
            if n > 64:
                S.overflow = True
                return -1
        if k + 4 * (n + 1) > room:
            S.overflow = True
            return -1
        while same:
            card = same & (~same + 1)
            same ^= card
            for i in range(n):
                taken = sets[i]
                m = &moves[k]
                k += 1
                m.card = card
                m.taken = taken
                m.takes = 1
                after = table ^ taken
                m.gain = gain_of(S, left, card, taken, taken != 0 and after == 0)
                m.score = W_GAIN * m.gain + W_CARD * count(taken) + W_SUIT * count((taken | card) & plan.suit.of) + (
                    W_SEVEN * count((taken | card) & of_ranks(1 << 6)))
                m.score -= _exposure(plan, left, after, next_hand)
            if n == 0 or not rules.compulsory and table:   # (an ace that takes itself cannot be laid)
                m = &moves[k]
                k += 1
                m.card = card
                m.taken = 0
                m.takes = 0
                m.gain = 0
                m.score = -_exposure(plan, left, table | card, next_hand)
                if card & plan.suit.of:
                    m.score -= W_LAID_SUIT
                if rank == 6:
                    m.score -= W_LAID_SEVEN
    for i in range(1, k):
        swap = moves[i]
        j = i
        while j and moves[j - 1].score < swap.score:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = swap
    out[0] = moves
    S.arena += k
    return k


cdef inline int _exposure(const plan_t* plan, int left, mask_t table, mask_t next_hand) noexcept nogil:
    """How much it hurts that the next player can sweep what is left on the table."""
    cdef int total = 0
    cdef int value
    if table == 0 or left <= 2:
        return 0
    while table and total < 16:
        value = rank_of(ctz(table)) + 1
        total += value
        table &= table - 1
    if table:
        return 0
    if plan.rules.fifteen:
        total = 15 - total
    if 0 < total <= plan.rules.ranks and next_hand & of_ranks(<unsigned int>1 << (total - 1)):
        return W_EXPOSED
    return 0


cdef inline bint _static(
    search_t* S, int left, mask_t rest, mask_t own, mask_t opp, int target, proof_t* proof
) noexcept nogil:
    """Is the question decided by what each category can still bring, and by the scope still possible?"""
    cdef const plan_t* plan = S.plan
    cdef worth_t w
    cdef int mine, theirs, open_points, sure
    # a side can make a scopa with each card that it still plays, but for the last of the deal
    mine = (left + 1) >> 1
    theirs = left >> 1
    if not plan.rules.last_card_scopa:
        if left & 1:
            mine -= 1
        else:
            theirs -= 1
    open_points = marked_open(plan, rest)
    w = least_worth(plan, own, opp, rest)
    sure = w.cards + w.suit + w.primiera - open_points - theirs * plan.rules.scopa_points
    if sure >= target:
        proof[0] = SUCCESS | require(plan, own, opp, own, opp, w, sure - target)
        return True
    w = least_worth(plan, opp, own, rest)
    sure = w.cards + w.suit + w.primiera - open_points - mine * plan.rules.scopa_points
    if sure >= 1 - target:
        proof[0] = require(plan, opp, own, opp, own, w, sure - (1 - target))
        return True
    return False


cdef int marked_open(const plan_t* plan, mask_t rest) noexcept nogil:
    cdef int points = 0
    rest &= plan.marked
    while rest:
        points += abs(plan.points_of[ctz(rest)])
        rest &= rest - 1
    return points


cdef proof_t search(
    search_t* S, int left, mask_t unplayed, mask_t table, mask_t own, mask_t opp, int last, int target
) noexcept nogil:
    """Does the side to move get at least `target` of the remaining points? Returns a proof, or ABORT."""
    cdef const plan_t* plan = S.plan
    cdef candidate_t* moves
    cdef candidate_t* arena = S.arena
    cdef candidate_t* m
    cdef candidate_t first
    cdef keys_t keys
    cdef found_t found
    cdef proof_t proof, all_fail = 0
    cdef mask_t taken, hand, card
    cdef uint64_t before = S.nodes
    cdef int i, j, n, best, position
    cdef bint use_table = left >= S.probe_least
    S.nodes += 1
    if left <= plan.straight:
        if left == 0:
            return finish(S, table, own, opp, last, target)
        return tail(S, left, unplayed, table, own, opp, last, target)
    if left <= BOUNDS_MOST and plan.bounded and S.switches & USE_BOUNDS:
        if _static(S, left, unplayed | table, own, opp, target, &proof):
            return proof
    if use_table:
        if S.nodes >= S.poll_at and _stopped(S):
            return ABORT
        make_keys(S.table, plan, unplayed, table, extra_key(S, left, own, opp), &keys)
        found = table_probe(S.table, plan, &keys, own, opp, last, target)
        if found.hit:
            return found.proof
    n = list_candidates(S, left, unplayed, table, &moves)
    if n < 0:
        S.stop[0] = 1
        S.arena = arena
        return ABORT
    hand = plan.holder[left] & unplayed
    if use_table and found.best >= 0:
        card = hand
        for i in range(found.best):
            card &= card - 1
        card &= ~card + 1
        for i in range(n):
            if moves[i].card == card:
                first = moves[i]
                j = i
                while j:
                    moves[j] = moves[j - 1]
                    j -= 1
                moves[0] = first
                break
    best = 0
    for i in range(n):
        m = &moves[i]
        if i and S.switches & USE_TWINS and _refuted_twin(plan, moves, i, all_fail):
            continue
        proof = play_and_search(S, left, unplayed, table, own, opp, last, target, m)
        if unlikely(proof & ABORT != 0):
            S.arena = arena
            return ABORT
        if proof & SUCCESS:
            all_fail = both(all_fail, proof & ~SUCCESS)
            continue
        # the opponent falls short: this move is enough
        all_fail = SUCCESS | (before_capture(plan, proof, m.card | m.taken) if m.takes else proof)
        best = count(hand & (m.card - 1))
        break
    S.arena = arena
    if use_table:
        if not S.switches & USE_RELEVANCE:
            all_fail = _for_this_only(plan, all_fail, own, opp)
        table_store(S.table, &keys, all_fail, last, target, best, S.nodes - before)
    return all_fail


cdef proof_t _for_this_only(const plan_t* plan, proof_t proof, mask_t own, mask_t opp) noexcept nogil:
    """The proof with this very board and past as its requirement."""
    if not proof & SUCCESS:
        own, opp = opp, own
    return (proof & SUCCESS) | USES_PRIMIERA | USES_SUIT | tally(plan, own) | primiera_fields(plan, own, opp)


cdef inline bint _refuted_twin(const plan_t* plan, const candidate_t* moves, int i, proof_t all_fail) noexcept nogil:
    """Differs from a move already refuted only in the suit of the card, and no refutation looked at suits."""
    cdef mask_t apart = plan.marked | plan.special | plan.rules.scopa_cards
    cdef mask_t card = moves[i].card
    cdef mask_t twins
    cdef int j
    if all_fail & USES_PRIMIERA or card & apart:
        return False
    if all_fail & USES_SUIT:
        apart |= plan.suit.of if not card & plan.suit.of else ~plan.suit.of
    twins = of_ranks(<unsigned int>1 << rank_of(ctz(card))) & ~apart
    for j in range(i):
        if moves[j].card & twins and moves[j].taken == moves[i].taken and moves[j].takes == moves[i].takes:
            return True
    return False


cdef proof_t play_and_search(
    search_t* S, int left, mask_t unplayed, mask_t table, mask_t own, mask_t opp, int last, int target,
    const candidate_t* m
) noexcept nogil:
    """The child's answer to the turned question after a move."""
    cdef proof_t proof
    cdef int side = S.plan.side[left]
    cdef bint swept = False
    if unlikely(S.plan.odd):
        S.laid[left - 1] = -1 if m.takes else ctz(m.card)
        if S.plan.rules.scuderia and m.takes and m.taken and table == m.taken and left > 1:
            swept = True
            S.scope[side] += 1
    if m.takes:
        proof = search(S, left - 1, unplayed ^ m.card, table ^ m.taken, opp, own | m.card | m.taken, 0,
            1 - target + m.gain)
    else:
        proof = search(S, left - 1, unplayed ^ m.card, table | m.card, opp, own, last if last == 2 else 1 - last,
            1 - target)
    if swept:
        S.scope[side] -= 1
    return proof


cdef inline uint64_t extra_key(search_t* S, int left, mask_t own, mask_t opp) noexcept nogil:
    """What else the value depends on, mixed into one word; 0 for games where it is nothing."""
    cdef uint64_t x = 0
    cdef mask_t special = S.plan.special
    if special:
        x = (own & special) * <uint64_t>0x9E3779B97F4A7C15
        x = (x ^ x >> 32) * <uint64_t>0xD6E8FEB86659FD93
        x ^= ((opp & special) ^ x >> 29) * <uint64_t>0xBF58476D1CE4E5B9
    if S.plan.odd:
        x = (x ^ x >> 31) * <uint64_t>0x94D049BB133111EB + <uint64_t>(S.laid[left] + 1)
        x = (x ^ x >> 30) * <uint64_t>0xBF58476D1CE4E5B9 + <uint64_t>(S.scope[0] * 64 + S.scope[1])
    return x


cdef proof_t finish(search_t* S, mask_t table, mask_t own, mask_t opp, int last, int target) noexcept nogil:
    """No card is left: the leftovers go to the last capturer. `own` is the side that would be next."""
    cdef mask_t mine = own, theirs = opp
    cdef int gain = marked_points(S.plan, table)
    cdef int scope
    if last == 1:
        mine |= table
        target -= gain
    elif last == 0:
        theirs |= table
        target += gain
    if unlikely(S.plan.rules.scuderia != 0):
        scope = _doubled(S, mine, S.plan.side[1] ^ 1) - _doubled(S, theirs, S.plan.side[1])
        target -= scope
    return judge(S.plan, own, opp, mine, theirs, target)


cdef inline int _doubled(search_t* S, mask_t pile, int side) noexcept nogil:
    cdef mask_t four = S.plan.rules.scuderia
    return S.scope[side] * S.plan.rules.scopa_points if pile & four == four else 0


cdef proof_t tail(
    search_t* S, int left, mask_t unplayed, mask_t table, mask_t own, mask_t opp, int last, int target
) noexcept nogil:
    """The last round: every hand is one card, so only a choice between captures branches.

    Straight on as long as there is no choice; `own` and `opp` stay those of the side to move at the entry.
    """
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef mask_t mine = own, theirs = opp, card, taken
    cdef mask_t sets[64]
    cdef const uint16_t* found
    cdef uint32_t ranks
    cdef int n, i, rank, gain
    cdef bint me = True              # the side to move is that of the entry
    cdef int final = last
    cdef proof_t proof, result
    while True:
        card = plan.holder[left] & unplayed
        rank = rank_of(ctz(card))
        ranks = ranks_of(table)
        if likely(is_plain(table, ranks)):
            found = tabulated(rules, rank, ranks)
            n = found[0]
            if n:
                taken = of_ranks(found[1]) & table
        else:
            n = list_captures(rules, ctz(card), table, sets, 64)
            if n > 64:
                S.overflow = True
                S.stop[0] = 1
                return ABORT
            taken = sets[0]
            found = NULL
        if left == 1:
            # the rest of the table goes to the last capturer, whatever this card takes of it
            if n:
                final = 1 if me else 0
            if final == 2:
                return judge(plan, own, opp, mine, theirs, target)
            gain = marked_points(plan, table | card)
            if final == 1:
                return judge(plan, own, opp, mine | table | card, theirs, target - gain)
            return judge(plan, own, opp, mine, theirs | table | card, target + gain)
        if n > 1:
            break
        unplayed ^= card
        left -= 1
        if n == 0:
            table |= card
        else:
            table ^= taken
            gain = gain_of(S, left + 1, card, taken, taken != 0 and table == 0)
            if me:
                mine |= card | taken
                target -= gain
                final = 1
            else:
                theirs |= card | taken
                target += gain
                final = 0
        me = not me
    # a choice: search each capture from here, in the view of the side to move
    if not me:
        mine, theirs = theirs, mine
        target = 1 - target
    result = 0
    for i in range(n):
        taken = of_ranks(found[1 + i]) & table if found != NULL else sets[i]
        gain = gain_of(S, left, card, taken, table == taken)
        S.nodes += 1
        proof = tail(S, left - 1, unplayed ^ card, table ^ taken, theirs, mine | card | taken, 0, 1 - target + gain)
        if proof & ABORT:
            return ABORT
        if not proof & SUCCESS:
            result = SUCCESS | before_capture(plan, proof, card | taken)
            break
        result = both(result, proof & ~SUCCESS)
    # back to the entry: what the winner captured since is not required of the past
    if not me:
        result ^= SUCCESS
        mine, theirs = theirs, mine
    if result & SUCCESS:
        return before_capture(plan, result, mine & ~own) if mine != own else result
    return before_capture(plan, result, theirs & ~opp) if theirs != opp else result
