# What everybody at the table has seen, and how much of it still matters.

from libc.stdint cimport uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport CompiledRules
from scopone.solver.state cimport state_t

cdef enum:
    NO_SIDE = 2

cdef struct past_t:
    mask_t unplayed          # cards in hands and in the stock, whoever has them
    mask_t table
    mask_t pile[2]           # of the sides
    int last                 # side that captured last, or NO_SIDE

cdef struct key_t:           # equal keys: the rest of the deal is worth the same, layout by layout
    mask_t unplayed
    mask_t table
    mask_t special
    uint64_t tallies
    uint64_t primiera

cdef int condense(const plan_t* plan, const past_t* p, key_t* key) noexcept nogil
cdef int at_the_end(const plan_t* plan, const past_t* p) noexcept nogil
cdef int span(const plan_t* plan) noexcept nogil
cdef void set_past(const plan_t* plan, const state_t* s, past_t* p) noexcept nogil

cdef inline bint same_key(const key_t* a, const key_t* b) noexcept nogil:
    return (
        a.unplayed == b.unplayed and a.table == b.table and a.tallies == b.tallies
        and a.primiera == b.primiera and a.special == b.special)

cdef inline uint64_t mixed_key(const key_t* key) noexcept nogil:
    cdef uint64_t x = key.unplayed * <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ x >> 29 ^ key.table) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ x >> 32 ^ key.tallies) * <uint64_t>0x94D049BB133111EB
    x = (x ^ x >> 31 ^ key.primiera) * <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ x >> 30 ^ key.special) * <uint64_t>0xBF58476D1CE4E5B9
    return x ^ x >> 32


cdef class Pasts:
    cdef plan_t plan
    cdef readonly CompiledRules rules
