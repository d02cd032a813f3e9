"""Perfect-information Monte Carlo: values of every move in many worlds, each world as if all cards were seen.

In each world every move is valued by playouts of the policy, or exactly when the hand is short; a move's value is
the mean over the worlds. All moves meet the same worlds, so that luck in the deal cancels in their difference.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.string cimport memset

from scopone.solver.cards cimport MAX_SEATS, bit, count, ctz, mask_t
from scopone.solver.exact cimport Exact
from scopone.solver.policy cimport MOST_SCORED, Policy, list_here, play_on, scored_t, seen_by_all
from scopone.solver.rules cimport rules_t
from scopone.solver.sampling cimport Worlds
from scopone.solver.search cimport candidate_t
from scopone.solver.state cimport last_play, play, state_t
from scopone.solver.tally cimport add, ahead, as_tuple, tally_t

cdef enum:
    CHECK_EVERY = 256        # worlds between two looks at Ctrl-C


cdef int _moves(Worlds worlds, Policy policy, tally_t* tallies) except -1:
    """The legal moves of the seat to move, with empty tallies."""
    cdef scored_t moves[MOST_SCORED]
    cdef const rules_t* rules = worlds.k.rules
    cdef const state_t* s
    cdef int i, n
    if worlds.size == 0:
        raise ValueError("no worlds: draw or enumerate some first")
    if policy.compiled is not worlds.compiled:
        raise ValueError("a policy of other rules")
    s = &worlds.pool[0]
    n = list_here(&policy.c, s, seen_by_all(rules, s), last_play(rules, s), moves)
    if n == 0:
        raise ValueError("the seat to move has no card")
    memset(tallies, 0, MOST_SCORED * sizeof(tally_t))
    for i in range(n):
        tallies[i].move = moves[i].move
    return n


def pimc(Worlds worlds not None, Policy policy not None, seed, double epsilon=0.3, int playouts=1):
    """Values every move by `playouts` playouts in each world of the pool; see `ismcts` for what it returns."""
    cdef tally_t tallies[MOST_SCORED]
    cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
    cdef const rules_t* rules = worlds.k.rules
    cdef int n = _moves(worlds, policy, tallies)
    cdef int i, j, k, side = rules.side_of[worlds.pool[0].turn]
    cdef double points[MAX_SEATS]
    cdef state_t s
    for i in range(worlds.size):
        if i % CHECK_EVERY == CHECK_EVERY - 1:
            PyErr_CheckSignals()
        with nogil:
            for j in range(n):
                for k in range(playouts):
                    s = worlds.pool[i]
                    play(rules, &s, &tallies[j].move)
                    play_on(&policy.c, &rng, epsilon, &s)
                    ahead(rules, &s, points)
                    add(&tallies[j], worlds.weight[i] * worlds.size, points[side])
    return [as_tuple(&tallies[i]) for i in range(n)]


def pimc_exact(Worlds worlds not None, Policy policy not None, Exact exact not None):
    """Values every move by its exact value in each world of the pool; see `ismcts` for what it returns.

    For games of two sides. `OverflowError` where a world has more moves than there is room for.
    """
    cdef tally_t tallies[MOST_SCORED]
    cdef candidate_t moves[MOST_SCORED]
    cdef int value[MOST_SCORED]
    cdef int n = _moves(worlds, policy, tallies)
    cdef int i, j, k, found = 0
    cdef int sign = 1 - 2 * worlds.k.rules.side_of[worlds.pool[0].turn]
    for i in range(worlds.size):
        if i % CHECK_EVERY == CHECK_EVERY - 1:
            PyErr_CheckSignals()
        with nogil:
            found = exact.values(&worlds.pool[i], moves, value, MOST_SCORED)
            for j in range(found):
                for k in range(n):
                    if bit(tallies[k].move.card) == moves[j].card and tallies[k].move.taken == moves[j].taken and (
                        (tallies[k].move.takes != 0) == (moves[j].takes != 0)
                    ):
                        add(&tallies[k], worlds.weight[i] * worlds.size, sign * value[j])
        if found < 0:
            raise OverflowError("a world has more moves than the search has room for")
    return [as_tuple(&tallies[i]) for i in range(n)]
