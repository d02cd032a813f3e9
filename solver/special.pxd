# What only some games score: items that need the piles themselves, doubled scope, picada, prices of scope.

from libc.stdint cimport uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport candidate_t, odd_t, search_t
from scopone.solver.state cimport state_t
from scopone.solver.table cimport frame_t

cdef int special_least(const search_t* S, int left, const frame_t* f, bint mover) noexcept nogil
cdef void enter_odd(search_t* S, int left, const frame_t* f, const candidate_t* m) noexcept nogil
cdef uint64_t extra_key(const search_t* S, int left, const frame_t* f) noexcept nogil
cdef int odd_end(const search_t* S, const frame_t* f, mask_t mine, mask_t theirs) noexcept nogil
cdef void odd_root(search_t* S, const state_t* s) noexcept nogil
cdef int odd_span(const search_t* S, int left) noexcept nogil
cdef bint declared_later(const rules_t* rules, const state_t* s, int* points) noexcept nogil
