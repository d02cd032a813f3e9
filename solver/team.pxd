# Several threads on one question.

from scopone.solver.root cimport root_t
from scopone.solver.search cimport search_t

cdef enum:
    MOST_THREADS = 64

cdef bint team_reaches(search_t** S, int threads, root_t* root, int i, int target) noexcept nogil
