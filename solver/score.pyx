"""Scoring: majorities, single cards, sets, runs, primiera and what was won in play."""

from libc.string cimport memset

from scopone.solver.cards cimport LANE, count, lane, mask_t, of_ranks
from scopone.solver.rules cimport MISSING_FEWER_LOSE, MISSING_VOID, PRIMIERA_NONE, PRIMIERA_POINTS, rules_t
from scopone.solver.state cimport NOBODY, state_t


cdef int primiera_points(const rules_t* rules, mask_t pile) noexcept nogil:
    """The primiera of a pile as one number to compare: 0 where the side has no primiera."""
    cdef int suit, rank, best, points = 0, suits = 0
    cdef unsigned int ranks
    for suit in range(4):
        ranks = lane(pile, suit)
        best = 0
        rank = 0
        while ranks:
            if ranks & 1 and rules.primiera_value[rank] > best:
                best = rules.primiera_value[rank]
            ranks >>= 1
            rank += 1
        points += best
        suits += best > 0
    if rules.primiera_missing == MISSING_VOID and suits < 4:
        return 0
    if rules.primiera_missing == MISSING_FEWER_LOSE:
        return suits << 8 | points
    return points


cdef int run_points(const rules_t* rules, int run, mask_t pile) noexcept nogil:
    """Points of an unbroken run from the ace."""
    cdef unsigned int ranks = lane(pile, rules.run[run].suit)
    cdef int n = 0
    while n < rules.run[run].most and (ranks >> n) & 1:
        n += 1
    return n if n >= rules.run[run].least else 0


cdef int side_primiera(const rules_t* rules, const mask_t* piles, int sides) noexcept nogil:
    """The side that wins the primiera, or NOBODY."""
    cdef int best[6]
    cdef int alive[6]
    cdef int side, i, most, level, winner
    if rules.primiera == PRIMIERA_POINTS:
        winner = NOBODY
        most = 0
        for side in range(sides):
            level = primiera_points(rules, piles[side])
            if level > most:
                most = level
                winner = side
            elif level == most:
                winner = NOBODY
        return winner
    for side in range(sides):
        alive[side] = 1
    for i in range(rules.primiera_ranks):
        most = 0
        for side in range(sides):
            best[side] = count(piles[side] & of_ranks(<unsigned int>1 << rules.primiera_rank[i]))
            if alive[side] and best[side] > most:
                most = best[side]
        winner = NOBODY
        level = 0
        for side in range(sides):
            alive[side] = alive[side] and best[side] == most
            if alive[side]:
                winner = side
                level += 1
        if level == 1:
            return winner
    return NOBODY


cdef void settle(const rules_t* rules, const state_t* s, score_t* out) noexcept nogil:
    """Every scored item of the piles as they lie, in the order of CompiledRules.item_names."""
    cdef mask_t pile[6]
    cdef int number[6]
    cdef int side, seat, i, most, winners, owner, at = 0
    cdef mask_t of
    memset(out, 0, sizeof(score_t))
    for side in range(rules.sides):
        pile[side] = 0
        out.points[at][side] = s.scope[side] * rules.scopa_points
    at += 1
    for i in range(rules.piles):
        pile[rules.side_of[i] if rules.seat_piles else i] |= s.pile[i]
    for i in range(rules.majorities):
        most = -1
        winners = 0
        for side in range(rules.sides):
            number[side] = count(pile[side] & rules.majority[i].of)
            if number[side] > most:
                most = number[side]
                winners = 0
            winners += number[side] == most
        if most > 0 and most >= rules.majority[i].least and (winners == 1 or rules.majority[i].split):
            for side in range(rules.sides):
                if number[side] == most:
                    out.points[at][side] = rules.majority[i].points / winners
        at += 1
    for i in range(rules.items):
        of = rules.item[i].cards
        for side in range(rules.sides):
            if pile[side] & of == of and pile[side] & rules.item[i].needs == rules.item[i].needs:
                # a scopa made with such a card has its points already, in place of the card's own
                if not (rules.scopa_card_replaces and i < rules.singles and of & s.made):
                    out.points[at][side] = rules.item[i].points
        at += 1
    for i in range(rules.runs):
        for side in range(rules.sides):
            out.points[at][side] = run_points(rules, i, pile[side])
        at += 1
    if rules.primiera != PRIMIERA_NONE:
        owner = side_primiera(rules, pile, rules.sides)
        if owner != NOBODY:
            out.points[at][owner] = 1
        at += 1
    if rules.scuderia:
        for i in range(rules.piles):
            if s.pile[i] & rules.scuderia == rules.scuderia:
                side = rules.side_of[i] if rules.seat_piles else i
                out.points[at][side] = s.scope[side] * rules.scopa_points
        at += 1
    if rules.has_bonus:
        for side in range(rules.sides):
            out.points[at][side] = s.bonus[side]
        at += 1
    out.items = at


cdef void total(const rules_t* rules, const state_t* s, int* out) noexcept nogil:
    """Points of each side."""
    cdef score_t score
    cdef int i, side
    settle(rules, s, &score)
    for side in range(rules.sides):
        out[side] = 0
        for i in range(score.items):
            out[side] += score.points[i][side]
