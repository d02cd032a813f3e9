# The transposition table of one deal: proofs by board.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from scopone.solver.cards cimport ctz, mask_t, of_ranks, prefetch, quad, ranks_of
from scopone.solver.plan cimport LEVELS, RANKS_ONLY, live_cards, plan_t
from scopone.solver.proof cimport proof_t

cdef struct frame_t:         # a node of the search, in the view of the side to move
    mask_t unplayed
    mask_t table
    mask_t own               # piles
    mask_t opp
    int own_cards            # how many cards they hold, and how many of the second suit
    int own_suit
    int opp_cards
    int opp_suit
    int last                 # who captured last: 1 the side to move, 0 the other, 2 nobody
    uint64_t key[LEVELS]     # of the board at each level, and the cards that level 2 tells apart here:
    mask_t apart             # known where the table is used, and at the root

cdef struct entry_t:
    uint64_t check           # key of the board, xor data: a torn entry matches no key
    uint64_t data            # see table.pyx

cdef enum:
    WAYS = 4                 # entries a bucket, one cache line

cdef struct table_t:
    entry_t* entry           # aligned to a cache line
    void* block              # the memory as it was asked for
    size_t span
    size_t bytes
    int shift                # 64 - log2(buckets)
    uint64_t buckets

cdef struct keys_t:          # of one board
    uint64_t level[3]
    uint64_t bucket

cdef struct found_t:
    bint hit
    proof_t proof
    int best                 # place in the hand of the card to try first, or -1

cdef bint table_resize(table_t* table, size_t bytes) noexcept nogil
cdef void table_free(table_t* table) noexcept nogil
cdef void table_clear(table_t* table) noexcept nogil
cdef double table_used(const table_t* table) noexcept nogil
cdef found_t table_probe(const table_t* table, const plan_t* plan, const keys_t* keys, const frame_t* f,
    int target) noexcept nogil
cdef void table_store(table_t* table, const keys_t* keys, proof_t proof, int target, int best,
    uint64_t nodes) noexcept nogil

cdef size_t table_export(const table_t* table, uint64_t start, uint64_t end, int least, uint64_t* out) noexcept nogil
cdef void table_import(table_t* table, const uint64_t* words, size_t entries, int bits) noexcept nogil

cdef inline void first_keys(const plan_t* plan, frame_t* f) noexcept nogil:
    """Fills the keys of a board, rank by rank."""
    cdef frame_t none
    memset(&none, 0, sizeof(frame_t))
    memset(f.key, 0, sizeof(f.key))
    f.apart = plan.always_apart | live_cards(plan, f.own, f.opp)
    _shift(plan, &none, f, ranks_of(f.unplayed | f.table))

cdef inline void next_keys(const plan_t* plan, const frame_t* f, frame_t* g) noexcept nogil:
    """Fills the keys of the board g from those of the one before: only ranks that changed are looked at."""
    cdef int level
    for level in range(LEVELS):
        g.key[level] = f.key[level]
    g.apart = f.apart
    if g.opp != f.own:      # cards were captured
        g.apart = plan.always_apart | live_cards(plan, g.own, g.opp)
    _shift(plan, f, g, ranks_of(
        (f.unplayed ^ g.unplayed) | (f.table ^ g.table) | (f.apart ^ g.apart) & of_ranks(ranks_of(g.unplayed | g.table))))

cdef inline void _shift(const plan_t* plan, const frame_t* f, frame_t* g, uint32_t ranks) noexcept nogil:
    """Takes the keys from the board f to the board g, which differ in these ranks."""
    cdef int rank
    cdef uint32_t was, now
    cdef uint64_t weight
    while ranks:
        rank = ctz(ranks)
        ranks &= ranks - 1
        was = quad(f.unplayed, rank) | quad(f.table, rank) << 4
        now = quad(g.unplayed, rank) | quad(g.table, rank) << 4
        weight = plan.weight[rank]
        g.key[0] += (<uint64_t>plan.code[rank][0][now] - plan.code[rank][0][was]) * weight
        g.key[1] += (<uint64_t>plan.code[rank][1][now] - plan.code[rank][1][was]) * weight
        g.key[2] += (<uint64_t>plan.code_apart[rank][quad(g.apart, rank)][now]
            - plan.code_apart[rank][quad(f.apart, rank)][was]) * weight
        g.key[3] += (<uint64_t>plan.code[rank][RANKS_ONLY][now] - plan.code[rank][RANKS_ONLY][was]) * weight

cdef inline void make_keys(const table_t* table, const frame_t* f, uint64_t extra, keys_t* keys) noexcept nogil:
    """What to look up a board by; `extra` stands for whatever else the value depends on (0 in most games)."""
    cdef uint64_t a = f.key[0] + extra
    keys.level[0] = a
    keys.level[1] = f.key[1] + extra
    keys.level[2] = f.key[2] + extra
    keys.bucket = ((a ^ a >> 31) * <uint64_t>0x9E3779B97F4A7C15) >> table.shift
    prefetch(table.entry + keys.bucket * WAYS)

cdef inline uint64_t ranks_key(const plan_t* plan, mask_t unplayed, mask_t table_cards) noexcept nogil:
    """The key of a board of which only ranks matter."""
    cdef uint64_t key = 0
    cdef uint32_t ranks = ranks_of(unplayed | table_cards)
    cdef int rank
    while ranks:
        rank = ctz(ranks)
        ranks &= ranks - 1
        key += plan.code[rank][RANKS_ONLY][quad(unplayed, rank) | quad(table_cards, rank) << 4] * plan.weight[rank]
    return key

cdef inline uint64_t next_ranks_key(
    const plan_t* plan, uint64_t key, mask_t unplayed, mask_t table_cards, mask_t unplayed_next, mask_t table_next
) noexcept nogil:
    """The same after a move, from the key before it."""
    cdef uint32_t ranks = ranks_of((unplayed ^ unplayed_next) | (table_cards ^ table_next))
    cdef const uint8_t* code
    cdef int rank
    while ranks:
        rank = ctz(ranks)
        ranks &= ranks - 1
        code = plan.code[rank][RANKS_ONLY]
        key += (<uint64_t>code[quad(unplayed_next, rank) | quad(table_next, rank) << 4]
            - code[quad(unplayed, rank) | quad(table_cards, rank) << 4]) * plan.weight[rank]
    return key
