# Exact values of all moves of small positions, one after the other: what sampled worlds need.

from libc.stdint cimport uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.root cimport MOST_MOVES, root_t
from scopone.solver.search cimport candidate_t, scope_entry_t, search_t
from scopone.solver.state cimport move_t, state_t
from scopone.solver.table cimport table_t

cdef enum:
    SCOPES_BITS = 10         # entries of the table of the game for scope alone

cdef class Exact:
    cdef plan_t plan
    cdef table_t table
    cdef search_t S
    cdef root_t root
    cdef scope_entry_t scopes[1 << SCOPES_BITS]
    cdef candidate_t* arena
    cdef int stop
    cdef readonly CompiledRules compiled
    cdef readonly uint64_t nodes
    cdef int guess           # the last value found: worlds of one position are alike

    cdef int values(self, const state_t* s, candidate_t* moves, int* value, int room) noexcept nogil
