# The root of a search: a position, its moves, and what is proven about each.

from scopone.solver.search cimport candidate_t, search_t
from scopone.solver.state cimport state_t
from scopone.solver.table cimport frame_t

cdef enum:
    MOST_MOVES = 512

cdef struct root_t:          # values are remaining points for the side to move
    int left
    frame_t f
    int sign                 # 1 if side 0 is to move, else -1
    int base                 # points that the side to move is ahead by so far
    int low                  # proven bounds
    int high
    int best                 # first move known to reach `low`, or -1
    int n
    candidate_t move[MOST_MOVES]
    int lows[MOST_MOVES]
    int highs[MOST_MOVES]

cdef bint set_root(search_t* S, root_t* root, const state_t* s) noexcept nogil
cdef bint reaches(search_t* S, root_t* root, int i, int target) noexcept nogil
cdef void narrow_move(search_t* S, root_t* root, int i, int guess) noexcept nogil
