"""Random play in the core: random deals, and games of uniformly random legal moves."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from scopone.solver.cards cimport bit, count, mask_t, of_ranks, rank_of
from scopone.solver.legal cimport free_moves, list_moves
from scopone.solver.moves cimport tabulated
from scopone.solver.rules cimport CompiledRules, compiled, rules_t
from scopone.solver.state cimport (
    NOBODY, State, declare, move_t, pile_of, play, said, state_t,
)


cdef int pick_listed(chooser_t* chooser, const rules_t* rules, const state_t* s, uint64_t* rng,
                     move_t* out) noexcept nogil:
    """As pick_move, for every table and every rule; there is a legal move."""
    cdef int n = list_moves(rules, s, &chooser.moves)
    if n < 0:
        return -1
    out[0] = chooser.moves.move[below(rng, n)]
    return 0


cdef bint _is_void(const dealer_t* dealer, const rules_t* rules, mask_t table) noexcept nogil:
    cdef int i, rank, most, total = 0
    for i in range(dealer.redeals):
        most = 0
        for rank in range(rules.ranks):
            if dealer.redeal_rank[i] in (-1, rank):
                most = max(most, count(table & of_ranks(<uint32_t>1 << rank)))
        if most >= dealer.redeal_least[i]:
            return True
    if dealer.redeal_total and rules.table:
        for i in range(rules.table):
            total += rank_of(dealer.pack[i]) + 1
        return total <= dealer.redeal_total
    return False


cdef int _dealer_scope(const dealer_t* dealer, const rules_t* rules) noexcept nogil:
    """The scope that the dealer marks for the opening table."""
    cdef int i, total = 0, best = 0
    cdef bint wild = False
    for i in range(rules.table):
        if dealer.pack[i] == dealer.wild:
            wild = True
        else:
            total += rank_of(dealer.pack[i]) + 1
    if not wild:
        return dealer.bonus_scope[total]
    for i in range(1, 11):
        best = max(best, dealer.bonus_scope[total + i])
    return best


cdef void deal(dealer_t* dealer, const rules_t* rules, uint64_t* rng, state_t* s) noexcept nogil:
    """Fills a state with a random deal: the pack as `Position.from_pack` deals it. Void deals are dealt again."""
    cdef int i, seat, at, gained
    cdef uint8_t card
    while True:
        for i in range(dealer.cards - 1, 0, -1):
            at = below(rng, i + 1)
            card = dealer.pack[i]
            dealer.pack[i] = dealer.pack[at]
            dealer.pack[at] = card
        memset(s, 0, sizeof(state_t))
        for i in range(rules.table):
            s.table |= bit(dealer.pack[i])
        gained = _dealer_scope(dealer, rules) if dealer.bonus else 0
        if gained or dealer.redeals == 0 or not _is_void(dealer, rules, s.table):
            break
    at = rules.table
    for seat in range(rules.players):
        for i in range(at, at + rules.hand):
            s.hand[seat] |= bit(dealer.pack[i])
        at += rules.hand
    s.stock_size = dealer.cards - at
    for i in range(at, dealer.cards):
        s.stock[i - at] = dealer.pack[i]
    s.last = NOBODY
    s.laid = NOBODY
    if gained:
        seat = rules.players - 1
        s.last = seat
        s.scope[rules.side_of[seat]] = gained
        s.pile[pile_of(rules, seat)] = s.table
        s.table = 0


cdef int play_out(chooser_t* chooser, const rules_t* rules, uint64_t* rng, state_t* s) noexcept nogil:
    """Plays random moves to the end of the deal; returns how many, -1 when memory is out."""
    cdef int seat, ply = 0, plies = s.stock_size
    cdef move_t m
    for seat in range(rules.players):
        plies += count(s.hand[seat])
    while ply < plies:
        if pick_move(chooser, rules, s, rng, &m) < 0:
            return -1
        declare(rules, s, &m)
        play(rules, s, &m)
        ply += 1
    return plies


cdef class Playout:
    """Random play under one set of rules. It keeps room that it works in: one thread at a time."""

    def __cinit__(self, rules):
        cdef CompiledRules c = compiled(rules)
        cdef uint32_t ranks
        cdef int rank
        memset(&self.dealer, 0, sizeof(dealer_t))
        memset(&self.chooser, 0, sizeof(chooser_t))
        self.compiled = c
        self.rules = &c.c
        self._read_deal(rules, c)
        if not c.c.compulsory or c.c.declarations:
            return      # a card that captures may be laid as well, or a hand declared: the moves are listed
        self.chooser.several = <uint16_t*>calloc(<size_t>1 << c.c.ranks, sizeof(uint16_t))
        if self.chooser.several == NULL:
            raise MemoryError()
        for ranks in range(<uint32_t>1 << c.c.ranks):
            for rank in range(c.c.ranks):
                if tabulated(&c.c, rank, ranks)[0] > 1:
                    self.chooser.several[ranks] |= 1 << rank

    def __dealloc__(self):
        free(self.chooser.several)
        free_moves(&self.chooser.moves)

    cdef _read_deal(self, rules, CompiledRules c):
        cdef dealer_t* d = &self.dealer
        for i, card in enumerate(sorted(c.bit_of)):
            d.pack[i] = c.bit_of[card]
        d.cards = len(c.bit_of)
        if len(rules.redeal) > MAX_REDEALS:
            raise ValueError(f"at most {MAX_REDEALS} reasons for a new deal")
        for redeal in rules.redeal:
            if redeal.total_at_most is not None:
                d.redeal_total = max(d.redeal_total, <int>redeal.total_at_most)
                continue
            d.redeal_rank[d.redeals] = -1 if redeal.rank == "*" else rules.ranks.index(redeal.rank)
            d.redeal_least[d.redeals] = redeal.at_least
            d.redeals += 1
        d.bonus = bool(rules.dealer_table_bonus) and rules.table > 0
        for total, scope in rules.dealer_table_bonus:
            d.bonus_scope[total] = max(d.bonus_scope[total], <int>scope)
        wild = rules.declarations.wild if rules.declarations else None
        d.wild = -1 if wild is None else c.bit_of[wild]

    def game(self, seed):
        """One random game: the pack in the order it was dealt, and the moves as `State.move` takes them."""
        cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
        cdef state_t s
        cdef move_t m
        cdef CompiledRules c = self.compiled
        moves = []
        deal(&self.dealer, self.rules, &rng, &s)
        pack = tuple([c.cards[self.dealer.pack[i]] for i in range(self.dealer.cards)])
        while s.hand[s.turn]:
            if pick_move(&self.chooser, self.rules, &s, &rng, &m) < 0:
                raise MemoryError()
            moves.append((m.card, m.takes, m.taken, said(c, &m)))
            declare(self.rules, &s, &m)
            play(self.rules, &s, &m)
        return pack, moves

    def sample(self, State state, int n, seed):
        """How often each move, as `State.move` takes it, is picked in n picks."""
        cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
        cdef move_t m
        cdef int i
        if state.compiled is not self.compiled or not state.s.hand[state.s.turn]:
            raise ValueError("a position with moves, of these rules")
        found = {}
        for i in range(n):
            if pick_move(&self.chooser, self.rules, &state.s, &rng, &m) < 0:
                raise MemoryError()
            key = m.card, m.takes, m.taken, said(self.compiled, &m)
            found[key] = found.get(key, 0) + 1
        return found
