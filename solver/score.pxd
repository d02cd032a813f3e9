# What the captured cards are worth: every scored item, for every side.

from scopone.solver.cards cimport MAX_SEATS, mask_t
from scopone.solver.rules cimport MAX_ITEMS, MAX_MAJORITIES, rules_t
from scopone.solver.state cimport state_t

cdef enum:
    MAX_SCORED = 2 * MAX_MAJORITIES + MAX_ITEMS + 4

cdef struct score_t:
    int items
    int points[MAX_SCORED][MAX_SEATS]    # [item, as in CompiledRules.item_names][side]

cdef void settle(const rules_t* rules, const state_t* s, score_t* out) noexcept nogil
cdef void total(const rules_t* rules, const state_t* s, int* out) noexcept nogil
cdef int primiera_points(const rules_t* rules, mask_t pile) noexcept nogil
cdef int run_points(const rules_t* rules, int run, mask_t pile) noexcept nogil
cdef int side_primiera(const rules_t* rules, const mask_t* piles, int sides) noexcept nogil
