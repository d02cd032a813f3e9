# The ways in which cards can lie in the hands, numbered without gaps.

from libc.stdint cimport uint32_t, uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.rules cimport rules_t
from scopone.solver.state cimport state_t

cdef enum:
    MOST_GROUPS = 16         # hands of this handful and of later ones
    MOST_HIDDEN = 24         # cards whose place is not known

cdef struct level_t:
    int left                 # cards in hands and in the stock
    int seat                 # to move
    int groups               # hands, in the order in which they are next played from; later handfuls follow
    int now                  # hands of this handful among them
    bint fresh               # no card of this handful has been played
    int size[MOST_GROUPS]    # hidden cards of each: 0 for a hand that is known
    int hidden               # their sum
    uint64_t layouts         # ways to distribute the hidden cards
    uint64_t block           # ... once the hand of the seat to move is chosen
    uint32_t* turned         # see `turn_level`; NULL where order stays the same

cdef bint set_level(level_t* level, const rules_t* rules, int left, const bint* known, int known_above) noexcept nogil
cdef bint turn_level(level_t* level) noexcept nogil
cdef uint64_t choose(int n, int k) noexcept nogil
cdef uint64_t rank_in(mask_t chosen, mask_t among) noexcept nogil
cdef mask_t unrank_in(uint64_t rank, int k, mask_t among) noexcept nogil
