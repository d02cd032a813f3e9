"""The game for scope alone: ranks without suits, piles without worth.

If its value is s, then the full game is worth at least s and the least that the categories can bring: the side to
move may play for scope and lose every category that is still open. That is a bound, and a cheap one: positions
differ only in ranks, so that few of them answer for many of the full game.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from scopone.solver.cards cimport ctz, likely, mask_t, of_ranks, rank_of, ranks_of, unlikely
from scopone.solver.gain cimport scopa_points
from scopone.solver.moves cimport is_plain, list_captures, tabulated
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport scope_entry_t, search_t, store_flag
from scopone.solver.table cimport next_ranks_key

cdef enum:
    PROBE_LEAST = 6          # no table with fewer cards left
    MOST_SETS = 64           # captures of one card
    MOST_MOVES = 96          # put aside at one node


cdef struct aside_t:
    mask_t card
    mask_t table             # after the move


cdef inline bint _trivial(const rules_t* rules, int left, int target, bint* result) noexcept nogil:
    """Is the question decided by how many cards each side has left to make a scopa with?"""
    cdef int point = rules.scopa_points
    cdef int high = (left + 1) >> 1
    cdef int low = left >> 1
    if not rules.last_card_scopa:
        if left & 1:
            high -= 1
        else:
            low -= 1
    result[0] = target <= -low * point
    return result[0] or target > high * point


cdef bint scope_at_least(search_t* S, int left, const ranks_t* r, int target) noexcept nogil:
    """Can the side to move get at least `target` more points of scope than the other, from here to the end?"""
    cdef scope_entry_t* e = NULL
    cdef bint result
    if _trivial(S.plan.rules, left, target, &result):
        return result
    S.scope_nodes += 1
    if left >= PROBE_LEAST:
        e = &S.scopes[(r.key * <uint64_t>0x9E3779B97F4A7C15) >> S.scopes_shift]
        if e.key == r.key:
            if e.low >= target:
                return True
            if e.high < target:
                return False
        else:
            e.key = r.key
            e.low = -100
            e.high = 100
    result = _some_move(S, left, r, target)
    if e != NULL and e.key == r.key:
        if result:
            e.low = max(e.low, target)
        else:
            e.high = min(e.high, target - 1)
    return result


cdef inline bint _falls_short(
    search_t* S, int left, const ranks_t* r, mask_t card, mask_t table, int target
) noexcept nogil:
    """Does a move, which leaves this table, leave the opponent short of the target?"""
    cdef ranks_t after
    cdef bint result
    if _trivial(S.plan.rules, left - 1, target, &result):
        return not result
    after.unplayed = r.unplayed ^ card
    after.table = table
    if left > PROBE_LEAST:
        after.key = next_ranks_key(S.plan, r.key, r.unplayed, r.table, after.unplayed, table)
    return not scope_at_least(S, left - 1, &after, target)


cdef bint _some_move(search_t* S, int left, const ranks_t* r, int target) noexcept nogil:
    """Tries a scopa first; other moves are put aside, those that the next player can sweep after last."""
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef mask_t sets[MOST_SETS]
    cdef aside_t quiet[MOST_MOVES]
    cdef aside_t exposed[MOST_MOVES]
    cdef aside_t* a
    cdef mask_t table = r.table
    cdef mask_t hand = plan.holder[left] & r.unplayed
    cdef uint32_t next_ranks = ranks_of(plan.holder[left - 1] & r.unplayed) if left > 2 else 0
    cdef uint32_t ranks = ranks_of(table)
    cdef mask_t card, taken, after
    cdef const uint16_t* found = NULL
    cdef int total = plan.sum_of[ranks]
    cdef int rank, n, i, sum_after, quiets = 0, exposures = 0
    cdef bint plain = is_plain(table)
    if not plain:
        total = 0
        for i in range(4):
            total += plan.sum_of[(table >> (16 * i)) & 0xFFFF]
    while hand:
        rank = rank_of(ctz(hand))
        card = hand & (~hand + 1)
        hand &= ~of_ranks(<uint32_t>1 << rank)
        if likely(plain):
            found = tabulated(rules, rank, ranks)
            n = found[0]
        else:
            n = list_captures(rules, rank, table, sets, MOST_SETS)
        if unlikely(n > MOST_SETS or quiets + exposures + n >= MOST_MOVES):
            S.overflow = True
            store_flag(S.stop, 1)
            return False
        for i in range(n):
            taken = of_ranks(found[1 + i]) & table if likely(plain) else sets[i]
            after = table ^ taken
            if after == 0 and taken:
                if _falls_short(S, left, r, card, 0, 1 - target + scopa_points(plan, left, card, taken)):
                    return True
                continue
            sum_after = total - plan.sum_of[found[1 + i]] if likely(plain) else 0
            if plan.sweep_of[sum_after & 255] & next_ranks:
                a = &exposed[exposures]
                exposures += 1
            else:
                a = &quiet[quiets]
                quiets += 1
            a.card = card
            a.table = after
        if n == 0 or not rules.compulsory and table:
            sum_after = total + plan.sum_of[1 << rank]
            if sum_after < 256 and plan.sweep_of[sum_after] & next_ranks:
                a = &exposed[exposures]
                exposures += 1
            else:
                a = &quiet[quiets]
                quiets += 1
            a.card = card
            a.table = table | card
    for i in range(quiets):
        if _falls_short(S, left, r, quiet[i].card, quiet[i].table, 1 - target):
            return True
    for i in range(exposures):
        if _falls_short(S, left, r, exposed[i].card, exposed[i].table, 1 - target):
            return True
    return False
