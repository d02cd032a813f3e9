"""The general generator of captures: every rule of capturing, for every table.

The search uses its results through the tables of the compiled rules (see moves.pxd) and calls it itself
only for tables that hold two cards of a rank.
"""

from scopone.solver.cards cimport MAX_CARDS, count, ctz, mask_t, of_ranks, rank_of
from scopone.solver.rules cimport PRIORITY_ALL, PRIORITY_OFF, SWEEP_ALWAYS, SWEEP_OFF, rules_t


cdef struct gather_t:
    int n
    int room
    int smallest           # size of the smallest set so far
    bint fewest
    int limit              # no set of more cards than this
    mask_t* out
    int cards
    mask_t card[MAX_CARDS] # candidate table cards, highest value first
    int value[MAX_CARDS]
    int rest[MAX_CARDS + 1]  # total value from here on


cdef void add(gather_t* g, mask_t taken, int size) noexcept nogil:
    if size > g.limit:
        return
    if g.fewest:
        if size > g.smallest:
            return
        if size < g.smallest:
            g.smallest = size
            g.n = 0
    if g.n < g.room:
        g.out[g.n] = taken
    g.n += 1


cdef void extend(gather_t* g, int i, int wanted, mask_t taken, int size, int least) noexcept nogil:
    """Adds every set of at least `least` cards with the wanted total made from candidate i on."""
    if wanted == 0:
        if size >= least:
            add(g, taken, size)
        return
    if size == g.limit or g.rest[i] < wanted:
        return
    while i < g.cards:
        if g.value[i] <= wanted:
            extend(g, i + 1, wanted - g.value[i], taken | g.card[i], size + 1, least)
        i += 1


cdef int list_captures(const rules_t* rules, int card, mask_t table, mask_t* out, int room) noexcept nogil:
    """All sets of table cards that `card` may take under the rules; returns their number (see captures)."""
    cdef gather_t g
    cdef int rank = rank_of(card)
    cdef int value = rules.value[rank]
    cdef mask_t equals = table & of_ranks(<unsigned int>1 << rank)
    cdef mask_t left
    cdef int r, c, i
    if table == 0:
        if rank == 0 and rules.ace_takes_itself:
            if room > 0:
                out[0] = 0         # a capture of nothing: the ace goes to the pile by itself
            return 1
        return 0
    if rank == 0 and rules.ace_sweep != SWEEP_OFF and (equals == 0 or rules.ace_sweep == SWEEP_ALWAYS):
        if room > 0:
            out[0] = table
        return 1
    g.n = 0
    g.room = room
    g.out = out
    g.fewest = rules.fewest
    g.smallest = MAX_CARDS + 1
    g.limit = rules.max_cards if rules.max_cards else MAX_CARDS
    if rules.equal:
        left = equals
        while left:
            add(&g, left & (~left + 1), 1)
            left &= left - 1
    if value == 0 or (equals and rules.equal and rules.priority == PRIORITY_ALL):
        return g.n
    g.cards = 0
    for r in range(rules.ranks - 1, -1, -1):
        if rules.value[r] == 0:
            continue
        left = table & of_ranks(<unsigned int>1 << r)
        while left:
            g.card[g.cards] = left & (~left + 1)
            g.value[g.cards] = rules.value[r]
            g.cards += 1
            left &= left - 1
    g.rest[g.cards] = 0
    for i in range(g.cards - 1, -1, -1):
        g.rest[i] = g.rest[i + 1] + g.value[i]
    if rules.sums and not (equals and rules.equal and rules.priority != PRIORITY_OFF):
        extend(&g, 0, value, 0, 0, 2)
    if rules.fifteen and value < 15:
        extend(&g, 0, 15 - value, 0, 0, 1)
    return g.n


cdef bint takes_all_anyway(const rules_t* rules, mask_t table) noexcept nogil:
    """Could an ace take this whole table without its sweep? Then it is an ordinary capture and a scopa."""
    cdef mask_t left = table
    cdef int total = 0, value
    cdef bint ace = table & of_ranks(1) != 0
    if ace and table & (table - 1) == 0:
        return rules.equal
    if not rules.fifteen or (rules.max_cards and count(table) > rules.max_cards):
        return False
    if ace and rules.equal and (rules.priority == PRIORITY_ALL or rules.fewest):
        return False
    while left:
        value = rules.value[rank_of(ctz(left))]
        if value == 0:
            return False
        total += value
        left &= left - 1
    return total == 14
