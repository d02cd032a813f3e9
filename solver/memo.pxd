# Arrays of bytes kept by key, the oldest of which give way to new ones.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from scopone.solver.cards cimport prefetch
from scopone.solver.past cimport key_t, same_key

cdef struct memo_t:
    uint8_t* record          # [slots][stride]: a key and its array
    uint64_t stride
    uint64_t* head           # [buckets]: upper half of the hash, slot + 1; 0 where nothing is
    uint32_t slots
    uint32_t buckets         # a power of two, at least twice what is stored
    uint64_t stored          # how many have been stored so far

cdef bint memo_make(memo_t* m, uint32_t slots, uint64_t length) noexcept nogil
cdef void memo_free(memo_t* m) noexcept nogil
cdef uint8_t* memo_store(memo_t* m, const key_t* key, uint64_t hashed) noexcept nogil

cdef inline uint64_t memo_size(uint64_t length) noexcept nogil:
    """Bytes for an array of such a length with all that belongs to it, its place among the heads included."""
    return ((sizeof(key_t) + length + 7) & ~<uint64_t>7) + 4 * sizeof(uint64_t)

cdef inline void memo_prefetch(const memo_t* m, uint64_t hashed) noexcept nogil:
    prefetch(m.head + (hashed >> 32 & (m.buckets - 1)))

cdef inline const uint8_t* memo_find(const memo_t* m, const key_t* key, uint64_t hashed) noexcept nogil:
    """The array of a key, or NULL."""
    cdef uint32_t mask = m.buckets - 1
    cdef uint32_t at = <uint32_t>(hashed >> 32) & mask
    cdef const uint8_t* record
    while m.head[at]:
        if m.head[at] >> 32 == hashed >> 32:
            record = m.record + <uint64_t>(<uint32_t>m.head[at] - 1) * m.stride
            if same_key(<const key_t*>record, key):
                return record + sizeof(key_t)
        at = (at + 1) & mask
    return NULL
