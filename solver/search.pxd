# The null-window search of one deal.

from libc.stdint cimport int8_t, int16_t, uint64_t

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, mask_t
from scopone.solver.plan cimport plan_t
from scopone.solver.proof cimport proof_t
from scopone.solver.table cimport frame_t, table_t

# Every reduction can be switched off, so that tests can compare.
cdef enum Switch:
    USE_TABLE = 1
    USE_BOUNDS = 2           # bounds from the categories and the scope still possible
    USE_TWINS = 4            # skip moves that differ from a refuted one only in suits nobody looked at
    USE_RELEVANCE = 8        # proofs for all boards and pasts that they hold for, not for this one only
    USE_SCOPES = 16          # bounds from the game for scope alone
    USE_AHEAD = 32           # move ordering that looks ahead
    USE_CUTOFFS = 64         # enhanced transposition cutoffs
    USE_ALL = 0xFFFF

cdef struct weights_t:       # of move ordering, see order.pyx
    int gain
    int exposed
    int card
    int suit
    int seven
    int laid_suit
    int laid_seven
    int open_marked

cdef struct candidate_t:     # a move to be searched
    mask_t card
    mask_t taken             # table cards captured; 0 if the card is laid
    int16_t score            # the highest is searched first
    int8_t gain              # points that it brings at once
    int8_t takes             # it is a capture
    int8_t cards             # how many cards a capture brings, and how many of the second suit
    int8_t suit

cdef struct scope_entry_t:   # bounds of the game for scope alone, see scopes.pyx
    uint64_t key
    int low
    int high

cdef enum:
    CLAIMS = 1 << 12

cdef struct claims_t:        # subtrees that some thread is searching: a place holds a token, or 0
    uint64_t token[CLAIMS]

ctypedef bint (*attend_t)(void* owner) noexcept nogil

cdef struct odd_t:           # what a node of an odd game depends on besides, see special.pyx
    int scope[2]             # of each side so far
    int taker                # the seat that captured last, or -1
    mask_t pile[MAX_SEATS]   # knights that each seat has captured

cdef struct search_t:        # one thread's search
    const plan_t* plan
    table_t* table
    table_t hot              # its own small table for nodes near the end, which stays in the cache
    int hot_most             # for so many cards left or fewer
    frame_t frame[MAX_CARDS + 1]    # the nodes on the way down, by cards left
    candidate_t* arena       # their moves, one list after the other
    candidate_t* arena_start
    candidate_t* end
    scope_entry_t* scopes
    int scopes_shift         # 64 - log2(entries)
    uint64_t nodes
    uint64_t published       # nodes as other threads may read them
    uint64_t scope_nodes
    uint64_t node_limit      # stop at so many nodes
    uint64_t poll_at         # look at the clock and the stop flag at so many nodes
    double deadline          # of the monotonic clock, 0 if none
    int* stop                # set from elsewhere to stop
    int* halt                # set by another thread that has the answer
    claims_t* claims         # of subtrees, shared by the threads; NULL for one thread
    attend_t attend          # called now and then; stops the search by returning True
    void* owner              # its argument
    double attend_at
    uint64_t at[MAX_CARDS + 1]      # nodes that used the table, by cards left
    uint64_t searched[MAX_CARDS + 1]    # nodes whose moves were searched, and all nodes that this took
    uint64_t spent[MAX_CARDS + 1]
    bint overflow            # a position had more moves than there is room for
    int probe_least          # no table below so many cards left
    unsigned int switches
    odd_t odd
    int laid[MAX_CARDS + 1]  # picada only: card laid to reach the node with so many left, or -1
    weights_t weights

cdef proof_t search(search_t* S, int left, int target) noexcept nogil
cdef proof_t play_and_search(search_t* S, int left, int target, const candidate_t* m) noexcept nogil
cdef double now() noexcept nogil
cdef int load_flag(const int* flag) noexcept nogil
cdef uint64_t load_count(const uint64_t* count) noexcept nogil
cdef void store_flag(int* flag, int value) noexcept nogil
