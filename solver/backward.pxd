# Exact values of all layouts at once, from the last card backwards.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from scopone.solver.cards cimport MAX_SEATS, mask_t
from scopone.solver.layouts cimport level_t
from scopone.solver.legal cimport moves_t
from scopone.solver.memo cimport memo_t
from scopone.solver.past cimport key_t, past_t
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport CompiledRules
from scopone.solver.state cimport State, state_t

cdef enum:
    MOST_LEFT = 32           # cards still to be played
    ZERO = 128               # the byte for a value of 0

cdef enum:                   # what can go wrong in the middle
    STOPPED = 1
    CROWDED = 2
    NO_MEMORY = 3

cdef struct pairs_t:         # hands of the seat to move with a card, and what is left of them without it
    uint32_t n
    uint32_t* hand           # [place of the card among the hidden ones][n]
    uint32_t* rest

cdef struct step_t:          # a move of a class, and where it leads
    past_t past
    key_t key
    uint64_t hashed
    int settled
    uint8_t gain             # points won at once, and what became settled, modulo 256
    mask_t card

cdef class Backward:
    cdef plan_t plan
    cdef state_t root
    cdef moves_t moves
    cdef mask_t known[MAX_SEATS]
    cdef mask_t all_known
    cdef int known_above
    cdef readonly int top    # cards left at the root
    cdef int highest         # above it nothing is kept
    cdef level_t level[MOST_LEFT + 1]
    cdef pairs_t pairs[MOST_LEFT + 1]
    cdef memo_t memo[MOST_LEFT + 1]
    cdef step_t* steps[MOST_LEFT + 1]
    cdef uint8_t* work[MOST_LEFT + 1]
    cdef uint8_t end
    cdef int failed
    cdef int done[2]         # moves of the two highest levels, for the watch
    cdef int total[2]
    cdef double before       # what the watch is told at the beginning
    cdef double weight       # how much of the whole is done when they are
    cdef uint64_t poll_at
    cdef public object watch
    cdef object raised
    cdef readonly CompiledRules compiled
    cdef readonly uint64_t entries      # values computed so far, of positions of every depth

    cdef void step(
        self, int left, const past_t* p, int settled, mask_t card, mask_t taken, bint takes, step_t* s
    ) noexcept nogil
    cdef int list_steps(self, int left, const past_t* p, int settled) noexcept nogil
    cdef const uint8_t* array(self, int left, const step_t* s) noexcept nogil
    cdef bint work_out(self, int left, const past_t* p, int settled) noexcept nogil
    cdef void turn(self, int left, uint8_t* out) noexcept nogil
    cdef void gather(self, int left, const past_t* p, const step_t* s, const uint8_t* values) noexcept nogil
    cdef void begin(self, double before, double weight)
    cdef int end_well(self) except -1
    cdef bint poll(self) noexcept nogil
