"""Positions: the C state with its moves, and the Python class that `scopone.Position` is made on."""

from collections.abc import Sequence

from libc.string cimport memcmp, memset

from scopone.solver.cards cimport LANE, MAX_CARDS, MAX_SEATS, bit, count, ctz, mask_t, rank_of
from scopone.solver.declare cimport MOST_DECLARED, declared_t, list_declared
from scopone.solver.legal cimport free_moves, list_moves, moves_t
from scopone.solver.moves cimport takes_all_anyway
from scopone.solver.rules cimport OPENING_NO_SWEEP, SWEEP_OFF, CompiledRules, compiled, rules_t
from scopone.solver.score cimport score_t, settle


cdef bint opening(const rules_t* rules, const state_t* s) noexcept nogil:
    """No card of the deal has been played yet."""
    cdef int seat
    for seat in range(rules.players):
        if count(s.hand[seat]) != rules.hand:
            return False
    return s.stock_size == 4 * rules.ranks - rules.table - rules.players * rules.hand


cdef void _deal_handful(const rules_t* rules, state_t* s) noexcept nogil:
    cdef int seat, i, at = 0
    for seat in range(rules.players):
        for i in range(rules.hand):
            s.hand[seat] |= bit(s.stock[at])
            at += 1
    s.stock_size -= at
    for i in range(MAX_CARDS):     # dealt places are cleared, so that equal states have equal bytes
        s.stock[i] = s.stock[i + at] if i + at < MAX_CARDS else 0


cdef void play(const rules_t* rules, state_t* s, const move_t* m) noexcept nogil:
    """Plays a legal move: captures, scope, the next handful, and at the end of the deal the leftovers."""
    cdef int seat = s.turn
    cdef int side = rules.side_of[seat]
    cdef mask_t card = bit(m.card)
    cdef bint last = last_play(rules, s)
    cdef bint first = rules.ace_opening == OPENING_NO_SWEEP and opening(rules, s)
    cdef int8_t laid = s.laid
    cdef int rank = rank_of(m.card)
    s.hand[seat] ^= card
    if rules.declarations:
        rank = played_as(rules, m.card, s.wild_as)
        s.shown &= ~card
        if card & rules.wild:
            s.wild_as = 0
    s.laid = NOBODY
    if m.takes:
        s.pile[pile_of(rules, seat)] |= card | m.taken
        s.table ^= m.taken
        s.last = seat
        if rules.picada_points and laid != NOBODY and m.taken == bit(laid) and rank_of(laid) == rank_of(m.card):
            s.bonus[side] += rules.picada_points
        if m.taken and s.table == 0 and (not last or rules.last_card_scopa) and (
            rank != 0 or rules.ace_sweep == SWEEP_OFF or rules.ace_sweep_scopa or first
            or takes_all_anyway(rules, m.taken)
        ):
            if rules.scopa_cards & card:
                s.bonus[side] += rules.scopa_card_points[m.card]
                s.made |= card
                if not rules.scopa_card_replaces:
                    s.scope[side] += 1
            else:
                s.scope[side] += 1
    else:
        s.table |= card
        if rules.picada_points:
            s.laid = m.card
    s.turn = (seat + 1) % rules.players
    if last:
        if rules.leftovers_to_dealer and s.table:
            s.last = rules.players - 1
        if s.last != NOBODY:
            s.pile[pile_of(rules, s.last)] |= s.table
            s.table = 0
        s.laid = NOBODY
    elif s.hand[s.turn] == 0 and s.stock_size:
        _deal_handful(rules, s)


cdef tuple said(CompiledRules compiled, const move_t* m):
    """The declaration of a move: its name, and the rank of the wild card or None; None if it has none."""
    if not m.declares:
        return None
    rules = compiled.rules
    return rules.declarations.items[m.declares - 1][0], rules.ranks[m.wild_as - 1] if m.wild_as else None


cdef class Moves:
    """The legal moves of a state: a sequence that makes its items when they are asked for."""

    cdef moves_t c
    cdef State state

    def __dealloc__(self):
        free_moves(&self.c)

    def __len__(self):
        return self.c.n

    def __bool__(self):
        return self.c.n > 0

    def __getitem__(self, index):
        cdef Py_ssize_t i
        cdef const move_t* m
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(self.c.n)))
        i = index
        if i < 0:
            i += self.c.n
        if not 0 <= i < self.c.n:
            raise IndexError(f"move {index} of {self.c.n}")
        m = &self.c.move[i]
        if not m.declares:
            return self.state.move(m.card, m.takes, m.taken)
        return self.state.move(m.card, m.takes, m.taken, said(self.state.compiled, m))

    def __iter__(self):
        cdef int i
        for i in range(self.c.n):
            yield self[i]

    def __reduce__(self):
        return tuple, (tuple(self),)

    def __contains__(self, move):
        try:
            return self.find(move) >= 0
        except (AttributeError, TypeError, ValueError, KeyError):
            return False

    cdef int find(self, move) except -2:
        """Index of a move, -1 if it is not legal."""
        cdef dict bit_of = self.state.compiled.bit_of
        cdef int card = bit_of.get(move.card, -1)
        cdef mask_t taken = 0
        cdef int i
        for c in move.captured:
            if c not in bit_of:
                return -1
            taken |= bit(<int>bit_of[c])
        for i in range(self.c.n):
            if self.c.move[i].card == card and self.c.move[i].taken == taken:
                if said(self.state.compiled, &self.c.move[i]) == getattr(move, "declared", None):
                    return i
        return -1

    def index(self, move):
        """Index of a move; `ValueError` if it is not legal."""
        cdef int i = self.find(move) if move in self else -1
        if i < 0:
            raise ValueError(f"{move} is not among the legal moves")
        return i

    def count(self, move):
        """1 if the move is legal, else 0."""
        return int(move in self)

    def __reversed__(self):
        return reversed(tuple(self))

    def __repr__(self):
        return f"[{', '.join(map(str, self))}]"

    def __eq__(self, other):
        if isinstance(other, Moves):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None


Sequence.register(Moves)


cdef class State:
    """A position of a game: immutable, hashable, picklable; its subclass is `scopone.Position`.

    `State.make(...)` fills one from its parts and checks nothing: reading and checking is the notation's work.
    """

    def __init__(self, *args, **kwargs):
        raise TypeError(f"{type(self).__name__}: make one with parse, deal or from_pack")

    @classmethod
    def make(cls, rules, hands, table, piles, scope, bonus, int turn, last, laid, stock, shown=(), wild_as=None):
        """A state from its parts: `hands` and `piles` are iterables of iterables of cards, `last` a seat or
        None, `laid` a card or None, `stock` undealt cards in dealing order, `shown` the declared cards that are
        still in hands, `wild_as` the rank that the wild card among them stands for, or None."""
        cdef State self = cls.__new__(cls)
        cdef CompiledRules c = compiled(rules)
        cdef int i
        self.compiled = c
        memset(&self.s, 0, sizeof(state_t))
        for i, cards in enumerate(hands):
            for card in cards:
                self.s.hand[i] |= bit(<int>c.bit_of[card])
        for card in table:
            self.s.table |= bit(<int>c.bit_of[card])
        for i, cards in enumerate(piles):
            for card in cards:
                self.s.pile[i] |= bit(<int>c.bit_of[card])
        for i, points in enumerate(scope):
            self.s.scope[i] = points
        for i, points in enumerate(bonus):
            self.s.bonus[i] = points
        self.s.turn = turn
        self.s.last = NOBODY if last is None else last
        self.s.laid = NOBODY if laid is None else c.bit_of[laid]
        for i, card in enumerate(stock):
            self.s.stock[i] = c.bit_of[card]
        self.s.stock_size = len(stock)
        for card in shown:
            self.s.shown |= bit(<int>c.bit_of[card])
        self.s.wild_as = 0 if wild_as is None else rules.ranks.index(wild_as) + 1
        if c.c.scopa_cards:
            self._find_made()
        return self

    cdef void _find_made(self) noexcept nogil:
        """Which cards with a price have made a scopa: those of a side's pile that add up to its bonus."""
        cdef rules_t* rules = &self.compiled.c
        cdef mask_t pile[MAX_SEATS]
        cdef mask_t some, priced, left
        cdef int i, points
        for i in range(rules.sides):
            pile[i] = 0
        for i in range(rules.piles):
            pile[rules.side_of[i] if rules.seat_piles else i] |= self.s.pile[i]
        for i in range(rules.sides):
            some = priced = pile[i] & rules.scopa_cards
            while some:
                points = 0
                left = some
                while left:
                    points += rules.scopa_card_points[ctz(left)]
                    left &= left - 1
                if points == self.s.bonus[i]:
                    self.s.made |= some
                    break
                some = (some - 1) & priced

    def move(self, int card, bint takes, mask_t taken, declared=None):
        """Overridden where there is a class for moves; here a plain tuple."""
        return self.compiled.cards[card], self.cards_of(taken), declared

    def cards_of(self, mask_t m):
        """The cards of a mask, as a tuple in card order."""
        cdef list found = []
        cdef int rank, suit
        cdef tuple cards = self.compiled.cards
        for rank in range(self.compiled.c.ranks):
            for suit in range(4):
                if (m >> (LANE * suit + rank)) & 1:
                    found.append(cards[LANE * suit + rank])
        return tuple(found)

    @property
    def rules(self):
        """The `Rules` of the game."""
        return self.compiled.rules

    @property
    def turn(self):
        """The seat to move."""
        return self.s.turn

    @property
    def last_capturer(self):
        """The seat that captured last, or None."""
        return None if self.s.last == NOBODY else self.s.last

    @property
    def last_laid(self):
        """The card that the previous player laid, where the rules keep it (picada); else None."""
        return None if self.s.laid == NOBODY else self.compiled.cards[self.s.laid]

    @property
    def hands(self):
        """The cards in hand, a tuple of cards for each seat."""
        cdef int seat
        return tuple([self.cards_of(self.s.hand[seat]) for seat in range(self.compiled.c.players)])

    @property
    def table(self):
        """The cards on the table."""
        return self.cards_of(self.s.table)

    @property
    def piles(self):
        """The captured cards, a tuple of cards for each side (each seat where the rules keep seat piles)."""
        cdef int i
        return tuple([self.cards_of(self.s.pile[i]) for i in range(self.compiled.c.piles)])

    @property
    def scope(self):
        """The number of scope of each side."""
        cdef int side
        return tuple([self.s.scope[side] for side in range(self.compiled.c.sides)])

    @property
    def bonus(self):
        """Each side's points won in play other than scope (picada, declarations)."""
        cdef int side
        return tuple([self.s.bonus[side] for side in range(self.compiled.c.sides)])

    @property
    def shown(self):
        """The cards in hands that have been declared: everybody has seen them."""
        return self.cards_of(self.s.shown)

    @property
    def wild_as(self):
        """The rank as which the wild card in a hand was declared, or None."""
        return self.compiled.rules.ranks[self.s.wild_as - 1] if self.s.wild_as else None

    @property
    def offers(self):
        """What the seat to move may declare: [((name, rank of the wild card or None), points)]."""
        cdef declared_t found[MOST_DECLARED]
        cdef move_t m
        cdef int i, n = 0
        if self.compiled.c.declarations:
            n = list_declared(&self.compiled.c, self.s.hand[self.s.turn], found)
        offers = []
        for i in range(n):
            m = move_t(0, found[i].item + 1, found[i].points, found[i].wild_as, False, 0)
            offers.append((said(self.compiled, &m), found[i].points))
        return offers

    @property
    def stock(self):
        """The undealt cards in dealing order."""
        cdef int i
        return tuple([self.compiled.cards[self.s.stock[i]] for i in range(self.s.stock_size)])

    @property
    def is_over(self):
        """No card is left to play."""
        return bool(is_over(&self.compiled.c, &self.s))

    @property
    def cards_left(self):
        """How many cards are still to be played by all players, the stock included."""
        cdef int seat, n = self.s.stock_size
        for seat in range(self.compiled.c.players):
            n += count(self.s.hand[seat])
        return n

    @property
    def is_opening(self):
        """No card of the deal has been played yet."""
        return bool(opening(&self.compiled.c, &self.s))

    @property
    def legal_moves(self):
        """The legal moves: a sequence, in card order and then by captured cards."""
        cdef Moves moves
        moves = Moves.__new__(Moves)
        moves.state = self
        if list_moves(&self.compiled.c, &self.s, &moves.c) < 0:
            raise MemoryError()
        return moves

    cdef State successor(self, const move_t* m):
        cdef type cls = type(self)
        cdef State next = cls.__new__(cls)
        next.compiled = self.compiled
        next.s = self.s
        declare(&self.compiled.c, &next.s, m)
        play(&self.compiled.c, &next.s, m)
        return next

    def after(self, move):
        """The state after a move object; None if the move is not legal."""
        cdef Moves moves = self.legal_moves
        cdef int i = moves.find(move)
        return self.successor(&moves.c.move[i]) if i >= 0 else None

    def score_table(self):
        """Points as {item: (side 0, side 1, ...)}, for the piles as they lie."""
        cdef score_t score
        cdef int i, side
        settle(&self.compiled.c, &self.s, &score)
        return {
            name: tuple([score.points[i][side] for side in range(self.compiled.c.sides)])
            for i, name in enumerate(self.compiled.item_names)
        }

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return memcmp(&self.s, &(<State>other).s, sizeof(state_t)) == 0 and (
            self.compiled is (<State>other).compiled or self.rules == (<State>other).rules
        )

    def __hash__(self):
        return hash((self.s.table, self.s.hand[0], self.s.hand[1], self.s.pile[0], self.s.turn))

    def __reduce__(self):
        return type(self).make, (
            self.rules, self.hands, self.table, self.piles, self.scope, self.bonus, self.turn,
            self.last_capturer, self.last_laid, self.stock, self.shown, self.wild_as,
        )
