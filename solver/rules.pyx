"""Compiles a `Rules` object into the numbers and tables that the core works with."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from scopone.cards import Card, PACKS, SUITS

from scopone.solver.cards cimport LANE, bit, mask_t
from scopone.solver.moves cimport list_captures

from functools import lru_cache

PRIMIERA_VALUES = {
    # classic points, and the Venetian values doubled so that 5.5 and 0.5 are whole numbers
    "classic": {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10},
    "veneto": {"7": 14, "6": 12, "A": 11, "5": 10, "4": 8, "3": 6, "2": 4, "F": 1, "C": 1, "R": 1},
}


cdef class CompiledRules:
    """The C form of a rules object; one exists for each distinct `Rules`, see `compiled`."""

    def __cinit__(self, rules):
        self.rules = rules
        memset(&self.c, 0, sizeof(rules_t))
        self.c.first = NULL
        self.c.subsets = NULL
        self._cards(rules)
        self._captures(rules)
        self._points(rules)
        self._declarations(rules)
        self._tabulate()

    def __dealloc__(self):
        free(self.c.first)
        free(self.c.subsets)

    def __reduce__(self):
        return compiled, (self.rules,)

    def _cards(self, rules):
        cdef rules_t* c = &self.c
        cdef list cards = [None] * 64
        self.bit_of = {}
        letters = PACKS[rules.deck]
        c.ranks = len(letters)
        c.pack = 0
        for suit, s in enumerate(SUITS):
            for rank, r in enumerate(letters):
                card = Card(r + s)
                cards[LANE * suit + rank] = card
                self.bit_of[card] = LANE * suit + rank
                c.pack |= bit(LANE * suit + rank)
                # in the pack of 52 the courts have no number
                c.value[rank] = 0 if rules.deck == "it52" and r in "FCR" else rank + 1
        self.cards = tuple(cards)
        c.players = rules.players
        c.sides = rules.n_sides
        for seat, side in enumerate(rules.sides):
            c.side_of[seat] = side
        c.hand = rules.hand
        c.table = rules.table

    def _captures(self, rules):
        cdef rules_t* c = &self.c
        c.equal = "equal" in rules.capture_modes
        c.sums = "sum" in rules.capture_modes
        c.fifteen = "fifteen" in rules.capture_modes
        c.priority = {"all": PRIORITY_ALL, "same_value": PRIORITY_SAME_VALUE, "off": PRIORITY_OFF}[
            rules.single_priority]
        c.max_cards = rules.max_capture_cards or 0
        c.fewest = rules.fewest_cards
        c.compulsory = rules.capture_compulsory
        c.ace_sweep = {"off": SWEEP_OFF, "if_no_ace": SWEEP_IF_NO_ACE, "always": SWEEP_ALWAYS}[rules.ace_sweep]
        c.ace_sweep_scopa = rules.ace_sweep_scopa
        c.ace_takes_itself = rules.ace_on_empty == "takes_itself"
        c.ace_opening = {"free": OPENING_FREE, "no_sweep": OPENING_NO_SWEEP, "forbidden": OPENING_FORBIDDEN}[
            rules.ace_opening]

    cdef mask_t _mask(self, cards) except? 0:
        cdef mask_t m = 0
        for card in cards:
            m |= bit(<int>self.bit_of[card])
        return m

    def _points(self, rules):
        cdef rules_t* c = &self.c
        names = ["scope"]
        c.last_card_scopa = rules.last_card_scopa == "counts"
        c.scopa_points = rules.scopa_points
        c.picada_points = rules.picada_points
        c.majorities = 0
        for m in rules.majorities:
            of = self._mask(m.cards(rules.deck))
            c.majority[c.majorities] = majority_t(of, m.points, m.tie == "split", m.min or 0)
            c.majorities += 1
            names.append("cards" if m.name == "carte" else m.name)
        c.items = 0
        for i in rules.card_items:
            needs = self._mask([i.requires]) if i.requires is not None else 0
            c.item[c.items] = item_t(self._mask([i.card]), needs, i.points)
            c.items += 1
            names.append(i.name)
        c.singles = c.items
        for i in rules.set_items:
            c.item[c.items] = item_t(self._mask(i.cards), 0, i.points)
            c.items += 1
            names.append(i.name)
        c.runs = 0
        for r in rules.run_items:
            c.run[c.runs] = run_t(SUITS.index(r.suit), r.min, r.max)
            c.runs += 1
            names.append(r.name)
        self._primiera(rules)
        if c.primiera != PRIMIERA_NONE:
            names.append("primiera")
        c.scopa_cards = 0
        c.scopa_card_replaces = rules.scopa_card_replaces
        for card, points in rules.scopa_card_points:
            c.scopa_cards |= bit(<int>self.bit_of[card])
            c.scopa_card_points[self.bit_of[card]] = points
        c.scuderia = 0
        c.seat_piles = False
        if rules.scuderia != "off":
            c.scuderia = self._mask([Card("C" + s) for s in SUITS])
            c.seat_piles = rules.scuderia == "player" and rules.players > rules.n_sides
            names.append("scuderia")
        # points won in play other than scope: the rules have one source of them at most
        c.has_bonus = rules.has_bonus
        if c.scopa_cards:
            names.append("scopa_cards")
        elif c.picada_points:
            names.append("picada")
        elif rules.declarations is not None:
            names.append("declarations")
        c.leftovers_to_dealer = rules.leftovers_to == "dealer"
        c.piles = c.players if c.seat_piles else c.sides
        self.item_names = tuple(names)

    def _declarations(self, rules):
        cdef rules_t* c = &self.c
        d = rules.declarations
        if d is None:
            return
        for name, test, points in d.items:
            c.declaration[c.declarations] = declaration_t({
                "three_equal": TEST_THREE_EQUAL, "low": TEST_LOW, "low_all_different": TEST_LOW_DIFFERENT,
                "low_with_pair": TEST_LOW_PAIR,
            }[test], points)
            c.declarations += 1
        c.declares_all = d.stack == "sum"
        c.must_declare = d.mode == "automatic"
        if d.wild is not None:
            c.wild = self._mask([d.wild])
            c.wild_keeps = d.wild_keeps_value == "when_played"

    def _primiera(self, rules):
        cdef rules_t* c = &self.c
        p = rules.primiera
        c.primiera = PRIMIERA_NONE
        c.primiera_missing = {"void": MISSING_VOID, "fewer_suits_lose": MISSING_FEWER_LOSE, "sum": MISSING_SUM}[
            rules.primiera_missing]
        c.primiera_ranks = 0
        if p is None:
            return
        letters = PACKS[rules.deck]
        if p.mode == "points":
            c.primiera = PRIMIERA_POINTS
            values = PRIMIERA_VALUES[p.values]
            for rank, r in enumerate(letters):
                c.primiera_value[rank] = values[r]
        else:
            c.primiera = PRIMIERA_COUNT
            for r in p.ranks:
                c.primiera_rank[c.primiera_ranks] = letters.index(r)
                c.primiera_ranks += 1

    def _tabulate(self):
        """Captures from every table without two cards of a rank, by the general generator."""
        cdef rules_t* c = &self.c
        cdef mask_t found[1024]
        cdef list subsets = []
        cdef dict places = {}
        cdef int rank, i, n
        cdef uint32_t ranks
        cdef size_t size = <size_t>c.ranks << c.ranks
        c.first = <uint32_t*>malloc(size * sizeof(uint32_t))
        if c.first == NULL:
            raise MemoryError()
        for rank in range(c.ranks):
            for ranks in range(<uint32_t>1 << c.ranks):
                n = list_captures(c, rank, <mask_t>ranks, found, 1024)
                key = tuple(sorted(<object>found[i] for i in range(n)))
                place = places.get(key)
                if place is None:
                    place = places[key] = len(subsets)
                    subsets.append(n)
                    subsets.extend(key)
                c.first[<size_t>rank << c.ranks | ranks] = place
        c.subsets = <uint16_t*>malloc(len(subsets) * sizeof(uint16_t))
        if c.subsets == NULL:
            raise MemoryError()
        for i in range(len(subsets)):
            c.subsets[i] = subsets[i]


@lru_cache(maxsize=256)
def _compiled(rules):
    return CompiledRules(rules)


cpdef CompiledRules compiled(object rules):
    """The compiled form of a `Rules` object, made once."""
    return _compiled(rules)
