"""Backward work a level at a time: all classes with as many cards left, then all with one more.

What may follow is listed first, from the root down, so that each class is worked out once and for all, and it is
known how much there is of them. A level needs the arrays of the one below and no others. They are lent by whoever
uses this, from memory or from files, so that two levels must find a place somewhere and never all of them. The lowest
level is worked out depth first, by what keeps the levels below it in memory.

Classes of a level are sorted by their keys, those with the same cards in play next to each other: what they need of
the level below lies close together, too, and their numbers depend on nothing but the class of the root.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memset

from scopone.solver.backward cimport CROWDED, MOST_LEFT, NO_MEMORY, Backward, step_t
from scopone.solver.past cimport condense, key_t, mixed_key, past_t, same_key, set_past

cdef enum:
    FEWEST = 256             # heads
    MOST_CLASSES = 1 << 30   # of a level
    NO_ROOM = 4              # what can go wrong, besides what can in `Backward`
    AT_ONCE = 1 << 14        # classes listed between two looks at Ctrl-C


cdef inline int _compare(uint64_t a, uint64_t b) noexcept nogil:
    return (a > b) - (a < b)


cdef int _order(const void* one, const void* other) noexcept nogil:
    cdef const key_t* a = &(<const class_t*>one).key
    cdef const key_t* b = &(<const class_t*>other).key
    return (
        _compare(a.unplayed, b.unplayed) or _compare(a.table, b.table) or _compare(a.tallies, b.tallies)
        or _compare(a.primiera, b.primiera) or _compare(a.special, b.special))


cdef uint32_t _place(const classes_t* c, const key_t* key, uint64_t hashed) noexcept nogil:
    """Where among the heads a key is, or would be."""
    cdef uint32_t mask = c.buckets - 1
    cdef uint32_t at = <uint32_t>(hashed >> 32) & mask
    while c.head[at] and not same_key(&c.item[c.head[at] - 1].key, key):
        at = (at + 1) & mask
    return at


cdef inline uint32_t _buckets(uint32_t room) noexcept nogil:
    cdef uint32_t n = FEWEST
    while n < room + room // 3:
        n *= 2
    return n


cdef inline uint64_t _bytes(uint64_t room, uint64_t buckets) noexcept nogil:
    return room * sizeof(class_t) + buckets * sizeof(uint32_t)


cdef bint _resize(classes_t* c, uint32_t room) noexcept nogil:
    """Room for so many. False if memory is out."""
    cdef class_t* item = NULL
    if room <= MOST_CLASSES:
        item = <class_t*>realloc(c.item, room * sizeof(class_t))
    if item == NULL:
        return False
    c.item = item
    c.room = room
    return c.buckets == _buckets(room) or _index(c)


cdef bint _index(classes_t* c) noexcept nogil:
    """Makes the heads. False if memory is out."""
    cdef uint32_t i
    cdef key_t* key
    free(c.head)
    c.buckets = _buckets(c.room)
    c.head = <uint32_t*>calloc(c.buckets, sizeof(uint32_t))
    if c.head == NULL:
        return False
    for i in range(c.n):
        key = &c.item[i].key
        c.head[_place(c, key, mixed_key(key))] = i + 1
    return True


cdef void _free(classes_t* c) noexcept nogil:
    free(c.item)
    free(c.head)
    memset(c, 0, sizeof(classes_t))


cdef class Levels(Backward):
    """The values of all layouts of one class, worked out level by level. A level is named by its cards left.

    Made as `Backward`. `descend` lists further levels; then `share` says which is the lowest to be lent, and each
    from that one up is to be filled and lent before the next. `part` needs the level below the root.
    """

    def __cinit__(self, *_, **__):
        cdef classes_t* c = &self.classes[self.top]
        cdef past_t p
        if not _resize(c, 1):
            raise MemoryError()
        set_past(&self.plan, &self.root, &p)
        condense(&self.plan, &p, &c.item[0].key)
        c.item[0].pile, c.item[0].last = p.pile[0], p.last
        c.n = 1
        self.every = p.unplayed | p.table | p.pile[0] | p.pile[1]
        self.held = {}
        self.lowest = self.top
        if self.top > 1:
            self.descend()

    def __dealloc__(self):
        cdef int left
        for left in range(MOST_LEFT + 1):
            _free(&self.classes[left])
            free(self.lent[left])

    def descend(self, uint64_t memory=~<uint64_t>0):
        """Lists the classes of one more level; False, and nothing done, if all lists would take more `memory`."""
        cdef int left = self.lowest - 1
        cdef classes_t* c = &self.classes[left]
        cdef uint32_t first, n = self.classes[left + 1].n
        cdef bint fine
        if left < 1:
            raise ValueError("there are no more levels")
        try:
            if not _resize(c, FEWEST):
                raise MemoryError()
            self.begin(0, 0)
            self.memory = memory - min(memory, <uint64_t>self.listed)
            for first in range(0, n, AT_ONCE):
                with nogil:
                    self.list_below(left + 1, first, min(first + AT_ONCE, n))
                if self.failed == NO_ROOM:
                    _free(c)
                    return False
                self.end_well()
                PyErr_CheckSignals()
            with nogil:
                qsort(c.item, c.n, sizeof(class_t), _order)
                fine = _resize(c, c.n) and _index(c)
            if not fine:
                raise MemoryError()
        except BaseException:
            _free(c)
            raise
        self.lowest = left
        return True

    def ascend(self):
        """Forgets the level that was listed last."""
        _free(&self.classes[self.lowest])
        self.lowest += 1

    def count(self, int left):
        """How many classes a level has."""
        return self.classes[left].n

    def size(self, int left):
        """How many bytes the array of a class has: a byte for each layout."""
        return self.level[left].layouts

    @property
    def listed(self):
        """Bytes of memory that the lists take."""
        return sum(
            [_bytes(self.classes[left].room, self.classes[left].buckets) for left in range(self.top + 1)])

    def keys(self, int left, uint32_t first, uint32_t last):
        """Bytes that tell classes `first` to `last` - 1 from all others of the same rules."""
        cdef uint32_t i
        cdef bytearray found
        cdef key_t* key
        if not first < last <= self.classes[left].n:
            raise IndexError(f"classes {first} to {last} of {self.classes[left].n}")
        found = bytearray((last - first) * sizeof(key_t))
        key = <key_t*><char*>found
        for i in range(last - first):
            key[i] = self.classes[left].item[first + i].key
        return found

    def lend(self, int left, arrays, uint32_t each):
        """Gives the arrays of a level, `each` classes in each of the buffers but the last; none takes them back."""
        cdef const uint8_t[::1] view
        cdef const uint8_t** lent = NULL
        cdef uint64_t size = self.level[left].layouts, whole = each * size, rest = self.classes[left].n * size
        cdef int i
        cdef list held = list(arrays)
        for view in held:
            if <uint64_t>view.shape[0] != min(whole, rest):
                raise ValueError("arrays of other lengths")
            rest -= view.shape[0]
        if held:
            if rest:
                raise ValueError("not the whole level")
            lent = <const uint8_t**>malloc(len(held) * sizeof(uint8_t*))
            if lent == NULL:
                raise MemoryError()
            for i, view in enumerate(held):
                lent[i] = &view[0]
        free(self.lent[left])
        self.lent[left], self.held[left], self.each[left] = lent, held, each

    def fill(self, int left, uint32_t first, uint8_t[::1] out):
        """Works out as many classes of a level as `out` has room for, from number `first` on."""
        cdef uint64_t size = self.level[left].layouts
        cdef uint32_t n = out.shape[0] // size, i
        cdef class_t* c
        cdef past_t p
        cdef key_t key
        if not self.lowest <= left < self.top or n * size != <uint64_t>out.shape[0] or first + n > self.classes[left].n:
            raise ValueError("no such classes, or no room for exactly their values")
        self.begin(0, 1)
        with nogil:
            for i in range(n):
                c = &self.classes[left].item[first + i]
                self.before, self.weight = i / <double>n, 1 / <double>n
                self.past_of(c, &p)
                if not self.work_out(left, &p, condense(&self.plan, &p, &key)):
                    break
                self.turn(left, &out[i * size])
        self.end_well()

    cdef bint grow(self, classes_t* c) noexcept nogil:
        """Room for more classes. False if that is more than the lists may take."""
        cdef uint32_t room = c.room + c.room // 4
        if _bytes(room, _buckets(room)) > self.memory:
            self.failed = NO_ROOM
            return False
        if not _resize(c, room):
            self.failed = NO_MEMORY
            return False
        return True

    cdef void past_of(self, const class_t* c, past_t* p) noexcept nogil:
        p.unplayed, p.table, p.pile[0], p.last = c.key.unplayed, c.key.table, c.pile, c.last
        p.pile[1] = self.every ^ p.unplayed ^ p.table ^ p.pile[0]

    cdef bint list_below(self, int left, uint32_t first, uint32_t last) noexcept nogil:
        """Adds to the level below what some classes lead to. False if it finds no room."""
        cdef classes_t* c = &self.classes[left - 1]
        cdef const step_t* s
        cdef past_t p
        cdef uint32_t i, at
        cdef int k, n
        for i in range(first, last):
            self.past_of(&self.classes[left].item[i], &p)
            n = self.list_steps(left, &p, 0)     # what is settled is not asked for: only where the moves lead
            if n < 0:
                self.failed = CROWDED
                return False
            for k in range(n):
                if c.n == c.room and not self.grow(c):
                    return False
                s = &self.steps[left][k]
                at = _place(c, &s.key, s.hashed)
                if not c.head[at]:
                    c.item[c.n].key, c.item[c.n].pile, c.item[c.n].last = s.key, s.past.pile[0], s.past.last
                    c.n += 1
                    c.head[at] = c.n
        return True

    cdef const uint8_t* array(self, int left, const step_t* s) noexcept nogil:
        """As `Backward.array`; of a level that is lent, from there."""
        cdef const classes_t* c = &self.classes[left]
        cdef uint32_t number, each = self.each[left]
        if self.lent[left] == NULL:
            return Backward.array(self, left, s)
        number = c.head[_place(c, &s.key, s.hashed)] - 1
        return self.lent[left][number // each] + number % each * self.level[left].layouts
