"""Information-set Monte Carlo tree search with one tree (SO-ISMCTS: Cowling, Powley and Whitehouse 2012).

Each iteration takes one world and walks down a tree whose nodes are what all players have seen (the cards played):
among the moves that the world allows it takes the one with the best upper confidence bound, where a move is
counted against how often it was available. From the first move never tried the policy plays on to the end. With
one world, all cards known, this is plain UCT.

At a node everybody sees the same table, so what a card may capture is the same in every world: the moves of a
card are added to a node when the first world comes by in which the mover holds it.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport expf, logf, sqrtf
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, bit, count, mask_t
from scopone.solver.playout cimport next_random
from scopone.solver.policy cimport (
    MOST_SCORED, Policy, list_here, play_on, policy_t, scored_t, seen_by_all,
)
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.sampling cimport Worlds, draw
from scopone.solver.state cimport move_t, play, state_t
from scopone.solver.tally cimport add, ahead, as_tuple, tally_t

cdef enum:
    NONE = -1
    LOGS = 1 << 10           # logarithms that are kept ready
    CHECK_EVERY = 1 << 14    # iterations between two looks at Ctrl-C

cdef struct node_t:          # what choosing reads; the statistics are in the view of the side that made the move
    double sum
    int32_t visits
    int32_t available
    float prior
    int8_t card
    int8_t takes

cdef struct below_t:         # what only walking on reads
    mask_t taken
    mask_t known             # cards of the next mover that have their children
    int32_t child            # the first of them: they lie side by side
    int16_t children
    int16_t room

cdef struct tree_t:
    node_t* node
    below_t* under
    int n
    int room
    const policy_t* policy
    float exploration        # in points
    float bias               # weight of the prior, in points, fading with visits
    double others            # chance that another side moves by the model
    float sharpness          # ... which prefers high scores so sharply, a point
    double epsilon
    float log[LOGS]


cdef inline float _fraction(uint64_t* rng) noexcept nogil:
    """A random number from 0 up to 1."""
    return <float>(next_random(rng) >> 40) / <float>(1 << 24)


cdef int _make_room(tree_t* t, int room) noexcept nogil:
    """Room for so many nodes in all; -1 when memory is out (what there is stays)."""
    cdef node_t* node = <node_t*>realloc(t.node, room * sizeof(node_t))
    cdef below_t* under
    if node == NULL:
        return -1
    t.node = node
    under = <below_t*>realloc(t.under, room * sizeof(below_t))
    if under == NULL:
        return -1
    t.under = under
    t.room = room
    return 0


cdef int _expand(tree_t* t, int at, const state_t* s, mask_t cards, mask_t seen, bint last) noexcept nogil:
    """Adds the moves of some cards of the mover to a node; -1 when memory is out."""
    cdef scored_t moves[MOST_SCORED]
    cdef node_t* child
    cdef int i, n = list_here(t.policy, s, seen, last, moves)
    cdef below_t* under = &t.under[at]
    cdef int have = under.children
    if have + n > under.room:
        # the children move to a larger place
        if t.n + 2 * (have + n) > t.room:
            if _make_room(t, 2 * (t.n + 2 * (have + n))) < 0:
                return -1
            under = &t.under[at]
        memcpy(&t.node[t.n], &t.node[under.child], have * sizeof(node_t))
        memcpy(&t.under[t.n], &t.under[under.child], have * sizeof(below_t))
        under.child = t.n
        under.room = have + n if have == 0 else 2 * (have + n)
        t.n += under.room
    for i in range(n):
        if not cards & bit(moves[i].move.card):
            continue
        child = &t.node[under.child + under.children]
        memset(child, 0, sizeof(node_t))
        child.card = moves[i].move.card
        child.takes = moves[i].move.takes
        child.prior = moves[i].score
        t.under[under.child + under.children] = below_t(moves[i].move.taken, 0, 0, 0, 0)
        under.children += 1
    under.known |= cards
    return 0


cdef int _choose(tree_t* t, int at, mask_t hand) noexcept nogil:
    """The child to walk to: the best of those never tried, else the best bound. Counts what was available."""
    cdef int i, best = NONE, fresh = NONE, first = t.under[at].child
    cdef float bound, inverse, most = -1e30, prior = -1e30
    cdef node_t* c
    for i in range(first, first + t.under[at].children):
        c = &t.node[i]
        if not hand & bit(c.card):
            continue
        c.available += 1
        if c.visits == 0:
            if c.prior > prior:
                prior = c.prior
                fresh = i
        elif fresh == NONE:
            inverse = 1 / <float>c.visits
            bound = <float>c.sum * inverse + t.exploration * sqrtf(
                (t.log[c.available] if c.available < LOGS else logf(<float>c.available)) * inverse)
            if t.bias > 0:
                bound += t.bias * c.prior * inverse
            if bound > most:
                most = bound
                best = i
    return fresh if fresh != NONE else best


cdef int _as_modelled(tree_t* t, int at, mask_t hand, uint64_t* rng) noexcept nogil:
    """The child that the model's player walks to, drawn by how likely each is. Counts what was available."""
    cdef int i, child = NONE, first = t.under[at].child
    cdef float most = -1e30, sum = 0, place
    cdef node_t* c
    for i in range(first, first + t.under[at].children):
        c = &t.node[i]
        if hand & bit(c.card):
            c.available += 1
            most = max(most, c.prior)
    for i in range(first, first + t.under[at].children):
        c = &t.node[i]
        if hand & bit(c.card):
            sum += expf(t.sharpness * (c.prior - most))
    place = sum * _fraction(rng)
    for i in range(first, first + t.under[at].children):
        c = &t.node[i]
        if hand & bit(c.card):
            child = i
            place -= expf(t.sharpness * (c.prior - most))
            if place < 0:
                break
    return child


cdef int _iterate(tree_t* t, state_t* s, uint64_t* rng, double* points) noexcept nogil:
    """One world through the tree; returns the child of the root that it went through, -1 without memory."""
    cdef const rules_t* rules = t.policy.rules
    cdef int path[MAX_CARDS + 1]
    cdef int side[MAX_CARDS + 1]
    cdef int depth = 0, at = 0, i, left = s.stock_size, searcher = rules.side_of[s.turn]
    cdef mask_t seen = seen_by_all(rules, s)
    cdef mask_t hand, fresh
    cdef move_t m
    cdef bint tried = True
    for i in range(rules.players):
        left += count(s.hand[i])
    while left and tried:
        hand = s.hand[s.turn]
        fresh = hand & ~t.under[at].known
        if fresh and _expand(t, at, s, fresh, seen, left == 1) < 0:
            return -1
        if t.others > 0 and rules.side_of[s.turn] != searcher and _fraction(rng) < t.others:
            at = _as_modelled(t, at, hand, rng)
        else:
            at = _choose(t, at, hand)
        path[depth] = at
        side[depth] = rules.side_of[s.turn]
        depth += 1
        tried = t.node[at].visits > 0
        m.card = t.node[at].card
        m.takes = t.node[at].takes
        m.taken = t.under[at].taken
        seen |= bit(m.card)
        play(rules, s, &m)
        left -= 1
    if left:
        play_on(t.policy, rng, t.epsilon, s)
    ahead(rules, s, points)
    for i in range(depth):
        t.node[path[i]].visits += 1
        t.node[path[i]].sum += points[side[i]]
    return path[0]


cdef int _grow(tree_t* t, Worlds worlds, int from_, int to, uint64_t* rng, int turn, tally_t* tallies) noexcept nogil:
    cdef state_t s
    cdef double points[MAX_SEATS]
    cdef int i, j
    for i in range(from_, to):
        if worlds.size:
            s = worlds.pool[i % worlds.size]
        else:
            draw(&worlds.k, rng, &s)
        j = _iterate(t, &s, rng, points)
        if j < 0:
            return -1
        # the children of the root come first, in places 1 to their number: the seat knows its own hand
        add(&tallies[j - 1], 1, points[t.policy.rules.side_of[turn]])
    return 0


def ismcts(Worlds worlds not None, Policy policy not None, int iterations, seed, double exploration=2,
           double epsilon=0.3, double bias=0, double others=0, double sharpness=6):
    """Searches for the seat to move, in the pool of `worlds` if it has one, else in uniform worlds.

    iterations    at least 1
    exploration   the constant of the confidence bound, in points
    epsilon       chance of a random move in playouts, 0 to 1
    bias          weight of the policy's scores in the tree
    others        chance, 0 to 1, that a move of another side in the tree is drawn by the policy, as of a player who
                  does not see the cards, in place of the best bound
    sharpness     ... how sharply that prefers high scores, a point

    Returns for each legal move (card bit, takes, taken, visits, mean, variance, won, drawn): points that the
    mover's side is ahead of the best other side at the end of the deal, and the share of iterations in which it
    was ahead, and level.
    """
    cdef tree_t t
    cdef tally_t tallies[MOST_SCORED]
    cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
    cdef int i, j, done = 0, failed = 0, upto, turn = worlds.k.public.turn
    cdef mask_t hand = worlds.k.public.hand[turn]
    if iterations < 1:
        raise ValueError(f"{iterations} iterations")
    if hand == 0 or policy.compiled is not worlds.compiled:
        raise ValueError("the seat to move has no card, or the policy is one of other rules")
    memset(tallies, 0, sizeof(tallies))
    t.policy = &policy.c
    t.exploration = exploration
    t.epsilon = epsilon
    t.bias = bias
    t.others = others
    t.sharpness = sharpness
    for i in range(1, LOGS):
        t.log[i] = logf(<float>i)
    t.node = NULL
    t.under = NULL
    t.n = 1
    try:
        if _make_room(&t, 1 << 12) < 0:
            raise MemoryError()
        memset(t.node, 0, sizeof(node_t))
        t.under[0] = below_t(0, 0, 0, 0, 0)
        while done < iterations:
            upto = min(done + CHECK_EVERY, iterations)
            with nogil:
                failed = _grow(&t, worlds, done, upto, &rng, turn, tallies)
            if failed:
                raise MemoryError()
            done = upto
            PyErr_CheckSignals()
        found = []
        for j in range(t.under[0].children):
            tallies[j].move.card = t.node[1 + j].card
            tallies[j].move.takes = t.node[1 + j].takes
            tallies[j].move.taken = t.under[1 + j].taken
            found.append(as_tuple(&tallies[j]))
        return found
    finally:
        free(t.node)
        free(t.under)


