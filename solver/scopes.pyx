"""The game for scope alone: ranks without suits, piles without worth.

If its value is s, then the full game is worth at least s and the least that the categories can bring: the side to
move may play for scope and lose every category that is still open. That is a bound, and a cheap one: positions
differ only in ranks, so that few of them answer for many of the full game.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from scopone.solver.cards cimport count, ctz, likely, mask_t, of_ranks, quad, rank_of, ranks_of
from scopone.solver.moves cimport is_plain, list_captures, tabulated
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport scopa_points, scope_entry_t, search_t, sweeper

cdef enum:
    SCOPE_PROBE = 6          # no table for the scope game with fewer cards left
    MOST = 64


cdef inline uint64_t _key(const plan_t* plan, mask_t unplayed, mask_t table) noexcept nogil:
    cdef uint64_t key = 0
    cdef int rank
    for rank in range(plan.rules.ranks):
        key = key * 81 + plan.canonical[3][rank][quad(unplayed, rank) | quad(table, rank) << 4]
    return key


cdef bint scope_at_least(search_t* S, int left, mask_t unplayed, mask_t table, int target) noexcept nogil:
    """Can the side to move get at least `target` more points of scope than the other, from here to the end?"""
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef int points = rules.scopa_points
    cdef mask_t sets[MOST]
    cdef mask_t card_of[3 * MOST]
    cdef mask_t taken_of[3 * MOST]
    cdef mask_t hand, next_hand, card, taken, after
    cdef const uint16_t* found
    cdef uint32_t ranks
    cdef uint64_t key
    cdef scope_entry_t* e = NULL
    cdef bint plain, result
    cdef int rank, n, i, quiet = 0, exposed = MOST, gain, low, high
    high = (left + 1) >> 1
    low = left >> 1
    if not rules.last_card_scopa:
        if left & 1:
            high -= 1
        else:
            low -= 1
    if target <= -low * points:
        return True
    if target > high * points:
        return False
    S.scope_nodes += 1
    if left >= SCOPE_PROBE:
        key = _key(plan, unplayed, table)
        e = &S.scope_entry[(key * <uint64_t>0x9E3779B97F4A7C15) >> S.scope_shift]
        if e.key == key:
            if e.low >= target:
                return True
            if e.high < target:
                return False
        else:
            e.key = key
            e.low = -100
            e.high = 100
    hand = plan.holder[left] & unplayed
    next_hand = plan.holder[left - 1] & unplayed
    ranks = ranks_of(table)
    plain = is_plain(table, ranks)
    result = False
    # a scopa first; other moves are put aside, those that the next player can sweep after last
    while hand:
        rank = rank_of(ctz(hand))
        card = hand & (~hand + 1)
        hand &= ~of_ranks(<unsigned int>1 << rank)
        if likely(plain):
            found = tabulated(rules, rank, ranks)
            n = found[0]
        else:
            found = NULL
            n = list_captures(rules, rank, table, sets, MOST)
        if n > MOST:
            n = MOST        # fewer moves for us is still a bound; never met, see MOST
        for i in range(n):
            taken = of_ranks(found[1 + i]) & table if found != NULL else sets[i]
            after = table ^ taken
            if after == 0:
                gain = scopa_points(S.plan, left, card, taken)
                if not scope_at_least(S, left - 1, unplayed ^ card, 0, 1 - target + gain):
                    result = True
                    break
            elif sweeper(plan, after) & next_hand and left > 2:
                if exposed < 2 * MOST:
                    card_of[exposed], taken_of[exposed] = card, taken
                    exposed += 1
            elif quiet < MOST:
                card_of[quiet], taken_of[quiet] = card, taken
                quiet += 1
        if result:
            break
        if n == 0 or not rules.compulsory:
            if sweeper(plan, table | card) & next_hand and left > 2:
                if exposed < 2 * MOST:
                    card_of[exposed], taken_of[exposed] = card, 0
                    exposed += 1
            elif quiet < MOST:
                card_of[quiet], taken_of[quiet] = card, 0
                quiet += 1
    if not result:
        i = 0
        while i < exposed:
            if i == quiet:
                i = MOST
                if i >= exposed:
                    break
            taken = taken_of[i]
            card = card_of[i]
            after = table ^ taken if taken else table | card
            if not scope_at_least(S, left - 1, unplayed ^ card, after, 1 - target):
                result = True
                break
            i += 1
    if e != NULL and e.key == key:
        if result:
            if target > e.low:
                e.low = target
        elif target - 1 < e.high:
            e.high = target - 1
    return result
