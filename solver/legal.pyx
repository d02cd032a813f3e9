"""The legal moves of a position."""

from libc.stdlib cimport free, malloc, realloc

from scopone.solver.cards cimport ctz, mask_t, rank_of
from scopone.solver.declare cimport MOST_DECLARED, declared_t, list_declared
from scopone.solver.moves cimport captures, list_captures
from scopone.solver.rules cimport OPENING_FORBIDDEN, OPENING_NO_SWEEP, SWEEP_OFF, rules_t
from scopone.solver.state cimport move_t, opening, played_as, state_t


cdef inline move_t* _room(moves_t* moves, int more) noexcept nogil:
    """Makes room for more moves; NULL when memory is out (the list keeps what it holds)."""
    cdef move_t* grown
    cdef int room = moves.room
    if moves.n + more > room:
        while moves.n + more > room:
            room = 2 * room if room else 32
        grown = <move_t*>realloc(moves.move, room * sizeof(move_t))
        if grown == NULL:
            return NULL
        moves.move = grown
        moves.room = room
    return moves.move + moves.n


cdef void free_moves(moves_t* moves) noexcept nogil:
    free(moves.move)
    moves.move = NULL
    moves.n = moves.room = 0


cdef inline bint _before(mask_t a, mask_t b) noexcept nogil:
    """Set a comes before set b: the lowest card, by rank then suit, that only one of them has is in a."""
    cdef mask_t differ = a ^ b
    cdef mask_t x
    cdef int lowest = -1, card
    while differ:
        card = ctz(differ)
        differ &= differ - 1
        if lowest < 0 or (rank_of(card) << 2 | card >> 4) < (rank_of(lowest) << 2 | lowest >> 4):
            lowest = card
    return lowest >= 0 and (a >> lowest) & 1


cdef int _captures(
    const rules_t* rules, bint sweeps, int card, mask_t table, mask_t* out, int room
) noexcept nogil:
    """As `captures`, but on request as if aces did not sweep."""
    cdef rules_t plain
    if sweeps:
        return captures(rules, card, table, out, room)
    plain = rules[0]
    plain.ace_sweep = SWEEP_OFF
    return list_captures(&plain, card, table, out, room)


cdef int list_moves(const rules_t* rules, const state_t* s, moves_t* moves) noexcept nogil:
    """Fills `moves` with the legal moves, by card and then by captured cards; -1 when memory is out.

    Those that declare something come after those that do not.
    """
    cdef declared_t said[MOST_DECLARED]
    cdef declared_t silent
    cdef int i, n = 0
    silent.item = -1
    silent.points = 0
    silent.wild_as = s.wild_as
    moves.n = 0
    if rules.declarations:
        n = list_declared(rules, s.hand[s.turn], said)
    if n == 0 or not rules.must_declare:
        if _list_cards(rules, s, silent, moves) < 0:
            return -1
    for i in range(n):
        if _list_cards(rules, s, said[i], moves) < 0:
            return -1
    return moves.n


cdef int _list_cards(const rules_t* rules, const state_t* s, declared_t said, moves_t* moves) noexcept nogil:
    """Adds the moves of every card, with a declaration or without one; -1 when memory is out."""
    cdef mask_t found[64]
    cdef mask_t* sets
    cdef mask_t hand = s.hand[s.turn]
    cdef mask_t same
    cdef move_t* m
    cdef move_t swap
    cdef int rank, card, n, i, j
    cdef move_t move = move_t(0, said.item + 1, said.points, said.wild_as if said.item >= 0 else 0, False, 0)
    cdef bint first = False, sweeps
    if rules.ace_opening:
        first = opening(rules, s)
    for rank in range(rules.ranks):
        same = (hand >> rank) & <mask_t>0x0001000100010001
        while same:
            card = ctz(same) + rank
            same &= same - 1
            if first and rank == 0:
                if rules.ace_opening == OPENING_FORBIDDEN and hand & ~<mask_t>0x0001000100010001:
                    continue
            sweeps = not (first and rules.ace_opening == OPENING_NO_SWEEP)
            sets = found
            n = _captures(rules, sweeps, played_as(rules, card, said.wild_as), s.table, found, 64)
            if n > 64:
                sets = <mask_t*>malloc(n * sizeof(mask_t))
                if sets == NULL:
                    return -1
                _captures(rules, sweeps, played_as(rules, card, said.wild_as), s.table, sets, n)
            m = _room(moves, n + 1)
            if m == NULL:
                if sets != found:
                    free(sets)
                return -1
            if n == 0 or not rules.compulsory and s.table:   # (an ace that takes itself cannot be laid)
                m[0] = move
                m[0].card = card
                m += 1
                moves.n += 1
            for i in range(n):
                m[i] = move
                m[i].card = card
                m[i].takes = True
                m[i].taken = sets[i]
                j = i
                while j and _before(m[j].taken, m[j - 1].taken):
                    swap = m[j]
                    m[j] = m[j - 1]
                    m[j - 1] = swap
                    j -= 1
            moves.n += n
            if sets != found:
                free(sets)
    return moves.n
