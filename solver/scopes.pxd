# The game for scope alone.

from scopone.solver.cards cimport mask_t
from scopone.solver.search cimport search_t

cdef bint scope_at_least(search_t* S, int left, mask_t unplayed, mask_t table, int target) noexcept nogil
