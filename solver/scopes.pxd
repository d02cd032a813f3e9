# The game for scope alone.

from libc.stdint cimport uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.search cimport search_t

cdef struct ranks_t:         # a position of this game
    mask_t unplayed
    mask_t table
    uint64_t key             # of the table, where it is used

cdef bint scope_at_least(search_t* S, int left, const ranks_t* r, int target) noexcept nogil
