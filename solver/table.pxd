# The transposition table of one deal: proofs by board.

from libc.stdint cimport uint64_t

from scopone.solver.cards cimport ctz, mask_t, prefetch, quad, ranks_of
from scopone.solver.plan cimport RANKS_ONLY, plan_t
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

cdef inline void make_keys(
    const table_t* table, const plan_t* plan, mask_t unplayed, mask_t table_cards, mask_t apart, uint64_t extra,
    keys_t* keys
) noexcept nogil:
    """The keys of a board; `apart` are the cards that level 2 tells apart, `extra` stands for whatever else
    the value depends on (0 in most games)."""
    cdef uint64_t a = extra, b = extra, c = extra
    cdef unsigned int ranks = ranks_of(unplayed | table_cards)
    cdef const unsigned char* row
    cdef int rank
    while ranks:
        rank = ctz(ranks)
        ranks &= ranks - 1
        row = plan.canonical + (plan.partition[rank] | quad(unplayed, rank) | quad(table_cards, rank) << 4)
        a += row[plan.apart[0][rank]] * plan.weight[rank]
        b += row[plan.apart[1][rank]] * plan.weight[rank]
        c += row[quad(apart, rank) << 16] * plan.weight[rank]
    keys.level[0] = a
    keys.level[1] = b
    keys.level[2] = c
    keys.bucket = ((a ^ a >> 31) * <uint64_t>0x9E3779B97F4A7C15) >> table.shift
    prefetch(table.entry + keys.bucket * WAYS)

cdef inline uint64_t ranks_key(const plan_t* plan, mask_t unplayed, mask_t table_cards) noexcept nogil:
    """The key of a board of which only ranks matter."""
    cdef uint64_t key = 0
    cdef unsigned int ranks = ranks_of(unplayed | table_cards)
    cdef int rank
    while ranks:
        rank = ctz(ranks)
        ranks &= ranks - 1
        key += plan.canonical[plan.partition[rank] | quad(unplayed, rank) | quad(table_cards, rank) << 4] * (
            plan.weight[rank])
    return key
