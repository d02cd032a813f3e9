"""Counting and speed: the number of move sequences of a length, and random games by the million."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, count, ctz, mask_t, ranks_of
from scopone.solver.legal cimport free_moves, list_moves, moves_t
from scopone.solver.moves cimport captures
from scopone.solver.playout cimport Playout, deal, play_out
from scopone.solver.rules cimport rules_t
from scopone.solver.score cimport total
from scopone.solver.state cimport State, declare, opening, play, state_t

cdef enum:
    CHECK_EVERY = 1 << 18        # counted nodes between two looks at Ctrl-C: a few hundredths of a second
    GAMES_AT_ONCE = 1 << 14      # the same for random games

cdef struct counter_t:
    const rules_t* rules
    int64_t until_check
    moves_t moves[MAX_CARDS + 1]  # a list for each depth left


cdef int count_moves(const rules_t* rules, const state_t* s, moves_t* moves) noexcept nogil:
    """The number of legal moves, without listing them where the rules let it."""
    cdef mask_t left = s.hand[s.turn]
    cdef mask_t none
    cdef int n, found = 0
    if rules.declarations or (rules.ace_opening and opening(rules, s)):
        return list_moves(rules, s, moves)
    while left:
        n = captures(rules, ctz(left), s.table, &none, 0)
        found += n + (n == 0 or (not rules.compulsory and s.table != 0))   # as list_moves
        left &= left - 1
    return found


cdef int64_t sequences(counter_t* c, const state_t* s, int depth) except -1 nogil:
    """Sequences of exactly `depth` moves from here, depth at least 1 and no more than the cards to be played."""
    cdef moves_t* moves = &c.moves[depth]
    cdef state_t next
    cdef int64_t found = 0
    cdef int i
    c.until_check -= 1
    if c.until_check == 0:
        c.until_check = CHECK_EVERY
        with gil:
            PyErr_CheckSignals()
    if depth == 1:
        return count_moves(c.rules, s, moves)
    if list_moves(c.rules, s, moves) < 0:
        with gil:
            raise MemoryError()
    for i in range(moves.n):
        next = s[0]
        declare(c.rules, &next, &moves.move[i])
        play(c.rules, &next, &moves.move[i])
        found += sequences(c, &next, depth - 1)
    return found


def perft(State state not None, int depth):
    """The number of different sequences of exactly `depth` legal moves.

    Every deal ends when its cards are played, so that no sequence is longer than `state.cards_left`: from
    there on the count is 0. `ValueError` for a negative depth. Ctrl-C stops it.
    """
    cdef counter_t c
    cdef int64_t found
    cdef int i
    if depth < 0:
        raise ValueError("a depth is 0 or more")
    if depth == 0:
        return 1
    if depth > state.cards_left:
        return 0
    memset(&c, 0, sizeof(c))
    c.rules = &state.compiled.c
    c.until_check = CHECK_EVERY
    try:
        with nogil:
            found = sequences(&c, &state.s, depth)
    finally:
        for i in range(MAX_CARDS + 1):
            free_moves(&c.moves[i])
    return found


cdef int64_t play_games(Playout p, int n, uint64_t* rng, uint64_t* checksum) noexcept nogil:
    """Plays n random games and mixes their points into the checksum; returns the plies, -1 without memory."""
    cdef state_t s
    cdef int points[MAX_SEATS]
    cdef int i, side, played
    cdef int64_t plies = 0
    for i in range(n):
        deal(&p.dealer, p.rules, rng, &s)
        played = play_out(&p.chooser, p.rules, rng, &s)
        if played < 0:
            return -1
        plies += played
        total(p.rules, &s, points)
        for side in range(p.rules.sides):
            checksum[0] = (checksum[0] ^ <uint32_t>points[side]) * <uint64_t>0x100000001B3
    return plies


def random_games(rules, n, seed):
    """Plays n random deals to the end inside the core, every legal move equally likely, and scores each.

    Returns (games, plies, checksum): the checksum is made from the points of every game in turn, so the same
    rules, n and seed give the same one on every machine.
    """
    cdef Playout p = Playout(rules)
    cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
    cdef uint64_t checksum = <uint64_t>0xCBF29CE484222325
    cdef int64_t left = n, plies = 0, played
    cdef int some
    if n < 0:
        raise ValueError("a number of games is 0 or more")
    while left:
        some = min(left, <int64_t>GAMES_AT_ONCE)
        with nogil:
            played = play_games(p, some, &rng, &checksum)
        if played < 0:
            raise MemoryError()
        plies += played
        left -= some
        PyErr_CheckSignals()
    return n, plies, checksum
