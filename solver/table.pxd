# The transposition table of one deal: proofs by board.

from libc.stdint cimport uint64_t

from scopone.solver.plan cimport LEVELS, plan_t
from scopone.solver.cards cimport mask_t
from scopone.solver.proof cimport proof_t

cdef struct entry_t:
    uint64_t check           # key of the board, xor data: a torn entry matches no key
    uint64_t data            # see table.pyx

cdef enum:
    WAYS = 4                 # entries a bucket, one cache line

cdef struct table_t:
    entry_t* entry           # aligned to a cache line
    void* block
    size_t bytes
    int shift                # 64 - log2(buckets)
    uint64_t buckets

cdef struct keys_t:          # of one board
    uint64_t level[LEVELS]
    uint64_t bucket

cdef struct found_t:
    bint hit
    proof_t proof
    int best                 # place in the hand of the card to try first, or -1

cdef bint table_resize(table_t* table, size_t bytes) noexcept nogil
cdef void table_free(table_t* table) noexcept nogil
cdef void table_clear(table_t* table) noexcept nogil
cdef double table_used(const table_t* table) noexcept nogil
cdef void make_keys(const table_t* table, const plan_t* plan, mask_t unplayed, mask_t table_cards, mask_t apart, uint64_t extra,
    keys_t* keys) noexcept nogil
cdef found_t table_probe(const table_t* table, const plan_t* plan, const keys_t* keys, mask_t own, mask_t opp,
    int last, int target) noexcept nogil
cdef void table_store(table_t* table, const keys_t* keys, proof_t proof, int target, int best,
    uint64_t nodes) noexcept nogil
