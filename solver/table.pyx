"""The transposition table.

A bucket is a cache line of four entries, chosen by the board at level 0 (see plan.pyx), so that one look finds
proofs at every level: those that hold for all suits, for given denari, for exactly these cards. An entry holds
the key of its board at its own level, exact for up to forty cards in play (3^40 < 2^64), and

    bits 0-49   the requirement (see proof.pxd); its guard bits hold the effort and the best card
    bits 50-56  the target + 64: the winner gets at least so many of the remaining points
    bit  57     the winner is the side to move
    bit  58     the winner must be the side that captured last
    bits 60-61  USES_SUIT, USES_PRIMIERA
    bit  63     1, so that no entry is all zeros

The meaning of an entry, and with it of a checkpoint, is numbered in FORMAT: count it up with every change of it
or of the keys.

Threads share the table without locks: the key is stored xor the data, so that an entry written by two threads
at once matches no key. Loads and stores are relaxed atomics.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from scopone.solver.plan cimport plan_t
from scopone.solver.proof cimport (
    FIELDS, GUARDS, NEEDS_LAST, SUCCESS, USES_PRIMIERA, USES_SUIT, meets, primiera_fields, proof_t, tally,
)

FORMAT = 1

cdef extern from *:
    """
    #define SCOPONE_LOAD(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define SCOPONE_STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
    #define SCOPONE_LOG2(x) (63 - __builtin_clzll((x) | 1))
    #include <stdlib.h>
    #include <string.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    #define SCOPONE_HUGE ((size_t)1 << 21)

    /* Zeroed memory. Large tables lie on huge pages, since most probes miss the TLB otherwise, and come from the
       system page by page as they are touched. `block` and `span` are for scopone_give_back. */
    static void* scopone_pages(size_t bytes, void** block, size_t* span) {
    #if defined(MADV_HUGEPAGE) && defined(MAP_ANONYMOUS)
        if (bytes >= SCOPONE_HUGE) {
            char* start;
            *span = bytes + SCOPONE_HUGE;
            *block = mmap(NULL, *span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (*block == MAP_FAILED) { *block = NULL; return NULL; }
            start = (char*)(((size_t)*block + SCOPONE_HUGE - 1) & ~(SCOPONE_HUGE - 1));
            madvise(start, bytes, MADV_HUGEPAGE);
            return start;
        }
    #endif
        *span = 0;
        *block = calloc(bytes + 64, 1);
        return *block ? (void*)(((size_t)*block + 63) & ~(size_t)63) : NULL;
    }
    static void scopone_give_back(void* block, size_t span) {
    #ifdef MADV_HUGEPAGE
        if (span) { munmap(block, span); return; }
    #endif
        free(block);
    }
    static void scopone_zero(void* start, size_t bytes, size_t span) {
    #ifdef MADV_HUGEPAGE
        if (span && madvise(start, bytes, MADV_DONTNEED) == 0) return;
    #endif
        memset(start, 0, bytes);
    }
    """
    void* scopone_pages(size_t bytes, void** block, size_t* span) noexcept nogil
    void scopone_give_back(void* block, size_t span) noexcept nogil
    void scopone_zero(void* start, size_t bytes, size_t span) noexcept nogil
    uint64_t load "SCOPONE_LOAD"(const uint64_t* p) noexcept nogil
    void store "SCOPONE_STORE"(uint64_t* p, uint64_t v) noexcept nogil
    int log2 "SCOPONE_LOG2"(uint64_t x) noexcept nogil

cdef enum:
    TARGET_SHIFT = 50
    TARGET_ZERO = 64

cdef uint64_t WINNER = <uint64_t>1 << 57
cdef uint64_t LAST = <uint64_t>1 << 58
cdef uint64_t USES = USES_PRIMIERA | USES_SUIT
cdef uint64_t PRESENT = <uint64_t>1 << 63
# the guard bits 5, 9, 14, 19 hold the best card + 1; those from 24 on (every fifth) the effort, in order
cdef uint64_t EFFORT = GUARDS & ~<uint64_t>0xFFFFF


cdef inline uint64_t scatter_effort(int effort) noexcept nogil:
    cdef uint64_t x = effort
    return (
        (x & 1) << 24 | (x & 2) << 28 | (x & 4) << 32 | (x & 8) << 36 | (x & 16) << 40 | (x & 32) << 44
    )


cdef inline uint64_t scatter_best(int best) noexcept nogil:
    cdef uint64_t x = best + 1 if best < 15 else 0
    return (x & 1) << 5 | (x & 2) << 8 | (x & 4) << 12 | (x & 8) << 16


cdef inline int gather_best(uint64_t data) noexcept nogil:
    return <int>((data >> 5) & 1 | (data >> 8) & 2 | (data >> 12) & 4 | (data >> 16) & 8) - 1


cdef bint table_resize(table_t* table, size_t bytes) noexcept nogil:
    """An empty table of the largest power of two of buckets that fits in so many bytes (at least 16 KiB).

    False when memory is out; the table is then empty and has no room.
    """
    cdef int bits = 8
    while bits < 40 and (<size_t>64 << (bits + 1)) <= bytes:
        bits += 1
    if table.entry != NULL and table.buckets == <uint64_t>1 << bits:
        table_clear(table)
        return True
    table_free(table)
    table.bytes = <size_t>64 << bits
    table.entry = <entry_t*>scopone_pages(table.bytes, &table.block, &table.span)
    if table.entry == NULL:
        return False
    table.buckets = <uint64_t>1 << bits
    table.shift = 64 - bits
    return True


cdef void table_free(table_t* table) noexcept nogil:
    scopone_give_back(table.block, table.span)
    memset(table, 0, sizeof(table_t))


cdef void table_clear(table_t* table) noexcept nogil:
    if table.entry != NULL:
        scopone_zero(table.entry, table.bytes, table.span)


cdef double table_used(const table_t* table) noexcept nogil:
    """Share of entries in use, from a sample."""
    cdef uint64_t i, n = min(table.buckets * WAYS, <uint64_t>4096), used = 0
    for i in range(n):
        used += load(&table.entry[i].data) != 0
    return <double>used / n if n else 0.0


cdef found_t table_probe(
    const table_t* table, const plan_t* plan, const keys_t* keys, const frame_t* f, int target
) noexcept nogil:
    """A proof that decides whether the side to move gets `target` points, if there is one."""
    cdef const entry_t* e = table.entry + keys.bucket * WAYS
    cdef found_t found
    cdef proof_t past
    cdef uint64_t data, key
    cdef int i, proven
    found.hit = False
    found.best = -1
    found.proof = 0
    for i in range(WAYS):
        data = load(&e[i].data)
        key = keys.level[2] if data & USES_PRIMIERA else keys.level[1] if data & USES_SUIT else keys.level[0]
        if load(&e[i].check) ^ data != key or data == 0:
            continue
        found.best = gather_best(data)
        proven = <int>(data >> TARGET_SHIFT & 127) - TARGET_ZERO
        if data & WINNER:
            if proven < target or (data & LAST and f.last != 1):
                continue
            past = tally(plan, f.own_cards, f.own_suit)
            if data & USES_PRIMIERA:
                past |= primiera_fields(plan, f.own, f.opp)
        else:
            if proven < 1 - target or (data & LAST and f.last != 0):
                continue
            past = tally(plan, f.opp_cards, f.opp_suit)
            if data & USES_PRIMIERA:
                past |= primiera_fields(plan, f.opp, f.own)
        if meets(past, data & ~GUARDS):
            found.hit = True
            found.proof = (data & FIELDS & ~GUARDS) | (data & USES)
            if data & WINNER:
                found.proof |= SUCCESS
            if data & LAST:
                found.proof |= NEEDS_LAST
            return found
    return found


cdef void table_store(
    table_t* table, const keys_t* keys, proof_t proof, int target, int best, uint64_t nodes
) noexcept nogil:
    """Keeps a proof for the question whether the side to move gets `target`; it took so many nodes."""
    cdef entry_t* e = table.entry + keys.bucket * WAYS
    cdef entry_t* worst = NULL
    cdef uint64_t data, old, key, least = ~<uint64_t>0
    cdef int i, proven, level = 2 if proof & USES_PRIMIERA else 1 if proof & USES_SUIT else 0
    proven = target if proof & SUCCESS else 1 - target
    if not -TARGET_ZERO <= proven < TARGET_ZERO:
        return
    key = keys.level[level]
    data = (
        (proof & FIELDS) | scatter_effort(min(log2(nodes), 63)) | scatter_best(best)
        | <uint64_t>(proven + TARGET_ZERO) << TARGET_SHIFT | (WINNER if proof & SUCCESS else 0)
        | (LAST if proof & NEEDS_LAST else 0) | (proof & USES) | PRESENT
    )
    for i in range(WAYS):
        old = load(&e[i].data)
        if old == 0:
            worst = &e[i]
            least = 0
        elif load(&e[i].check) ^ old == key and (old ^ data) & (WINNER | LAST | USES) == 0 and (
            <int>(old >> TARGET_SHIFT & 127) <= proven + TARGET_ZERO and meets(old & FIELDS & ~GUARDS, proof)
        ):
            # the new proof says all that the old one did
            worst = &e[i]
            break
        elif old & EFFORT < least:
            worst = &e[i]
            least = old & EFFORT
    store(&worst.check, key ^ data)
    store(&worst.data, data)


cdef size_t table_export(const table_t* table, uint64_t start, uint64_t end, int least, uint64_t* out) noexcept nogil:
    """Writes the entries of some buckets that took at least 2^least nodes: bucket, check, data each.

    `out` has room for 3 * WAYS words a bucket. Returns how many entries there were.
    """
    cdef uint64_t bucket, data, floor = scatter_effort(least)
    cdef const entry_t* e
    cdef size_t n = 0
    cdef int i
    for bucket in range(start, end):
        for i in range(WAYS):
            e = &table.entry[bucket * WAYS + i]
            data = load(&e.data)
            if data and data & EFFORT >= floor:
                out[3 * n] = bucket
                out[3 * n + 1] = load(&e.check)
                out[3 * n + 2] = data
                n += 1
    return n


cdef void table_import(table_t* table, const uint64_t* words, size_t entries, int bits) noexcept nogil:
    """Puts entries back that came from a table of 2^bits buckets, at least as many as this one has."""
    cdef int down = bits - (64 - table.shift)
    cdef entry_t* e
    cdef entry_t* worst
    cdef size_t n
    cdef int i
    for n in range(entries):
        e = table.entry + (words[3 * n] >> down) * WAYS
        worst = e
        for i in range(1, WAYS):
            if e[i].data & EFFORT < worst.data & EFFORT:
                worst = e + i
        if worst.data & EFFORT <= words[3 * n + 2] & EFFORT:
            worst.check = words[3 * n + 1]
            worst.data = words[3 * n + 2]
