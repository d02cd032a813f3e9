# The legal moves of a position, listed.

from scopone.solver.rules cimport rules_t
from scopone.solver.state cimport move_t, state_t

cdef struct moves_t:           # room that grows
    move_t* move
    int n
    int room

cdef int list_moves(const rules_t* rules, const state_t* s, moves_t* moves) noexcept nogil
cdef void free_moves(moves_t* moves) noexcept nogil
