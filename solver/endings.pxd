# The last cards of a deal.

from scopone.solver.proof cimport proof_t
from scopone.solver.search cimport search_t
from scopone.solver.table cimport frame_t

cdef proof_t finish(search_t* S, const frame_t* f, int target) noexcept nogil
cdef proof_t tail(search_t* S, int left, const frame_t* f, int target) noexcept nogil
