"""The null-window search: does the side to move get at least so many of the remaining points?

A node is a frame: the unplayed cards, the table, the two piles and who captured last, in the view of the side
to move. The answer is a proof (see proof.pxd) for one side or the other. Sides take turns, so a child's question
is its parent's turned round: I get at least t if some move with gain g leaves the opponent short of 1 - (t - g).

In a node that fails every move has its refutation; the proof needs all of them, `both` at a time. In a node
that succeeds one move is enough, and what that move captured is no longer required of the past.
"""

from libc.stdint cimport uint64_t

from scopone.solver.bounds cimport of_tally, primiera_rating, require, sure_primiera, worth_t
from scopone.solver.cards cimport count, ctz, mask_t, of_ranks, rank_of, unlikely
from scopone.solver.endings cimport finish, tail
from scopone.solver.gain cimport marked_open
from scopone.solver.order cimport list_candidates, look_ahead, step
from scopone.solver.plan cimport RANKS_ONLY, live_cards, plan_t, tally_t
from scopone.solver.proof cimport (
    ABORT, NEEDS_LAST, SUCCESS, USES_PRIMIERA, USES_SUIT, before_capture, both, primiera_fields, proof_t, tally,
)
from scopone.solver.scopes cimport ranks_t, scope_at_least
from scopone.solver.special cimport enter_odd, extra_key, special_least
from scopone.solver.table cimport found_t, frame_t, keys_t, make_keys, next_keys, ranks_key, table_probe, table_store, table_t

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
    uint64_t load "__atomic_load_n"(const uint64_t* p, int order) noexcept nogil
    void store "__atomic_store_n"(uint64_t* p, uint64_t v, int order) noexcept nogil
    int load_int "__atomic_load_n"(const int* p, int order) noexcept nogil
    void store_int "__atomic_store_n"(int* p, int v, int order) noexcept nogil
    int RELAXED "__ATOMIC_RELAXED"

cdef enum:
    BOUNDS_LEAST = 7         # no bounds with fewer cards left: to search the node is cheaper
    SCOPES_LEAST = 7         # the game for scope alone is not asked with fewer cards left, where the node is cheaper,
    SCOPES_MOST = 16         # nor with more, where it takes long and has nothing to say
    AHEAD_LEAST = 16         # moves are ordered by looking a move ahead, or three, with so many cards left
    AHEAD_FAR = 22           # three takes as long as some hundred nodes: only where nodes have taken more so far
    LONG = 2000
    CUTOFFS_LEAST = 14       # enhanced transposition cutoffs: the table is asked about every move first
    CLAIM_LEAST = 14         # threads keep out of each other's subtrees down to so many cards left
    POLL_EVERY = 1024

cdef double ATTEND_EVERY = 0.1   # seconds between looks at signals and calls of the progress function


cdef double now() noexcept nogil:
    """Seconds of the monotonic clock."""
    return scopone_now()


cdef int load_flag(const int* flag) noexcept nogil:
    """A flag that other threads set."""
    return load_int(flag, RELAXED)


cdef uint64_t load_count(const uint64_t* count) noexcept nogil:
    """A count that another thread publishes."""
    return load(count, RELAXED)


cdef void store_flag(int* flag, int value) noexcept nogil:
    store_int(flag, value, RELAXED)


cdef bint _stopped(search_t* S) noexcept nogil:
    cdef double time
    S.poll_at = S.nodes + POLL_EVERY
    store(&S.published, S.nodes, RELAXED)
    if load_flag(S.stop) or load_flag(S.halt):
        return True
    if S.nodes >= S.node_limit:
        store_flag(S.stop, 1)
        return True
    time = now()
    if S.deadline > 0 and time >= S.deadline:
        store_flag(S.stop, 1)
        return True
    if S.attend != NULL and time >= S.attend_at:
        S.attend_at = time + ATTEND_EVERY
        if S.attend(S.owner):
            store_flag(S.stop, 1)
            return True
    return False


cdef bint _scope_alone(search_t* S, int left, const frame_t* f, int target) noexcept nogil:
    """Does the side to move get at least `target` in the game for scope alone?"""
    cdef ranks_t ranks
    ranks.unplayed = f.unplayed
    ranks.table = f.table
    ranks.key = f.key[RANKS_ONLY] if left >= S.probe_least else ranks_key(S.plan, f.unplayed, f.table)
    return scope_at_least(S, left, &ranks, target)


cdef inline bint _sure(
    search_t* S, int left, const frame_t* f, int target, int own_more, int opp_more, proof_t* proof
) noexcept nogil:
    """Is the question decided by what the categories bring at the least, and by scope?

    The side to move gets at least the sure points of each category and its value of the game for scope alone
    (scopes.pyx), which is asked only whether it is 0 or so: then a cut needs no more than that. What special items
    bring at the least is added: `own_more` for the side to move, `opp_more` for the other.
    """
    cdef const plan_t* plan = S.plan
    cdef mask_t rest = f.unplayed | f.table
    cdef int open_points = marked_open(plan, rest)
    cdef int point = plan.rules.scopa_points
    cdef int need, free, most
    cdef bint ask = SCOPES_LEAST <= left <= SCOPES_MOST and S.switches & USE_SCOPES and not plan.rules.scopa_cards
    cdef worth_t w
    # a side can make a scopa with each card that it still plays, but for the last of the deal
    free = -(left >> 1) if left & 1 or plan.rules.last_card_scopa else 1 - (left >> 1)
    most = 0 if ask else free * point
    w.cards = of_tally(&plan.cards, f.own_cards)
    w.suit = of_tally(&plan.suit, f.own_suit)
    need = target - w.cards - w.suit + open_points - own_more
    if need - plan.primiera <= most:
        w.primiera = sure_primiera(plan, f.own, f.opp, rest)
        need -= w.primiera
        if need <= most and (need <= free * point or _scope_alone(S, left, f, need)):
            proof[0] = SUCCESS | require(plan, f.own, f.own, f.opp, 0, 0, w, max(free * point - need, 0))
            return True
    free = -((left + 1) >> 1) if not left & 1 or plan.rules.last_card_scopa else 1 - ((left + 1) >> 1)
    most = 0 if ask else free * point
    w.cards = of_tally(&plan.cards, f.opp_cards)
    w.suit = of_tally(&plan.suit, f.opp_suit)
    need = 1 - target - w.cards - w.suit + open_points - opp_more
    if need - plan.primiera <= most:
        w.primiera = sure_primiera(plan, f.opp, f.own, rest)
        need -= w.primiera
        if need <= most and (need <= free * point or not _scope_alone(S, left, f, 1 - need)):
            proof[0] = require(plan, f.opp, f.opp, f.own, 0, 0, w, max(free * point - need, 0))
            return True
    return False


cdef bint _decided(search_t* S, int left, const frame_t* f, int target, proof_t* proof) noexcept nogil:
    return _sure(S, left, f, target, 0, 0, proof)


cdef bint _decided_specially(search_t* S, int left, const frame_t* f, int target, proof_t* proof) noexcept nogil:
    return _sure(S, left, f, target, special_least(S, left, f, True), special_least(S, left, f, False), proof)


cdef inline table_t* _table_of(search_t* S, int left) noexcept nogil:
    """Where nodes with so many cards left are kept."""
    return S.table if left > S.hot_most else &S.hot


cdef proof_t search(search_t* S, int left, int target) noexcept nogil:
    """Does the side to move at frame[left] get at least `target` of the remaining points? A proof, or ABORT."""
    cdef const plan_t* plan = S.plan
    cdef frame_t* f = &S.frame[left]
    cdef candidate_t* arena = S.arena
    cdef candidate_t* moves
    cdef candidate_t* m
    cdef keys_t keys
    cdef found_t found
    cdef proof_t proof, result = 0
    cdef uint64_t before = S.nodes
    cdef int i, n, best = -1, at = -1
    cdef uint64_t later = 0, refuted = 0, token
    cdef uint64_t* place = NULL
    cdef claims_t* claims
    cdef table_t* table = _table_of(S, left)
    cdef bint use_table = left >= S.probe_least
    S.nodes += 1
    if left <= plan.straight:
        return tail(S, left, f, target) if left else finish(S, f, target)
    if left == 0:
        return finish(S, f, target)
    if use_table:
        if S.nodes >= S.poll_at and _stopped(S):
            return ABORT
        S.at[left] += 1
        next_keys(plan, f + 1, f)
        make_keys(table, f, 0 if plan.plain else extra_key(S, left, f), &keys)
    if left >= BOUNDS_LEAST and S.switches & USE_BOUNDS:
        if plan.bounded:
            if _decided(S, left, f, target, &proof):
                return proof
        elif _decided_specially(S, left, f, target, &proof):
            return proof
    n = list_candidates(S, left, &moves)
    if n < 0:
        store_flag(S.stop, 1)
        S.arena = arena
        return ABORT
    if use_table:
        found = table_probe(table, plan, &keys, f, target)
        if found.hit:
            S.arena = arena
            return found.proof
        if left >= CUTOFFS_LEAST and plan.plain and S.switches & USE_CUTOFFS:
            for i in range(n):
                if _known_short(S, left, target, &moves[i], &result):
                    S.arena = arena
                    return result
        if left >= AHEAD_LEAST and S.switches & USE_AHEAD:
            look_ahead(S, left, moves, n, 3 if left >= AHEAD_FAR and _takes_long(S, left) else 1)
        if found.best >= 0:
            _to_front(moves, n, plan.holder[left] & f.unplayed, found.best)
    claims = S.claims if left >= CLAIM_LEAST else NULL
    while True:
        # in turn, and in the end those that another thread was searching; what it found is then in the table
        at += 1
        if at < n:
            i = at
        elif later:
            i = ctz(later)
            later &= later - 1
        else:
            break
        m = &moves[i]
        if at and S.switches & USE_TWINS and _refuted_twin(plan, f, moves, refuted, i, result):
            continue
        if unlikely(claims != NULL):
            token = _token(&keys, m, target)
            place = &claims.token[token % CLAIMS]
            if 0 < at < n and i < 64 and load(place, RELAXED) == token:
                later |= <uint64_t>1 << i
                continue
            store(place, token, RELAXED)
        proof = play_and_search(S, left, target, m)
        if unlikely(claims != NULL):
            store(place, 0, RELAXED)
        if unlikely(proof & ABORT != 0):
            S.arena = arena
            return ABORT
        if proof & SUCCESS:
            result = both(result, proof & ~SUCCESS)
            if i < 64:
                refuted |= <uint64_t>1 << i
            continue
        # the opponent falls short: this move is enough
        result = proof
        if m.takes:
            result = before_capture(plan, proof, f.own, f.opp, m.card | m.taken, m.cards, m.suit)
        result |= SUCCESS
        best = count(plan.holder[left] & f.unplayed & (m.card - 1))
        break
    S.arena = arena
    if left >= AHEAD_FAR:
        S.spent[left] += S.nodes - before
        S.searched[left] += 1
    if use_table:
        if not S.switches & USE_RELEVANCE:
            result = _for_this_only(plan, result, f)
        table_store(table, &keys, result, target, best, S.nodes - before)
    return result


cdef inline bint _takes_long(const search_t* S, int left) noexcept nogil:
    """Has a node with so many cards left taken LONG nodes or more, on average?"""
    return S.spent[left] >= LONG * S.searched[left]


cdef bint _known_short(search_t* S, int left, int target, const candidate_t* m, proof_t* result) noexcept nogil:
    """Does the table know that the opponent falls short after this move? For plain games only."""
    cdef const frame_t* f = &S.frame[left]
    cdef frame_t* g = &S.frame[left - 1]
    cdef table_t* table = _table_of(S, left - 1)
    cdef keys_t keys
    cdef found_t found
    step(S, left, m)
    next_keys(S.plan, f, g)
    make_keys(table, g, 0, &keys)
    found = table_probe(table, S.plan, &keys, g, 1 - target + m.gain)
    if not found.hit or found.proof & SUCCESS:
        return False
    result[0] = found.proof
    if m.takes:
        result[0] = before_capture(S.plan, found.proof & ~NEEDS_LAST, f.own, f.opp, m.card | m.taken, m.cards, m.suit)
    result[0] |= SUCCESS
    return True


cdef inline uint64_t _token(const keys_t* keys, const candidate_t* m, int target) noexcept nogil:
    """Stands for a move at a node with a target; a rare confusion only changes the order of the search."""
    cdef uint64_t x = keys.level[2] ^ (m.card + m.taken * 3) * <uint64_t>0x9E3779B97F4A7C15
    return (x ^ x >> 29) * <uint64_t>0xBF58476D1CE4E5B9 + <uint64_t>target | 1


cdef void _to_front(candidate_t* moves, int n, mask_t hand, int place) noexcept nogil:
    """Puts the best move with the card at this place in the hand first."""
    cdef candidate_t first
    cdef int i
    for i in range(place):
        hand &= hand - 1
    hand &= ~hand + 1
    for i in range(n):
        if moves[i].card == hand:
            first = moves[i]
            while i:
                moves[i] = moves[i - 1]
                i -= 1
            moves[0] = first
            return


cdef inline bint _refuted_twin(
    const plan_t* plan, const frame_t* f, const candidate_t* moves, uint64_t refuted, int i, proof_t refutations
) noexcept nogil:
    """Differs from a move already refuted only in the suit of the card, in a way no refutation looked at."""
    cdef mask_t card = moves[i].card
    cdef mask_t apart, twins = of_ranks(<unsigned int>1 << rank_of(ctz(card)))
    cdef int j
    apart = plan.marked | plan.special | plan.rules.scopa_cards
    if card & apart:
        return False
    if refutations & USES_SUIT:
        apart |= ~plan.suit.of if card & plan.suit.of else plan.suit.of
    twins &= ~apart
    while refuted:
        j = ctz(refuted)
        refuted &= refuted - 1
        if moves[j].card & twins and moves[j].taken == moves[i].taken and moves[j].takes == moves[i].takes and not (
            refutations & USES_PRIMIERA and (card | moves[j].card) & live_cards(plan, f.own, f.opp)
        ):
            return True
    return False


cdef proof_t _for_this_only(const plan_t* plan, proof_t proof, const frame_t* f) noexcept nogil:
    """The proof with this very board and past as its requirement."""
    if proof & SUCCESS:
        return SUCCESS | USES_PRIMIERA | USES_SUIT | (NEEDS_LAST if f.last == 1 else 0) | (
            tally(plan, f.own_cards, f.own_suit) | primiera_fields(plan, f.own, f.opp))
    return USES_PRIMIERA | USES_SUIT | (NEEDS_LAST if f.last == 0 else 0) | (
        tally(plan, f.opp_cards, f.opp_suit) | primiera_fields(plan, f.opp, f.own))


cdef proof_t play_and_search(search_t* S, int left, int target, const candidate_t* m) noexcept nogil:
    """The answer to the turned question at the child after a move at frame[left]."""
    cdef proof_t proof
    cdef odd_t odd
    step(S, left, m)
    if not m.takes:
        return search(S, left - 1, 1 - target)
    if unlikely(S.plan.odd):
        odd = S.odd
        enter_odd(S, left, &S.frame[left], m)
        proof = search(S, left - 1, 1 - target + m.gain)
        S.odd = odd
    else:
        proof = search(S, left - 1, 1 - target + m.gain)
    return proof & ~NEEDS_LAST
