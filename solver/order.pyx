"""Lists the moves of a node, the most promising first.

The weights were tuned on the number of nodes over fixed positions; see bench/RESULTS.md.
"""

from libc.stdint cimport uint16_t, uint32_t

from scopone.solver.cards cimport count, ctz, likely, mask_t, of_ranks, rank_of, ranks_of, unlikely
from scopone.solver.gain cimport gain_of
from scopone.solver.moves cimport is_plain, list_captures, tabulated
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport candidate_t, search_t, weights_t
from scopone.solver.table cimport frame_t

cdef enum:
    SEVEN = 1 << 6
    MOST_SETS = 64           # captures of one card

DEFAULT_WEIGHTS = {
    "gain": 36,              # a point at once: a scopa, the settebello
    "exposed": 51,           # the next player can sweep what this leaves
    "card": 2,               # each card captured
    "suit": 7,               # each card of the second suit (denari) captured
    "seven": 5,              # a seven captured, or played to capture
    "laid_suit": 6,          # lays a card of the second suit
    "laid_seven": 3,         # lays a seven
    "open_marked": 10,        # leaves a marked card (the settebello) to an equal card of the next player
}


cdef int list_candidates(search_t* S, int left, candidate_t** out) noexcept nogil:
    """Writes the moves of a node to the arena; their number, or -1 if there is no room."""
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef const frame_t* f = &S.frame[left]
    cdef const weights_t* w = &S.weights
    cdef mask_t table = f.table
    cdef mask_t hand = plan.holder[left] & f.unplayed
    cdef mask_t next_hand = plan.holder[left - 1] & f.unplayed if left > 2 else 0
    cdef uint32_t next_ranks = ranks_of(next_hand)
    cdef uint32_t ranks = ranks_of(table)
    cdef candidate_t* moves = S.arena
    cdef candidate_t* m = moves
    cdef candidate_t* end
    cdef candidate_t swap
    cdef mask_t sets[MOST_SETS]
    cdef mask_t same, card, taken, after
    cdef const uint16_t* found
    cdef int total = plan.sum_of[ranks]
    cdef int rank, n, i, sum_after, score, cards, suit
    cdef bint plain = is_plain(table)
    if unlikely(not plain):
        total = 0
        for i in range(4):
            total += plan.sum_of[(table >> (16 * i)) & 0xFFFF]
    while hand:
        rank = rank_of(ctz(hand))
        same = hand & of_ranks(<uint32_t>1 << rank)
        hand ^= same
        if likely(plain):
            found = tabulated(rules, rank, ranks)
            n = found[0]
        else:
            found = NULL
            n = list_captures(rules, rank, table, sets, MOST_SETS)
        if unlikely(n > MOST_SETS or S.end - m < 4 * (n + 1)):
            S.overflow = True
            return -1
        for i in range(n):
            if likely(plain):
                taken = of_ranks(found[1 + i]) & table
                cards = plan.size_of[found[1 + i]]
                sum_after = total - plan.sum_of[found[1 + i]]
            else:
                taken = sets[i]
                cards = count(taken)
                sum_after = total - _total(plan, taken)
            after = table ^ taken
            suit = count(taken & plan.suit.of)
            score = w.card * cards + w.suit * suit
            if taken & of_ranks(SEVEN):
                score += w.seven
            if rank == 6:
                score += w.seven
            if sum_after < 256 and plan.sweep_of[sum_after] & next_ranks and after:
                score -= w.exposed
            if after & plan.marked and ranks_of(after & plan.marked) & next_ranks:
                score -= w.open_marked
            card = same
            while card:
                m.taken = taken
                m.takes = 1
                m.cards = cards + 1
                m.card = card & (~card + 1)
                card ^= m.card
                m.suit = suit + (m.card & plan.suit.of != 0)
                m.gain = gain_of(plan, left, m.card, taken, after == 0 and taken, S.laid[left])
                m.score = score + w.gain * m.gain
                if m.card & plan.suit.of:
                    m.score += w.suit
                m += 1
        if n == 0 or not rules.compulsory and table:   # (an ace that takes itself cannot be laid)
            sum_after = total + plan.sum_of[1 << rank]
            score = 0
            if sum_after < 256 and plan.sweep_of[sum_after] & next_ranks:
                score = -w.exposed
            if rank == 6:
                score -= w.laid_seven
            while same:
                m.card = same & (~same + 1)
                same ^= m.card
                m.taken = 0
                m.takes = 0
                m.cards = 0
                m.suit = 0
                m.gain = 0
                m.score = score
                if m.card & plan.suit.of:
                    m.score -= w.laid_suit
                if (table | m.card) & plan.marked and ranks_of((table | m.card) & plan.marked) & next_ranks:
                    m.score -= w.open_marked
                m += 1
    end = m
    m = moves + 1
    while m < end:
        swap = m[0]
        n = 0
        while m + n > moves and m[n - 1].score < swap.score:
            m[n] = m[n - 1]
            n -= 1
        m[n] = swap
        m += 1
    out[0] = moves
    S.arena = end
    return <int>(end - moves)


cdef int _total(const plan_t* plan, mask_t cards) noexcept nogil:
    cdef int i, total = 0
    for i in range(4):
        total += plan.sum_of[(cards >> (16 * i)) & 0xFFFF]
    return total


cdef void look_ahead(search_t* S, int left, candidate_t* moves, int n, int depth) noexcept nogil:
    """Sorts the moves anew, by what they bring less the best answer; an odd depth judges best."""
    cdef candidate_t m
    cdef int i, j
    for i in range(n):
        step(S, left, &moves[i])
        moves[i].score = _material(S, &moves[i]) - _best_score(S, left - 1, depth - 1) + moves[i].score // 4
    for i in range(1, n):
        m = moves[i]
        j = i
        while j and moves[j - 1].score < m.score:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = m


cdef int _best_score(search_t* S, int left, int depth) noexcept nogil:
    cdef candidate_t* arena = S.arena
    cdef candidate_t* moves
    cdef int i, n, best
    if left == 0:
        return 0
    n = list_candidates(S, left, &moves)
    if n <= 0:
        S.arena = arena
        return 0
    if depth == 0:
        best = moves[0].score
    else:
        best = -30000
        for i in range(n):
            step(S, left, &moves[i])
            best = max(best, _material(S, &moves[i]) - _best_score(S, left - 1, depth - 1))
    S.arena = arena
    return best


cdef int _material(const search_t* S, const candidate_t* m) noexcept nogil:
    cdef int score
    if not m.takes:
        return 0
    score = S.weights.gain * m.gain + S.weights.card * m.cards + S.weights.suit * m.suit
    if (m.card | m.taken) & of_ranks(SEVEN):
        score += S.weights.seven
    return score


cdef void step(search_t* S, int left, const candidate_t* m) noexcept nogil:
    """Fills frame[left - 1] with the node after a move at frame[left]."""
    cdef const frame_t* f = &S.frame[left]
    cdef frame_t* g = &S.frame[left - 1]
    g.unplayed = f.unplayed ^ m.card
    g.own = f.opp
    g.own_cards = f.opp_cards
    g.own_suit = f.opp_suit
    if m.takes:
        g.table = f.table ^ m.taken
        g.opp = f.own | m.card | m.taken
        g.opp_cards = f.own_cards + m.cards
        g.opp_suit = f.own_suit + m.suit
        g.last = 0
    else:
        g.table = f.table | m.card
        g.opp = f.own
        g.opp_cards = f.own_cards
        g.opp_suit = f.own_suit
        g.last = f.last if f.last == 2 else 1 - f.last
    if unlikely(S.plan.odd):
        S.laid[left - 1] = -1 if m.takes else ctz(m.card)
