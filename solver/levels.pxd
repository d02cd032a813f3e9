# Backward work a level at a time.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from scopone.solver.backward cimport MOST_LEFT, Backward, step_t
from scopone.solver.cards cimport mask_t
from scopone.solver.past cimport key_t, past_t

cdef struct class_t:         # with one of the pasts that lead to it
    key_t key
    mask_t pile              # of side 0
    int last

cdef struct classes_t:       # of one level
    class_t* item
    uint32_t n
    uint32_t room
    uint32_t* head           # [buckets]: number + 1, 0 where nothing is
    uint32_t buckets         # a power of two, more than the room

cdef class Levels(Backward):
    cdef mask_t every                   # cards in play, on the table or captured
    cdef classes_t classes[MOST_LEFT + 1]
    cdef readonly int lowest # the level that is listed last
    cdef uint64_t memory                # bytes for the list that is made
    cdef dict held           # the arrays that are lent, so that they stay
    cdef const uint8_t** lent[MOST_LEFT + 1]
    cdef uint32_t each[MOST_LEFT + 1]   # classes in each of them
    cdef bint grow(self, classes_t* c) noexcept nogil
    cdef void past_of(self, const class_t* c, past_t* p) noexcept nogil
    cdef bint list_below(self, int left, uint32_t first, uint32_t last) noexcept nogil
