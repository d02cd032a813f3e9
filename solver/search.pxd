# The null-window search of one deal.

from libc.stdint cimport int64_t, uint16_t, uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.plan cimport plan_t
from scopone.solver.proof cimport proof_t
from scopone.solver.table cimport table_t

# Every reduction can be switched off, so that tests can compare.
cdef enum Switch:
    USE_TABLE = 1
    USE_BOUNDS = 2           # bounds from the categories and the scope still possible
    USE_TWINS = 4            # skip moves that differ from a refuted one only in suits nobody looked at
    USE_RELEVANCE = 8        # proofs for all boards and pasts that they hold for, not for this one only
    USE_ALL = 0xFFFF

cdef struct candidate_t:     # a move to be searched
    mask_t card
    mask_t taken             # table cards captured; 0 if the card is laid
    int score                # the highest is searched first
    int gain                 # points that it brings at once
    int takes

ctypedef bint (*attend_t)(void* owner) noexcept nogil

cdef struct scope_entry_t:   # bounds of the scope game
    uint64_t key
    int low
    int high

cdef struct search_t:        # one thread's search
    const plan_t* plan
    table_t* table
    candidate_t* arena       # move lists of the nodes on the way down, one after the other
    candidate_t* end
    uint64_t nodes
    uint64_t node_limit      # stop at so many nodes
    uint64_t poll_at         # look at the clock and the stop flag at so many nodes
    double deadline          # of the monotonic clock, 0 if none
    int* stop                # set from elsewhere to stop
    attend_t attend          # called now and then; stops the search by returning True
    void* owner              # its argument
    double attend_at
    bint overflow            # a position had more moves than there is room for
    int probe_least          # no table below so many cards left
    unsigned int switches
    int tune[32]
    uint64_t at[64]
    uint64_t cuts
    int history[64][2][64]
    mask_t killer_card[64]
    mask_t killer_taken[64]
    uint64_t first_cuts
    uint64_t hits[64]
    uint64_t kinds[4]
    scope_entry_t* scope_entry
    int scope_shift
    uint64_t scope_nodes
    uint64_t scope_asked
    uint64_t scope_cuts
    int scope[2]             # scuderia only: scope of each side so far
    int laid[64]             # picada only: card laid to reach the node with so many left, or -1

cdef proof_t search(search_t* S, int left, mask_t unplayed, mask_t table, mask_t own, mask_t opp, int last,
    int target) noexcept nogil
cdef proof_t play_and_search(search_t* S, int left, mask_t unplayed, mask_t table, mask_t own, mask_t opp, int last,
    int target, const candidate_t* m) noexcept nogil
cdef int marked_points(const plan_t* plan, mask_t cards) noexcept nogil
cdef int marked_open(const plan_t* plan, mask_t rest) noexcept nogil
cdef double now() noexcept nogil
cdef int scopa_points(const plan_t* plan, int left, mask_t card, mask_t taken) noexcept nogil
cdef mask_t sweeper(const plan_t* plan, mask_t table) noexcept nogil
cdef int list_candidates(search_t* S, int left, mask_t unplayed, mask_t table, candidate_t** out) noexcept nogil
