"""A hash table of arrays in a ring: a key and its array lie together, so that a look-up misses the cache twice.

Heads hold half of the hash beside the slot, so that they are moved without a look at the keys.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from scopone.solver.past cimport key_t, mixed_key

cdef enum:
    FEWEST_BUCKETS = 256


cdef bint memo_make(memo_t* m, uint32_t slots, uint64_t length) noexcept nogil:
    """Room for so many arrays of a length; memory that is not used is not touched. False if there is none."""
    memset(m, 0, sizeof(memo_t))
    m.slots = slots
    m.stride = (sizeof(key_t) + length + 7) & ~<uint64_t>7
    m.buckets = FEWEST_BUCKETS
    m.record = <uint8_t*>malloc(slots * m.stride)
    m.head = <uint64_t*>calloc(m.buckets, sizeof(uint64_t))
    return m.record != NULL and m.head != NULL


cdef void memo_free(memo_t* m) noexcept nogil:
    free(m.record)
    free(m.head)


cdef inline uint64_t _entry(uint64_t hashed, uint32_t slot) noexcept nogil:
    return hashed >> 32 << 32 | slot + 1


cdef inline void _put(uint64_t* head, uint32_t mask, uint64_t entry) noexcept nogil:
    cdef uint32_t at = <uint32_t>(entry >> 32) & mask
    while head[at]:
        at = (at + 1) & mask
    head[at] = entry


cdef void _drop(memo_t* m, uint64_t entry) noexcept nogil:
    """Takes a head out, and moves up those behind it that would no longer be found."""
    cdef uint32_t mask = m.buckets - 1
    cdef uint32_t hole = <uint32_t>(entry >> 32) & mask
    cdef uint32_t at, home
    while m.head[hole] != entry:
        hole = (hole + 1) & mask
    at = hole
    while True:
        at = (at + 1) & mask
        if m.head[at] == 0:
            break
        home = <uint32_t>(m.head[at] >> 32) & mask
        if ((at - home) & mask) >= ((at - hole) & mask):
            m.head[hole] = m.head[at]
            hole = at
    m.head[hole] = 0


cdef bint _grow(memo_t* m) noexcept nogil:
    cdef uint64_t* head = <uint64_t*>calloc(2 * <uint64_t>m.buckets, sizeof(uint64_t))
    cdef uint32_t i
    if head == NULL:
        return False
    for i in range(m.buckets):
        if m.head[i]:
            _put(head, 2 * m.buckets - 1, m.head[i])
    free(m.head)
    m.head = head
    m.buckets *= 2
    return True


cdef uint8_t* memo_store(memo_t* m, const key_t* key, uint64_t hashed) noexcept nogil:
    """Room for the array of a key that is not there, from now on found by it. NULL if memory is out."""
    cdef uint32_t slot = m.stored % m.slots
    cdef uint8_t* record = m.record + <uint64_t>slot * m.stride
    if m.stored >= m.slots:
        _drop(m, _entry(mixed_key(<const key_t*>record), slot))
    elif 2 * m.stored >= m.buckets and not _grow(m):
        return NULL
    m.stored += 1
    (<key_t*>record)[0] = key[0]
    _put(m.head, m.buckets - 1, _entry(hashed, slot))
    return record + sizeof(key_t)
