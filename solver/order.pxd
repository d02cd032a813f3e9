# The order in which moves are searched: what a player would look at first.

from scopone.solver.search cimport candidate_t, search_t

cdef int list_candidates(search_t* S, int left, candidate_t** out) noexcept nogil
cdef void look_ahead(search_t* S, int left, candidate_t* moves, int n, int depth) noexcept nogil
cdef void step(search_t* S, int left, const candidate_t* m) noexcept nogil
