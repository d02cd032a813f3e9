"""Several threads on one question.

All threads search the same move at the root for the same target and share the table. Near the root each claims
the subtree that it enters, and leaves moves that another has claimed for later: then they are done, and the table
answers. Whoever comes to an end first has the answer, which is exact whoever it is; the others are stopped.
"""

from libc.stdint cimport uint64_t

from scopone.solver.proof cimport ABORT, SUCCESS, proof_t
from scopone.solver.root cimport reaches, root_t
from scopone.solver.search cimport play_and_search, search_t, store_flag

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_t:
        pass
    int pthread_create(pthread_t* thread, void* attributes, void* (*start)(void*) noexcept nogil, void* argument)
    int pthread_join(pthread_t thread, void** result)

cdef struct member_t:
    search_t* S
    root_t* root
    int i
    int target
    proof_t proof


cdef void* _member(void* argument) noexcept nogil:
    cdef member_t* m = <member_t*>argument
    m.S.frame[m.root.left] = m.root.f
    m.proof = play_and_search(m.S, m.root.left, m.target, &m.root.move[m.i])
    if not m.proof & ABORT:
        store_flag(m.S.halt, 1)
    return NULL


cdef bint team_reaches(search_t** S, int threads, root_t* root, int i, int target) noexcept nogil:
    """As `reaches` (see root.pyx), by several searches at once; the first is the caller's."""
    cdef member_t member[MOST_THREADS]
    cdef pthread_t thread[MOST_THREADS]
    cdef int k, started = 1
    cdef proof_t proof = ABORT
    if threads == 1 or root.lows[i] >= target or root.highs[i] < target:
        return reaches(S[0], root, i, target)
    store_flag(S[0].halt, 0)
    for k in range(threads):
        member[k] = member_t(S[k], root, i, target, ABORT)
        if k and pthread_create(&thread[k], NULL, &_member, &member[k]):
            break
        if k:
            started += 1
    _member(&member[0])
    for k in range(1, started):
        pthread_join(thread[k], NULL)
        S[0].overflow |= S[k].overflow
    store_flag(S[0].halt, 0)
    for k in range(started):
        S[k].arena = S[k].arena_start
        if not member[k].proof & ABORT:
            proof = member[k].proof
    if proof & ABORT:
        store_flag(S[0].stop, 1)
        return False
    if proof & SUCCESS:
        root.highs[i] = target - 1
        return False
    root.lows[i] = target
    return True
