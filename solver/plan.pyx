"""Makes the plan of a deal.

Boards and suits. Which captures are legal is decided by ranks alone; suits matter for the second majority
(denari), for the primiera and for marked cards such as the settebello. Two boards of one deal are equivalent
at a level if a permutation of cards of equal rank turns one into the other, where cards may be exchanged
unless the level tells them apart:

    level 0   only marked cards are told apart
    level 1   the cards of the second majority, too
    level 2   also every live card: one that would improve the primiera of at least one of the piles
    3         none at all (for the scope game only)

A proof that never looks at the primiera holds for all boards equivalent at level 1, and one that does not
look at the second majority either for all boards equivalent at level 0. Level 2 holds for every proof: a card of
a suit in which both sides have one as good already is dead, and dead cards of equal rank are worth the same.

The code of a rank is the least base-3 number (0 captured, 1 unplayed, 2 on the table, a digit for each suit)
among equivalent places of its four cards. Cards still to be played may be exchanged only if the same player
gets them in the same handful.
"""

from libc.stdlib cimport abs
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from scopone.solver.cards cimport LANE, MAX_CARDS, bit, count, ctz, mask_t, of_ranks, quad
from scopone.solver.rules cimport MAX_MAJORITIES, PRIMIERA_COUNT, PRIMIERA_NONE, PRIMIERA_POINTS, rules_t
from scopone.solver.score cimport run_points, side_primiera
from scopone.solver.state cimport state_t


cdef mask_t unplayed(const rules_t* rules, const state_t* s) noexcept nogil:
    """All cards still to be played, those in the stock included."""
    cdef mask_t found = 0
    cdef int i
    for i in range(rules.players):
        found |= s.hand[i]
    for i in range(s.stock_size):
        found |= bit(s.stock[i])
    return found


cdef void _hold(plan_t* plan, const state_t* s) noexcept nogil:
    """Who plays with how many cards left, and from which cards."""
    cdef const rules_t* rules = plan.rules
    cdef mask_t hand[6]
    cdef int seat, i, left = plan.left, in_hand = 0, at = 0, turn = s.turn
    for seat in range(rules.players):
        hand[seat] = s.hand[seat]
        in_hand += count(hand[seat])
    while left:
        for i in range(in_hand):
            plan.holder[left] = hand[turn]
            plan.seat[left] = turn
            plan.side[left] = rules.side_of[turn]
            turn = (turn + 1) % rules.players
            left -= 1
        if left == 0:
            break
        in_hand = rules.players * rules.hand
        for seat in range(rules.players):
            hand[seat] = 0
            for i in range(rules.hand):
                hand[seat] |= bit(s.stock[at])
                at += 1


cdef enum:
    CARDS_MOST = 31          # what a proof has room for
    SUIT_MOST = 7
    PARTITIONS = 256         # of the four suits into groups: two bits a suit, the lowest suit of its group

# [suits told apart][partition][places]: constant, the same for every game; rows that no game needs stay empty
cdef uint8_t canonical_places[16][PARTITIONS][PLACES]


cdef void _tabulate_partition(int apart, int partition) noexcept nogil:
    """The least code among equivalent places, where unplayed cards of one group may be exchanged."""
    cdef int places, suit, code, sign, digit, on_table, i, other, best, n = 0
    cdef int codes[81]
    cdef int signs[81]
    cdef int place_of[81]
    cdef int unplayed_of[4]
    cdef int power[4]
    power[0], power[1], power[2], power[3] = 1, 3, 9, 27
    for places in range(PLACES):
        if places & 15 & places >> 4:
            continue
        code = sign = on_table = 0
        for suit in range(4):
            unplayed_of[suit] = 0
        for suit in range(4):
            digit = 1 if (places >> suit) & 1 else 2 if (places >> (4 + suit)) & 1 else 0
            code += digit * power[suit]
            if (apart >> suit) & 1:
                sign += digit * power[suit]
            elif digit == 1:
                unplayed_of[(partition >> (2 * suit)) & 3] += 1
            elif digit == 2:
                on_table += 1
        for suit in range(4):
            sign = sign * 5 + unplayed_of[suit]
        sign = sign * 5 + on_table
        codes[n] = code
        signs[n] = sign
        place_of[n] = places
        n += 1
    for i in range(n):
        best = codes[i]
        for other in range(n):
            if signs[other] == signs[i] and codes[other] < best:
                best = codes[other]
        canonical_places[apart][partition][place_of[i]] = best


cdef void _tabulate_partitions() noexcept nogil:
    """All partitions: each suit names the lowest suit of its group, itself or a lower one that names itself."""
    cdef int apart, a, b, c
    for apart in range(16):
        for a in range(2):
            for b in range(3):
                for c in range(4):
                    if (b != 1 or a == 1) and (c != 1 or a == 1) and (c != 2 or b == 2):
                        _tabulate_partition(apart, a << 2 | b << 4 | c << 6)


_tabulate_partitions()


cdef int _partition(const plan_t* plan, int rank) noexcept nogil:
    """Which cards of a rank can be exchanged while unplayed; a card not in play now has no group."""
    cdef int suit, i, partition = 0
    cdef mask_t card
    for suit in range(4):
        card = bit(LANE * suit + rank)
        for i in range(suit + 1):
            if i == suit or _same_group(plan, card, bit(LANE * i + rank)):
                partition |= i << (2 * suit)
                break
    return partition


cdef void _code(plan_t* plan, mask_t marks) noexcept nogil:
    """The codes of this deal's ranks, side by side: a search looks at them all the time."""
    cdef int rank, partition, apart
    for rank in range(plan.rules.ranks):
        partition = _partition(plan, rank)
        memcpy(plan.code[rank][0], canonical_places[quad(marks, rank)][partition], PLACES)
        memcpy(plan.code[rank][1], canonical_places[quad(marks | plan.suit.of, rank)][partition], PLACES)
        memcpy(plan.code[rank][RANKS_ONLY], canonical_places[0][partition], PLACES)
        for apart in range(16):
            memcpy(plan.code_apart[rank][apart], canonical_places[apart][partition], PLACES)


cdef void _arithmetic(plan_t* plan) noexcept nogil:
    cdef const rules_t* rules = plan.rules
    cdef int rank
    cdef unsigned int ranks, fewer
    for ranks in range(1, <unsigned int>1 << rules.ranks):
        rank = ctz(ranks)
        fewer = ranks & (ranks - 1)
        # no sum has a court without a number
        plan.sum_of[ranks] = min(plan.sum_of[fewer] + (rules.value[rank] if rules.value[rank] else 100), 255)
        plan.size_of[ranks] = plan.size_of[fewer] + 1
    for rank in range(rules.ranks):
        if rules.value[rank]:
            if rules.sums:
                plan.sweep_of[rules.value[rank]] |= 1 << rank
            if rules.fifteen and rules.value[rank] < 15:
                plan.sweep_of[15 - rules.value[rank]] |= 1 << rank
    for rank in range(rules.ranks):
        # exact for up to forty cards in play, 81^10 = 3^40 < 2^64; the courts of the pack of 52 get odd numbers
        # without pattern, so that two boards then share a key with a chance of 2^-64 a pair
        plan.weight[rank] = 81 * plan.weight[rank - 1] if rank else 1
    if rules.ranks > 10:
        plan.weight[10] = <uint64_t>0x9E3779B97F4A7C15
        plan.weight[11] = <uint64_t>0xBF58476D1CE4E5B9
        plan.weight[12] = <uint64_t>0x94D049BB133111EB


cdef bint _same_group(const plan_t* plan, mask_t a, mask_t b) noexcept nogil:
    cdef int left
    for left in range(1, plan.left + 1):
        if plan.holder[left] & a:
            return plan.holder[left] & b != 0
    return False


cdef void _primiera(plan_t* plan) noexcept nogil:
    cdef const rules_t* rules = plan.rules
    cdef int value, level = 0, rank
    cdef int level_of[256]
    cdef unsigned int ranks
    plan.primiera = rules.primiera != PRIMIERA_NONE
    plan.top = 4
    if rules.primiera == PRIMIERA_COUNT:
        plan.primiera_ranks = rules.primiera_ranks
        if rules.primiera_ranks > 4:     # a proof has room for four
            plan.rare_primiera = True
            plan.primiera = plan.primiera_ranks = 0
            for rank in range(rules.primiera_ranks):
                plan.special |= of_ranks(<unsigned int>1 << rules.primiera_rank[rank])
    if rules.primiera != PRIMIERA_POINTS:
        return
    plan.worth[0] = 0
    for value in range(1, 256):
        level_of[value] = 0
        for rank in range(rules.ranks):
            if rules.primiera_value[rank] == value:
                if not level_of[value]:
                    level += 1
                level_of[value] = level
                plan.worth[level] = value
    plan.top = level
    for value in range(level + 1):
        plan.alive[value] = 0
        for rank in range(rules.ranks):
            if level_of[rules.primiera_value[rank]] > value:
                plan.alive[value] |= 1 << rank
    for ranks in range(1, <unsigned int>1 << rules.ranks):
        value = rules.primiera_value[ctz(ranks)]
        plan.level[ranks] = max(plan.level[ranks & (ranks - 1)], level_of[value] if value else 0)


cdef bint make_plan(plan_t* plan, const rules_t* rules, const state_t* s) noexcept nogil:
    """Fills the plan for a position of a game of two sides.

    False if the game does not have two sides that take turns, or if its points depend on more than what the search
    follows: on which card with a price of its own made a scopa.
    """
    cdef int i
    cdef tally_t t
    memset(plan, 0, sizeof(plan_t))
    if rules.sides != 2:
        return False
    for i in range(rules.players):
        if rules.side_of[i] == rules.side_of[(i + 1) % rules.players]:
            return False
    for i in range(rules.items):
        if i < rules.singles and rules.item[i].needs and rules.item[i].cards & rules.scopa_cards and (
            rules.scopa_card_replaces
        ):
            return False
    plan.rules = rules
    plan.odd = rules.picada_points != 0 or rules.scuderia != 0
    plan.special = rules.scuderia
    plan.cards.win_at = plan.suit.win_at = 1
    for i in range(rules.majorities):
        t = _tally(rules, i)
        if t.points > 0 and t.of == rules.pack and plan.cards.points == 0 and t.win_at <= CARDS_MOST:
            plan.cards = t
        elif t.points > 0 and t.total <= 14 and plan.suit.points == 0 and t.win_at <= SUIT_MOST:
            plan.suit = t
        else:
            plan.special |= t.of
            plan.rare |= <uint32_t>1 << i
            if t.points < 0:
                plan.signed_points = True
    for i in range(rules.items):
        if rules.item[i].points < 0:
            plan.signed_points = True
        if rules.item[i].needs == 0 and rules.item[i].cards & (rules.item[i].cards - 1) == 0:
            plan.marked |= rules.item[i].cards
            plan.points_of[ctz(rules.item[i].cards)] += rules.item[i].points
        else:
            plan.special |= rules.item[i].cards | rules.item[i].needs
    for i in range(rules.runs):
        plan.special |= ((<mask_t>1 << rules.run[i].most) - 1) << (LANE * rules.run[i].suit)
    plan.straight = 0
    if not plan.odd and rules.compulsory and not rules.last_card_scopa:
        plan.straight = rules.players
    _primiera(plan)
    plan.plain = not plan.special and not plan.signed_points and not plan.odd
    plan.bounded = not plan.odd and not plan.special and not rules.scopa_cards and rules.scopa_points >= 0
    _arithmetic(plan)
    plan_deal(plan, s)
    return True


cdef void plan_deal(plan_t* plan, const state_t* s) noexcept nogil:
    """Makes a plan fit a position of another deal of the same game: a few microseconds."""
    cdef mask_t marks = plan.marked | plan.special | plan.rules.scopa_cards
    plan.unplayed = unplayed(plan.rules, s)
    plan.left = count(plan.unplayed)
    _hold(plan, s)
    _code(plan, marks)
    plan.always_apart = marks | plan.suit.of


cdef tally_t _tally(const rules_t* rules, int i) noexcept nogil:
    cdef int total = count(rules.majority[i].of)
    cdef int win = max(total // 2 + 1, rules.majority[i].least)
    return tally_t(rules.majority[i].of, total, rules.majority[i].points, win, total - win + 1)


cdef bint covers(const plan_t* plan, const rules_t* rules, const state_t* s) noexcept nogil:
    """The position belongs to the deal of the plan: results for the one hold for the other."""
    cdef plan_t own
    cdef int left
    if plan.rules != rules:
        return False
    own.rules = rules
    own.unplayed = unplayed(rules, s)
    own.left = count(own.unplayed)
    if own.left > plan.left or own.unplayed & ~plan.unplayed:
        return False
    _hold(&own, s)
    for left in range(1, own.left + 1):
        if own.seat[left] != plan.seat[left] or own.holder[left] != plan.holder[left] & own.unplayed:
            return False
    return True


cdef int special_value(const plan_t* plan, mask_t own, mask_t opp) noexcept nogil:
    """Points of the items that need the piles themselves, own minus opponent's, at the end of the deal."""
    cdef const rules_t* rules = plan.rules
    cdef int i, value = 0, a, b
    cdef mask_t of
    cdef mask_t pile[2]
    for i in range(rules.items):
        of = rules.item[i].cards | rules.item[i].needs
        if of & (of - 1):
            value += rules.item[i].points * ((own & of == of) - (opp & of == of))
    for i in range(rules.runs):
        value += run_points(rules, i, own) - run_points(rules, i, opp)
    if plan.rare_primiera:
        pile[0] = own
        pile[1] = opp
        a = side_primiera(rules, pile, 2)
        value += (a == 0) - (a == 1)
    for i in range(rules.majorities):
        of = rules.majority[i].of
        if (plan.rare >> i) & 1:
            a, b = count(own & of), count(opp & of)
            if a > b and a >= rules.majority[i].least:
                value += rules.majority[i].points
            elif b > a and b >= rules.majority[i].least:
                value -= rules.majority[i].points
    return value


cdef int special_span(const plan_t* plan) noexcept nogil:
    """No more than so many points, of either sign, are in `special_value`."""
    cdef const rules_t* rules = plan.rules
    cdef int i, span = 0
    cdef mask_t of
    for i in range(rules.items):
        of = rules.item[i].cards | rules.item[i].needs
        if of & (of - 1):
            span += abs(rules.item[i].points)
    for i in range(rules.runs):
        span += rules.run[i].most
    for i in range(rules.majorities):
        if (plan.rare >> i) & 1:
            span += abs(rules.majority[i].points)
    span += plan.rare_primiera
    return span
