# The order in which moves are searched: what a player would look at first.

from scopone.solver.search cimport candidate_t, search_t

cdef int list_candidates(search_t* S, int left, candidate_t** out) noexcept nogil
