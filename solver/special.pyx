"""Scoring that only some games have, kept apart from the search of the others.

A game is odd if a node is more than a board and two piles: the card laid last (picada), the scope of each side
(scuderia doubles them), the pile of each player (scuderia in pairs). The search keeps these in `odd_t`, changed on
the way down and put back on the way up, and in the keys of its table.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport abs

from scopone.solver.cards cimport LANE, bit, count, ctz, mask_t
from scopone.solver.declare cimport MOST_DECLARED, declared_t, list_declared
from scopone.solver.gain cimport adds_scope
from scopone.solver.plan cimport plan_t, unplayed
from scopone.solver.rules cimport rules_t
from scopone.solver.score cimport run_points
from scopone.solver.search cimport candidate_t, odd_t, search_t
from scopone.solver.state cimport NOBODY, state_t
from scopone.solver.table cimport frame_t


cdef int _item_least(int points, mask_t of, mask_t own, mask_t opp) noexcept nogil:
    """The least that an item for a set of cards can bring a side that has some of them."""
    if points < 0:
        return points if of & opp == 0 else -points if of & opp == of else 0
    return points if of & own == of else -points if of & own == 0 else 0


cdef int special_least(const search_t* S, int left, const frame_t* f, bint mover) noexcept nogil:
    """The least that special items and points in play can bring the side to move, or the other one, from here.

    Scope at their plain price are not among them.
    """
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef mask_t own = f.own if mover else f.opp
    cdef mask_t opp = f.opp if mover else f.own
    cdef mask_t rest = f.unplayed | f.table, of
    cdef int plays = left >> 1 if mover else (left + 1) >> 1     # cards that the other side still plays
    cdef int side = plan.side[left] if mover else 1 - plan.side[left]
    cdef int i, a, win, least = 0
    for i in range(rules.items):
        of = rules.item[i].cards | rules.item[i].needs
        if of & (of - 1):
            least += _item_least(rules.item[i].points, of, own, opp)
    for i in range(rules.runs):
        least += run_points(rules, i, own) - run_points(rules, i, opp | rest)
    for i in range(rules.majorities):
        of = rules.majority[i].of
        if (plan.rare >> i) & 1:
            a = count(own & of)
            win = max(count(of) // 2 + 1, rules.majority[i].least)
            if a >= win:
                least += rules.majority[i].points
            elif count(of) - a >= win:
                least -= rules.majority[i].points
    if plan.rare_primiera:
        least -= 1
    if rules.picada_points:
        least -= plays * rules.picada_points
    if rules.scuderia and own & rules.scuderia == 0:
        least -= (S.odd.scope[1 - side] + plays) * rules.scopa_points
    of = f.unplayed & rules.scopa_cards
    while of:
        least -= abs(rules.scopa_card_points[ctz(of)]) + rules.scopa_points
        of &= of - 1
    return least


cdef void enter_odd(search_t* S, int left, const frame_t* f, const candidate_t* m) noexcept nogil:
    """Follows a capture at a node of an odd game; the caller puts `S.odd` back."""
    cdef const rules_t* rules = S.plan.rules
    cdef int seat = S.plan.seat[left]
    if m.taken and m.taken == f.table and adds_scope(S.plan, left, m.card, m.taken):
        S.odd.scope[S.plan.side[left]] += 1
    S.odd.taker = seat
    S.odd.pile[seat] |= (m.card | m.taken) & rules.scuderia


cdef inline uint64_t _mixed(uint64_t x, uint64_t more) noexcept nogil:
    x ^= more
    x = (x ^ x >> 33) * <uint64_t>0xFF51AFD7ED558CCD
    x = (x ^ x >> 33) * <uint64_t>0xC4CEB9FE1A85EC53
    return x ^ x >> 33


cdef uint64_t extra_key(const search_t* S, int left, const frame_t* f) noexcept nogil:
    """What else than the board a node depends on, mixed into a word that is added to the key of the board.

    Two nodes then share a key with a chance of 2^-64 a pair.
    """
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef uint64_t x = _mixed(f.own & plan.special, 1)
    cdef int seat
    x = _mixed(x, f.opp & plan.special)
    if plan.signed_points:       # the leftovers can hurt: who gets them is not just better or worse
        x = _mixed(x, f.last)
    if plan.odd:
        x = _mixed(x, (S.laid[left] + 1) | S.odd.scope[0] << 8 | S.odd.scope[1] << 16)
        if rules.seat_piles:
            x = _mixed(x, S.odd.taker + 1)
            for seat in range(rules.players):
                x = _mixed(x, S.odd.pile[seat])
    return x


cdef int odd_end(const search_t* S, const frame_t* f, mask_t mine, mask_t theirs) noexcept nogil:
    """Points of doubled scope at the end of the deal for the side of the frame, less the other's."""
    cdef const rules_t* rules = S.plan.rules
    cdef mask_t four = rules.scuderia, pile
    cdef int side = 1 - S.plan.side[1]       # of the frame: the one that would be next
    cdef int seat, doubled[2]
    if not four:
        return 0
    if rules.seat_piles:
        doubled[0] = doubled[1] = 0
        for seat in range(rules.players):
            pile = S.odd.pile[seat]
            if seat == (rules.players - 1 if rules.leftovers_to_dealer else S.odd.taker):
                pile |= f.table & four
            if pile == four:
                doubled[rules.side_of[seat]] = 1
    else:
        doubled[side] = mine & four == four
        doubled[1 - side] = theirs & four == four
    return rules.scopa_points * (
        doubled[side] * S.odd.scope[side] - doubled[1 - side] * S.odd.scope[1 - side])


cdef void odd_root(search_t* S, const state_t* s) noexcept nogil:
    """Sets the odd part of a search up for a position."""
    cdef const rules_t* rules = S.plan.rules
    cdef int i
    S.laid[count(unplayed(rules, s))] = s.laid
    S.odd.taker = s.last
    for i in range(2):
        S.odd.scope[i] = s.scope[i]
    for i in range(rules.players):
        S.odd.pile[i] = s.pile[i] & rules.scuderia if rules.seat_piles else 0


cdef int odd_span(const search_t* S, int left) noexcept nogil:
    """Points won in play beside plain scope are no more than so many, of either sign."""
    cdef const rules_t* rules = S.plan.rules
    cdef int i, span = rules.picada_points * (left + 1)
    if rules.scuderia:
        span += (S.odd.scope[0] + S.odd.scope[1] + left + 1) * rules.scopa_points
    for i in range(rules.ranks * 4):
        span += abs(rules.scopa_card_points[i % 4 * LANE + i // 4])
    return span


cdef bint declared_later(const rules_t* rules, const state_t* s, int* points) noexcept nogil:
    """Adds up what each side will declare, the hand of the seat to move left out: with open cards all is declared.

    False if the wild card may still stand for another rank as it is played: then its value is not settled.
    """
    cdef declared_t said[MOST_DECLARED]
    cdef mask_t hand
    cdef int seat, i, n, at = 0
    points[0] = points[1] = 0
    if not rules.declarations:
        return True
    if s.wild_as and rules.wild != bit(ctz(rules.wild) & ~15 | (s.wild_as - 1)):
        return False
    for seat in range(rules.players):
        n = list_declared(rules, s.hand[seat], said)
        if n and s.hand[seat] & rules.wild and rules.wild_keeps:
            return False
        if n and seat != s.turn:
            points[rules.side_of[seat]] += said[0].points
    while at < s.stock_size:
        for seat in range(rules.players):
            hand = 0
            for i in range(rules.hand):
                hand |= bit(s.stock[at])
                at += 1
            n = list_declared(rules, hand, said)
            if n and hand & rules.wild and rules.wild_keeps:
                return False
            if n:
                points[rules.side_of[seat]] += said[0].points
    return True
