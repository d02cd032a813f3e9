# Worlds: the ways in which the cards that a seat does not see can lie.

from libc.stdint cimport int16_t, uint8_t, uint64_t

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, mask_t
from scopone.solver.policy cimport Policy, policy_t
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.state cimport move_t, state_t

cdef struct seen_play_t:     # a card that another seat has played since its hand was dealt
    int seat
    move_t move
    mask_t table             # before it
    mask_t since             # the cards that the seat has played from then on, this one included
    mask_t public            # table and piles before it
    bint first

cdef struct knowledge_t:     # what a seat knows
    const rules_t* rules
    state_t public           # the position without the hidden cards
    int need[MAX_SEATS]      # hidden cards of each hand
    int need_stock
    int cards                # hidden cards
    uint8_t card[MAX_CARDS]  # in an order of their own, whatever the deal
    int plays
    seen_play_t play[MAX_CARDS]

cdef void draw(knowledge_t* k, uint64_t* rng, state_t* out) noexcept nogil
cdef double log_weight(const knowledge_t* k, const policy_t* p, double sharpness, const state_t* world) noexcept nogil

cdef class Worlds:
    cdef knowledge_t k
    cdef readonly CompiledRules compiled
    cdef type type_of_state
    cdef state_t* pool       # worlds to be looked at, in order
    cdef readonly int size   # of the pool
    cdef readonly bint complete      # the pool is every world, once each
    cdef double* weight      # of each world of the pool, the sum is 1

    cdef int _room(self, int n) except -1
    cdef void _fill(self, int seat, int start, mask_t used) noexcept nogil
