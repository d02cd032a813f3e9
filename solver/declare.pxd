# Declarations: what may be announced on a hand of three cards, and what for.

from libc.stdint cimport int8_t

from scopone.solver.cards cimport MAX_RANKS, mask_t
from scopone.solver.rules cimport rules_t

cdef enum:
    MOST_DECLARED = MAX_RANKS + 1

cdef struct declared_t:
    int8_t item              # index of the declaration with the most points that passes
    int8_t wild_as           # rank + 1 that the wild card stands for where it keeps it, else 0
    int points

cdef declared_t declared(const rules_t* rules, mask_t hand, int wild_as) noexcept nogil
cdef int list_declared(const rules_t* rules, mask_t hand, declared_t* out) noexcept nogil
