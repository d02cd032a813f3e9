# What is counted about one move of the seat that thinks.

from scopone.solver.cards cimport MAX_SEATS
from scopone.solver.rules cimport rules_t
from scopone.solver.score cimport total
from scopone.solver.state cimport move_t, state_t

cdef struct tally_t:         # of one move
    move_t move
    double weight            # of the samples; their number where all count the same
    double sum               # of points ahead
    double squares
    double won               # weight of the samples in which more points than any other side
    double drawn             # ... as many as the best other side

cdef inline void add(tally_t* t, double weight, double points) noexcept nogil:
    t.weight += weight
    t.sum += weight * points
    t.squares += weight * points * points
    if points > 0:
        t.won += weight
    elif points == 0:
        t.drawn += weight

cdef inline void ahead(const rules_t* rules, const state_t* s, double* out) noexcept nogil:
    """For each side its points minus those of the best other side, when the deal is over."""
    cdef int points[MAX_SEATS]
    cdef int side, other, best
    total(rules, s, points)
    for side in range(rules.sides):
        best = -30000
        for other in range(rules.sides):
            if other != side and points[other] > best:
                best = points[other]
        out[side] = points[side] - best

cdef inline tuple as_tuple(const tally_t* t):
    """(card bit, takes, taken, weight, mean, variance, won, drawn); won and drawn are shares."""
    cdef double mean = t.sum / t.weight if t.weight > 0 else 0
    cdef double variance = max(t.squares / t.weight - mean * mean, 0.0) if t.weight > 0 else 0
    cdef double w = t.weight if t.weight > 0 else 1
    return t.move.card, bool(t.move.takes), t.move.taken, t.weight, mean, variance, t.won / w, t.drawn / w
