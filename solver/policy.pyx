"""The model of a sensible player, see policy.pxd."""

from libc.math cimport exp
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, bit, count, ctz, mask_t, of_ranks, quad, rank_of, ranks_of
from scopone.solver.moves cimport is_plain, list_captures, tabulated
from scopone.solver.playout cimport Playout, below, deal, next_random
from scopone.solver.rules cimport (
    OPENING_FORBIDDEN, OPENING_NO_SWEEP, PRIMIERA_COUNT, PRIMIERA_POINTS, SWEEP_OFF, CompiledRules, compiled, rules_t,
)
from scopone.solver.state cimport State, last_play, move_t, opening, play, played_as, state_t
from scopone.solver.tally cimport ahead


cdef inline int count4(uint32_t four) noexcept nogil:
    """How many of four bits are set."""
    return <int>((<uint64_t>0x4332322132212110 >> (4 * four)) & 15)


cdef uint32_t _sweepers(const policy_t* p, mask_t table) noexcept nogil:
    """For a table that holds a rank twice: the rank that can take it all, by its total."""
    cdef const rules_t* rules = p.rules
    cdef int total = 0, value
    while table:
        value = rules.value[rank_of(ctz(table))]
        total += value
        if value == 0 or total > 15:
            return 0
        table &= table - 1
    if rules.sums and total <= 10:
        return <uint32_t>1 << (total - 1)
    if rules.fifteen and 5 <= total < 15:
        return <uint32_t>1 << (14 - total)
    return 0


cdef inline uint32_t _parities(mask_t cards) noexcept nogil:
    """The ranks of which a set holds an odd number."""
    cdef uint32_t half = <uint32_t>(cards ^ (cards >> 32))
    return (half ^ (half >> 16)) & 0xFFFF


cdef inline float _exposure(const taste_t* p, uint32_t sweepers, mask_t unseen) noexcept nogil:
    """What it costs that the next player may sweep the table with one of these ranks."""
    if sweepers == 0:
        return 0
    return p.exposed[min(count(unseen & of_ranks(sweepers)), 4)]


cdef inline float _score_taking(const policy_t* p, const taste_t* taste, int c, int plays, mask_t taken, mask_t table,
                                uint32_t sweepers, uint32_t odd, mask_t unseen, float capture, bint last) noexcept nogil:
    """The score of a capture; `sweepers` can take what it leaves, `odd` are the ranks left unpaired."""
    cdef float score = taste.take[c] + capture
    cdef mask_t left = taken
    if taste.unpaired != 0:
        score += taste.unpaired * count(odd)
    while left:
        score += taste.take[ctz(left)]
        left &= left - 1
    if taken != table:
        score += _exposure(taste, sweepers, unseen)
    elif not last or p.rules.last_card_scopa:
        score += taste.scopa
    if taken & of_ranks(<uint32_t>1 << plays):
        score += taste.equal
    return score


cdef inline float _score_laying(const taste_t* taste, int c, mask_t hand, uint32_t sweepers,
                                mask_t unseen) noexcept nogil:
    """The score of laying a card; `sweepers` can take the table with it."""
    return (taste.lay[c] + _exposure(taste, sweepers, unseen) + taste.twin[count4(quad(hand, rank_of(c))) - 1]
            + taste.fellows[count4(quad(unseen, rank_of(c))) & 3])


cdef int list_scored(const policy_t* p, bint dealers, mask_t hand, mask_t table, mask_t unseen, int wild_as,
                     bint first, bint last, scored_t* out) noexcept nogil:
    """Writes the legal moves of a hand, declarations left out, with their scores; returns how many.

    `dealers`: the mover is of the dealer's side; `wild_as`: as in state_t; `first`: it is the first card of the
    deal (some rules hold an ace back); `last`: the last card of the deal.
    """
    cdef const rules_t* rules = p.rules
    cdef const taste_t* taste = &p.taste[dealers]
    # ranks of which an odd number is captured, so that an odd number is in play
    cdef uint32_t odd = _parities(rules.pack & ~(hand | table | unseen))
    cdef float capture = taste.capture + (taste.late if count(hand) <= LATE else 0)
    cdef uint32_t ranks = ranks_of(table), sweepers, parted
    cdef bint plain = is_plain(table)
    cdef mask_t sets[64]
    cdef mask_t left = hand, card, taken
    cdef const uint16_t* found
    cdef int c, rank, plays, i, n, k = 0
    cdef bint may_lay
    cdef rules_t without_sweep
    while left:
        c = ctz(left)
        card = bit(c)
        left &= left - 1
        rank = rank_of(c)
        plays = played_as(rules, c, wild_as)
        found = NULL
        if first and rank == 0 and rules.ace_opening == OPENING_FORBIDDEN and hand & ~of_ranks(1):
            continue
        if first and rules.ace_opening == OPENING_NO_SWEEP:
            without_sweep = rules[0]
            without_sweep.ace_sweep = SWEEP_OFF
            n = min(list_captures(&without_sweep, plays, table, sets, 64), 64)
        elif plain:
            found = tabulated(rules, plays, ranks)
            n = min(<int>found[0], 64)
        else:
            n = min(list_captures(rules, plays, table, sets, 64), 64)
        # (an ace that takes itself cannot be laid)
        may_lay = n == 0 or not rules.compulsory and table
        if k + n + 1 > MOST_SCORED:
            break
        for i in range(n):
            if found != NULL:
                # what is left of a table without two cards of a rank holds none twice either
                taken = of_ranks(found[1 + i]) & table
                parted = found[1 + i]
                sweepers = p.sweepers[ranks & ~parted]
            else:
                taken = sets[i]
                parted = _parities(taken)
                sweepers = _sweepers(p, table ^ taken)
            out[k].move = move_t(c, 0, 0, 0, True, taken)
            out[k].score = _score_taking(p, taste, c, plays, taken, table, sweepers, odd ^ (1 << rank) ^ parted,
                                         unseen, capture, last)
            k += 1
        if may_lay:
            sweepers = p.sweepers[ranks | (<uint32_t>1 << rank)] if found != NULL and not (ranks >> rank) & 1 else (
                _sweepers(p, table | card))
            out[k].move = move_t(c, 0, 0, 0, False, 0)
            out[k].score = _score_laying(taste, c, hand, sweepers, unseen)
            k += 1
    return k


cdef int list_here(const policy_t* p, const state_t* s, mask_t seen, bint last, scored_t* out) noexcept nogil:
    """`list_scored` for the seat to move; `seen` is the table and all piles."""
    cdef const rules_t* rules = p.rules
    cdef mask_t hand = s.hand[s.turn]
    return list_scored(p, dealers_side(rules, s.turn), hand, s.table, rules.pack & ~(seen | hand), s.wild_as,
                       rules.ace_opening and opening(rules, s), last, out)


cdef void _any_quickly(const policy_t* p, uint64_t* rng, const state_t* s, uint32_t ranks, move_t* out) noexcept nogil:
    """Any move where `takers` holds, all equally likely."""
    cdef mask_t hand = s.hand[s.turn]
    cdef mask_t taking = hand & of_ranks(p.takers[ranks])
    cdef mask_t left = taking
    cdef const uint16_t* found
    cdef int r, laying = count(hand ^ taking), n = laying
    while left:
        n += tabulated(p.rules, rank_of(ctz(left)), ranks)[0]
        left &= left - 1
    r = below(rng, n)
    if r < laying:
        hand ^= taking
        while r:
            hand &= hand - 1
            r -= 1
        out[0] = move_t(ctz(hand), 0, 0, 0, False, 0)
        return
    r -= laying
    found = tabulated(p.rules, rank_of(ctz(taking)), ranks)
    while r >= found[0]:
        r -= found[0]
        taking &= taking - 1
        found = tabulated(p.rules, rank_of(ctz(taking)), ranks)
    out[0] = move_t(ctz(taking), 0, 0, 0, True, of_ranks(found[1 + r]) & s.table)


cdef void _best_quickly(const policy_t* p, const state_t* s, mask_t seen, uint32_t ranks, bint last,
                        move_t* out) noexcept nogil:
    """The best move where `takers` holds: what `list_scored` would score highest, without a list."""
    cdef const rules_t* rules = p.rules
    cdef const taste_t* taste = &p.taste[dealers_side(rules, s.turn)]
    cdef mask_t hand = s.hand[s.turn], table = s.table
    cdef mask_t unseen = rules.pack & ~(seen | hand)
    cdef mask_t taking = hand & of_ranks(p.takers[ranks])
    cdef mask_t laying = hand ^ taking
    cdef mask_t taken
    cdef float capture, score, most = -1e30
    cdef uint32_t odd = 0
    cdef const uint16_t* found
    cdef int c, i
    if taking:
        capture = taste.capture + (taste.late if count(hand) <= LATE else 0)
        if taste.unpaired != 0:
            odd = _parities(seen ^ table)
    while taking:
        c = ctz(taking)
        taking &= taking - 1
        found = tabulated(rules, rank_of(c), ranks)
        for i in range(1, found[0] + 1):
            taken = of_ranks(found[i]) & table
            score = _score_taking(p, taste, c, rank_of(c), taken, table, p.sweepers[ranks & ~<uint32_t>found[i]],
                                  odd ^ (1 << rank_of(c)) ^ found[i], unseen, capture, last)
            if score > most:
                most = score
                out[0] = move_t(c, 0, 0, 0, True, taken)
    while laying:
        c = ctz(laying)
        laying &= laying - 1
        # (no card of the rank lies there: it would have to be taken)
        score = _score_laying(taste, c, hand, p.sweepers[ranks | (<uint32_t>1 << rank_of(c))], unseen)
        if score > most:
            most = score
            out[0] = move_t(c, 0, 0, 0, False, 0)


cdef void choose(const policy_t* p, uint64_t* rng, uint64_t limit, const state_t* s, mask_t seen, bint last,
                 move_t* out) noexcept nogil:
    """Writes the best move by its score, or with chance limit / 2^32 any."""
    cdef scored_t moves[MOST_SCORED]
    cdef uint32_t ranks = ranks_of(s.table)
    cdef bint any = next_random(rng) >> 32 < limit
    cdef int i, n, best = 0
    if p.takers != NULL and is_plain(s.table):
        if any:
            _any_quickly(p, rng, s, ranks, out)
        else:
            _best_quickly(p, s, seen, ranks, last, out)
        return
    n = list_here(p, s, seen, last, moves)
    if any:
        best = below(rng, n)
    else:
        for i in range(1, n):
            if moves[i].score > moves[best].score:
                best = i
    out[0] = moves[best].move


cdef inline int _cards_left(const rules_t* rules, const state_t* s) noexcept nogil:
    cdef int seat, left = s.stock_size
    for seat in range(rules.players):
        left += count(s.hand[seat])
    return left


cdef void play_on(const policy_t* p, uint64_t* rng, double epsilon, state_t* s) noexcept nogil:
    """Plays to the end of the deal: each move the best by its score, or with chance epsilon any."""
    cdef uint64_t limit = <uint64_t>(epsilon * 4294967296.0)
    cdef mask_t seen = seen_by_all(p.rules, s)
    cdef move_t m
    cdef int left = _cards_left(p.rules, s)
    while left:
        choose(p, rng, limit, s, seen, left == 1, &m)
        seen |= bit(m.card)
        play(p.rules, s, &m)
        left -= 1


def duel(Policy a not None, Policy b not None, int deals, seed, double epsilon=0):
    """Plays random deals in both seatings, the sides' seats by one policy each, each move the best by its score.

    For games of two sides. Returns (mean, variance) over deals of the points a deal that A makes more than B.
    """
    cdef const rules_t* rules = a.c.rules
    cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
    cdef uint64_t limit = <uint64_t>(epsilon * 4294967296.0)
    cdef Playout playout = Playout(a.compiled.rules)
    cdef state_t start, s
    cdef mask_t seen
    cdef move_t m
    cdef double points[MAX_SEATS]
    cdef double value, sum = 0, squares = 0
    cdef int i, a_side, left
    if a.compiled is not b.compiled or rules.sides != 2:
        raise ValueError("two policies for one game of two sides")
    with nogil:
        for i in range(deals):
            deal(&playout.dealer, rules, &rng, &start)
            value = 0
            for a_side in range(2):
                s = start
                seen = seen_by_all(rules, &s)
                left = _cards_left(rules, &s)
                while left:
                    choose(&a.c if rules.side_of[s.turn] == a_side else &b.c, &rng, limit, &s, seen, left == 1, &m)
                    seen |= bit(m.card)
                    play(rules, &s, &m)
                    left -= 1
                ahead(rules, &s, points)
                value += points[a_side] / 2
            sum += value
            squares += value * value
    return sum / deals, squares / deals - (sum / deals) ** 2


cdef double likelihood(const scored_t* moves, int n, const move_t* played, double sharpness) noexcept nogil:
    """The chance that a player who prefers high scores, softly, makes the move; 0 if it is not there."""
    cdef double sum = 0, mine = 0, weight
    cdef float best = -1e9
    cdef int i
    for i in range(n):
        best = max(best, moves[i].score)
    for i in range(n):
        weight = exp(sharpness * (moves[i].score - best))
        sum += weight
        if moves[i].move.card == played.card and moves[i].move.taken == played.taken:
            mine = weight
    return mine / sum if n else 0


cdef class Policy:
    """The model for one set of rules.

    `weights` has a mapping for the `hand side` and one for the `dealer's side`, from names to points: `card`,
    `suit` (a card of another majority), `item` (a factor for cards with points of their own), `primiera` (the best
    card of a suit; others in proportion), `lay` (the share of a card's worth that is lost by laying it), and those
    of taste_t; `lay rank` has ten numbers. `KeyError` if one is missing.
    """

    def __cinit__(self, rules, weights):
        cdef CompiledRules c = compiled(rules)
        cdef uint32_t ranks
        cdef int rank, i
        self.compiled = c
        self.c.rules = &c.c
        self._read(&self.c.taste[0], weights["hand side"])
        self._read(&self.c.taste[1], weights["dealer's side"])
        self.c.sweepers = <uint16_t*>calloc(<size_t>1 << c.c.ranks, sizeof(uint16_t))
        if self.c.sweepers == NULL:
            raise MemoryError()
        if c.c.compulsory and c.c.equal and not c.c.declarations and not c.c.ace_opening:
            self.c.takers = <uint16_t*>calloc(<size_t>1 << c.c.ranks, sizeof(uint16_t))
            if self.c.takers == NULL:
                raise MemoryError()
        for ranks in range(<uint32_t>1 << c.c.ranks):
            for rank in range(c.c.ranks):
                found = tabulated(&c.c, rank, ranks)
                if found[0] and self.c.takers != NULL:
                    self.c.takers[ranks] |= 1 << rank
                for i in range(found[0]):
                    if ranks and found[1 + i] == ranks:
                        self.c.sweepers[ranks] |= 1 << rank

    def __dealloc__(self):
        free(self.c.sweepers)
        free(self.c.takers)

    cdef int _read(self, taste_t* taste, weights) except -1:
        cdef int i, card
        cdef float worth
        taste.scopa = weights["scopa"] * self.c.rules.scopa_points
        taste.equal = weights["equal"]
        taste.unpaired = weights["unpaired"]
        taste.capture = weights["capture"]
        taste.late = weights["late"]
        for i in range(4):
            taste.twin[i] = weights["twin"][i]
            taste.fellows[i] = weights["fellows"][i]
        for i in range(5):
            taste.exposed[i] = weights["exposed"][i] * self.c.rules.scopa_points
        lay = weights["lay rank"]
        for card in self.compiled.bit_of.values():
            worth = self._worth(card, weights)
            taste.take[card] = worth
            # courts are the last ranks of every pack
            i = rank_of(card) if rank_of(card) < 7 else rank_of(card) - self.c.rules.ranks + 10
            taste.lay[card] = lay[min(i, 9)] - weights["lay"] * worth
        return 0

    cdef float _worth(self, int card, weights) except? -1:
        """What a captured card brings, roughly."""
        cdef const rules_t* rules = self.c.rules
        cdef float worth = 0
        cdef int i, rank = rank_of(card), least = 255, most = 0
        for i in range(rules.majorities):
            if rules.majority[i].of == rules.pack:
                worth += weights["card"] * rules.majority[i].points
            elif rules.majority[i].of & bit(card):
                worth += weights["suit"] * rules.majority[i].points
        for i in range(rules.items):
            if rules.item[i].cards & bit(card):
                worth += weights["item"] * rules.item[i].points / count(rules.item[i].cards)
        for i in range(rules.runs):
            if card // 16 == rules.run[i].suit and rank < rules.run[i].least:
                worth += weights["item"] * rules.run[i].least / 10
        if rules.primiera == PRIMIERA_POINTS:
            for i in range(rules.ranks):
                least = min(least, rules.primiera_value[i])
                most = max(most, rules.primiera_value[i])
            worth += weights["primiera"] * (rules.primiera_value[rank] - least) / (most - least)
        elif rules.primiera == PRIMIERA_COUNT and rank == rules.primiera_rank[0]:
            worth += weights["primiera"]
        return worth

    def sample(self, State state, int n, seed, double epsilon=0):
        """How often playouts make each move in n tries: {(card bit, takes, taken): times}."""
        cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
        cdef uint64_t limit = <uint64_t>(epsilon * 4294967296.0)
        cdef const rules_t* rules = self.c.rules
        cdef move_t m
        if state.compiled is not self.compiled or state.s.hand[state.s.turn] == 0:
            raise ValueError("a position with moves, of these rules")
        found = {}
        for _ in range(n):
            choose(&self.c, &rng, limit, &state.s, seen_by_all(rules, &state.s), last_play(rules, &state.s), &m)
            key = m.card, bool(m.takes), m.taken
            found[key] = found.get(key, 0) + 1
        return found

    def scores(self, State state):
        """The score of each legal move for the seat to move: [(card bit, takes, taken, score)], best first."""
        cdef scored_t moves[MOST_SCORED]
        cdef const rules_t* rules = self.c.rules
        cdef int i, n
        if state.compiled is not self.compiled:
            raise ValueError("a position of other rules")
        n = list_here(&self.c, &state.s, seen_by_all(rules, &state.s), last_play(rules, &state.s), moves)
        found = [(moves[i].move.card, moves[i].move.takes, moves[i].move.taken, moves[i].score) for i in range(n)]
        return sorted(found, key=lambda m: -m[3])
