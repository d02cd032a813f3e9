# Captures: which sets of table cards a played card may take.

from libc.stdint cimport uint16_t, uint32_t

from scopone.solver.cards cimport count, mask_t, of_ranks, rank_of, ranks_of
from scopone.solver.rules cimport rules_t

cdef int list_captures(const rules_t* rules, int card, mask_t table, mask_t* out, int room) noexcept nogil

cdef bint takes_all_anyway(const rules_t* rules, mask_t table) noexcept nogil

cdef inline bint is_plain(mask_t table) noexcept nogil:
    """No two cards of a rank on the table: the tabulated captures apply."""
    cdef uint32_t half = <uint32_t>(table | table >> 32)
    return <uint32_t>(table & table >> 32) == 0 and (half & half >> 16) & 0xFFFF == 0

cdef inline const uint16_t* tabulated(const rules_t* rules, int rank, uint32_t ranks) noexcept nogil:
    """For a plain table: the number of captures, then each as a set of ranks."""
    return rules.subsets + rules.first[<uint32_t>rank << rules.ranks | ranks]

cdef inline int captures(const rules_t* rules, int card, mask_t table, mask_t* out, int room) noexcept nogil:
    """Writes the sets that a card may take to `out`, in no promised order.

    Returns how many there are, which can be more than `room`; then only the first `room` are written.
    """
    cdef uint32_t ranks = ranks_of(table)
    cdef const uint16_t* found
    cdef int n, i
    if not is_plain(table):
        return list_captures(rules, card, table, out, room)
    found = tabulated(rules, rank_of(card), ranks)
    n = found[0]
    for i in range(min(n, room)):
        out[i] = of_ranks(found[1 + i]) & table
    return n
