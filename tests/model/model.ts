/**
 * A model of the outbox's protocol: what the tabs, the customer, the phone's disk, the network and the server can do,
 * one step at a time. `explore.ts` visits every state; docs/offline.md has a drawing.
 *
 * The model allows more than can happen in reality: any request can fail, a copy of it can arrive at any later time and
 * any number of times, a claim can end at any time, and a tab can stop between any two steps. It has no clock.
 */
import type { Mutant } from './mutants.ts'
import {
  type Config,
  closedTab,
  type Emit,
  hasLeft,
  isExpired,
  isQueued,
  isUnsettled,
  type Job,
  LEAVER,
  nameOfOwner,
  type State,
  stage,
  type Tab,
  withCookie,
  withJob,
  withJobs,
  withTab,
} from './state.ts'

/** Returns the function that reports every possible step of a state. */
export function protocol(config: Config, mutant?: Mutant): (s: State, emit: Emit) => void {
  const is = (name: Mutant) => mutant === name
  const jobAt = (s: State, j: number) => s.jobs[j] as Job
  const tabAt = (s: State, t: number) => s.tabs[t] as Tab
  const piecesOf = (j: number) => (j === 0 ? config.pieces : 0)
  const SENT = stage.sent(config.pieces)
  const signsIn = Array.from({ length: config.owners }, (_, o) => `signs in as ${nameOfOwner(o + 1)}`)
  const stop = (s: State, t: number) => withTab(s, t, { job: -1, stage: stage.none })
  const ended = (state: Job['state']) => ({ state, memory: -1, claimed: false })

  /** Stores a job or an outcome, in a transaction that checks whether the customer has left. */
  function store(s: State, j: number, to: Partial<Job>): State {
    const gone = hasLeft(s, jobAt(s, j).owner) && !is('storesAfterLeaving')
    return withJob(s, j, gone ? ended('deleted') : to)
  }

  /** Ends the tab's request and writes the job, if the tab still has its store and the record still exists. */
  function finish(s: State, t: number, j: number, to: Partial<Job>): State {
    const job = jobAt(s, j)
    if (job.memory === t) return store(stop(s, t), j, to)
    const exists = isUnsettled(job) || (is('lateAnswerWrites') && job.state === 'deleted')
    return exists && !tabAt(s, t).lost ? withJob(stop(s, t), j, { claimed: false, ...to }) : stop(s, t)
  }
  const requeue = (s: State, t: number, j: number) =>
    finish(s, t, j, isQueued(jobAt(s, j)) ? { state: 'tried' } : {})
  const refuse = (s: State, t: number, j: number) => finish(s, t, j, { state: 'refused' })
  const acknowledge = (s: State, t: number, j: number) => finish(s, t, j, { state: 'received', memory: -1 })

  /** True if an older stored job on the same subject has to be sent first. */
  function waits(s: State, j: number): boolean {
    const older = config.oneSubject ? s.jobs[j - 1] : undefined
    if (older === undefined || older.owner !== jobAt(s, j).owner || older.memory >= 0) return false
    return isQueued(older) || (is('refusedBlocks') && (older.state === 'refused' || older.state === 'shown'))
  }

  /** Emits the steps in which a tab opens, closes, loses its store or changes its customer, or a customer leaves. */
  function live(s: State, t: number, emit: Emit): void {
    const { owner, lost } = tabAt(s, t)
    const step = (what: string, next: State, setback?: 'setback') => emit(t, what, -1, next, setback)
    const aborted = is('looser') ? s : stop(s, t)
    for (let o = 1; o <= config.owners; o++) {
      const next = owner === o ? s : withTab(aborted, t, { owner: o })
      const changes = next !== s || s.cookie !== o
      if (changes && !hasLeft(s, o)) step(signsIn[o - 1] as string, withCookie(next, o))
    }
    if (owner === 0 && s.cookie > 0) step('opens', withTab(s, t, { owner: s.cookie }))
    if (owner === 0) return
    /** Ends the jobs for which `end` returns a state. */
    function change(end: (job: Job) => Job['state'] | false): State {
      const jobs = s.jobs.map(job => {
        const to = end(job)
        return to ? { ...job, ...ended(to) } : job
      })
      return withJobs(s, jobs)
    }
    const held = (job: Job) => job.memory === t && (is('memoryCalledSaved') ? 'lost' : 'closed')
    step('closes', withTab(change(held), t, closedTab), 'setback')
    if (lost) step('gets its store back', withTab(s, t, { lost: false }))
    else if (t < config.failing) step('loses its store', withTab(s, t, { lost: true }), 'setback')
    if (s.cookie > 0 && s.cookie !== owner)
      step('notices the sign-in', withTab(aborted, t, { owner: s.cookie }))
    const leavers = (job: Job) => job.owner === LEAVER && job.memory === t && 'deleted'
    if (s.left && (owner === LEAVER || s.jobs.some(leavers))) {
      const next = is('leaveKeepsMemory') ? s : change(leavers)
      step('notices that the customer has left', owner === LEAVER ? withTab(next, t, closedTab) : next)
    }
    if (owner !== s.cookie || lost) return
    const mine = (job: Job) =>
      job.owner === owner && job.state !== 'absent' && (job.memory < 0 || job.memory === t)
    const rest = change(job => (mine(job) ? 'deleted' : held(job)))
    const gone = withCookie(withTab(rest, t, closedTab), 0)
    step('signs out and deletes', gone, 'setback')
    if (owner === LEAVER) step('leaves', { ...gone, left: true }, 'setback')
  }

  /** Emits the steps in which a tab claims a stored job, or takes one from its memory. */
  function claim(s: State, t: number, j: number, emit: Emit): void {
    const { owner, lost } = tabAt(s, t)
    const job = jobAt(s, j)
    if (!isQueued(job) || (job.owner !== owner && !is('ownerIgnored') && !is('phoneIgnoresOwner'))) return
    if (job.memory === t ? is('memoryStuck') : job.memory >= 0 || job.claimed || waits(s, j)) return
    const asks = piecesOf(j) > 0 && job.state !== 'fresh' && !is('skipsOffset')
    const taken = withTab(s, t, { job: j, stage: asks ? stage.ask : stage.offset })
    const next = { state: job.state === 'fresh' ? 'first' : 'tried', claimed: job.memory < 0 } as const
    if (!asks && job.pieces > 0) emit(t, 'claims', j, 'sends again what the server has')
    else if (is('deletesBeforeAnswer')) emit(t, 'claims', j, withJob(taken, j, { state: 'lost' }))
    else if (job.memory === t || !lost) emit(t, 'claims', j, withJob(taken, j, next))
    else if (is('sendsUnclaimed')) emit(t, 'takes', j, taken)
  }

  /** Emits the steps in which the tab's request advances or fails. */
  function send(s: State, t: number, j: number, emit: Emit): void {
    const { owner, state, server, pieces } = jobAt(s, j)
    const at = tabAt(s, t).stage
    const step = (what: string, next: State) => emit(t, what, j, next)
    const all = piecesOf(j)
    const decided = server === 'effect' || server === 'refused'
    // No connection, no answer in time, 429, 5xx, a portal page, or an answer that names another key.
    step('gets no acknowledgement', requeue(s, t, j))
    // 401, or 409 for another customer. The session is not accepted, so no copy of this request will ever be.
    if (state === 'first' && pieces === 0 && !decided)
      step('gets 401 or 409', finish(s, t, j, { state: 'fresh', server: 'none' }))
    if (state === 'tried' && is('forgetsOn401')) step('gets 401 or 409', finish(s, t, j, { state: 'fresh' }))
    if (is('dropsOn401')) step('gets 401 or 409', finish(s, t, j, { state: 'lost' }))
    if (is('refusesOn429')) step('gets 429', refuse(s, t, j))
    if (is('acksWithoutKey')) step('gets a portal page', acknowledge(s, t, j))
    if (at === SENT) {
      if (server === 'effect') step('gets the acknowledgement', acknowledge(s, t, j))
      if (server === 'refused') step('gets the refusal', refuse(s, t, j))
      if (server === 'effect' && is('reusedIsRefusal')) step('gets 422 for the reused key', refuse(s, t, j))
    } else if (s.cookie !== owner || hasLeft(s, owner)) {
      // The server refuses every request.
      const ignored = is('serverIgnoresOwner') || is('ownerIgnored')
      if (ignored && s.cookie > 0 && at === stage.offset + all)
        emit(-1, 'takes effect', j, 'an effect under another customer')
    } else if (at === stage.ask) step('asks for the offset', withTab(s, t, { stage: stage.offset + pieces }))
    else if (at < stage.offset + all) {
      // A piece at another offset changes nothing. The answer says how many pieces the server has.
      const received = pieces + (at === stage.offset + pieces ? 1 : 0)
      step(
        'sends a piece',
        withTab(withJob(s, j, { pieces: received }), t, { stage: stage.offset + received }),
      )
    } else if (pieces < all) step('has to send the photo again', withTab(s, t, { stage: stage.ask }))
    else if (server === 'effect' && is('newKeyOnRetry')) emit(-1, 'takes effect', j, 'two effects')
    else step('sends', withTab(decided ? s : withJob(s, j, { server: 'sent' }), t, { stage: SENT }))
  }

  /** Emits the steps in which the customer makes a job or decides about one, or a screen shows a refusal. */
  function decide(s: State, t: number, j: number, emit: Emit): void {
    const tab = tabAt(s, t)
    const { state, owner, memory } = jobAt(s, j)
    const step = (what: string, to: Partial<Job>, setback?: 'setback') =>
      emit(t, what, j, store(s, j, to), setback)
    if (state === 'absent') {
      const made = withJob(s, j, { owner: tab.owner, state: 'fresh' })
      if (s.jobs[j - 1]?.state === 'absent') return
      if (!tab.lost) emit(t, 'stores', j, store(made, j, {}))
      if (t < config.failing) emit(t, 'keeps in memory', j, withJob(made, j, { memory: t }))
      return
    }
    if (memory === t && !tab.lost && !is('memoryStuck'))
      step('stores from memory', { memory: -1, claimed: tab.job === j })
    if (state === 'withdrawn' && is('missingIsReceived')) step('misses the job', { state: 'received' })
    if (owner !== tab.owner || (memory < 0 ? tab.lost : memory !== t)) return
    const unsent = state === 'fresh' || state === 'expired-fresh' || state === 'shown'
    const forbidden =
      (is('withdrawsFirst') && state === 'first') ||
      (is('withdrawsTried') && state === 'tried') ||
      (is('withdrawsExpired') && state === 'expired-tried')
    if (unsent || forbidden) step('withdraws', ended('withdrawn'), 'setback')
    if (state === 'expired-tried') step('deletes', ended('deleted'), 'setback')
    if (state === 'shown' || isExpired(jobAt(s, j)))
      step('retries', { state: state === 'expired-fresh' || is('retryForgets') ? 'fresh' : 'tried' })
    if (state === 'refused') step('shows the refusal', { state: 'shown' })
    if (state === 'refused' && is('hidesRefusal')) step('deletes', ended('lost'))
    const next = s.jobs[j + 1]
    if (!unsent && !is('replacesUnchecked')) return
    if (next === undefined) step('replaces', ended('replaced'), 'setback')
    if (next?.state !== 'absent') return
    const replaced = store(withJob(s, j + 1, { owner }), j, ended('replaced'))
    if (!tab.lost) emit(t, 'replaces', j, store(replaced, j + 1, { state: 'fresh' }), 'setback')
    if (memory === t) emit(t, 'replaces', j, withJob(replaced, j + 1, { state: 'fresh', memory }), 'setback')
  }

  /** Emits the steps in which time passes, or the server handles a copy of a request. */
  function elsewhere(s: State, j: number, emit: Emit): void {
    const job = jobAt(s, j)
    const { server, pieces } = job
    const step = (what: string, to: Partial<Job>, setback?: 'setback') =>
      emit(-1, what, j, withJob(s, j, to), setback)
    if (job.claimed && !is('claimNeverEnds')) step('is no longer claimed', { claimed: false })
    if (isQueued(job) && !job.claimed && (job.memory < 0 || is('looser')))
      step('expires', { state: job.state === 'fresh' ? 'expired-fresh' : 'expired-tried' }, 'setback')
    if (hasLeft(s, job.owner)) return
    if (server === 'effect' && is('keyNotStored')) emit(-1, 'takes effect', j, 'two effects')
    if (server === 'refused' && is('refusalLifted')) step('takes effect', { server: 'effect' })
    if (server === 'effect' || server === 'refused') return
    if (pieces > 0) step('loses its photo at the server', { pieces: 0 }, 'setback')
    if (server === 'none' || pieces < piecesOf(j)) return
    step('takes effect', { server: 'effect' })
    step('is refused by the server', { server: 'refused' })
  }

  return (s, emit) => {
    for (let j = 0; j < config.jobs; j++) elsewhere(s, j, emit)
    for (let t = 0; t < config.tabs; t++) {
      live(s, t, emit)
      const { owner, job } = tabAt(s, t)
      if (owner === 0) continue
      if (job >= 0) send(s, t, job, emit)
      for (let j = 0; j < config.jobs; j++) {
        if (job < 0) claim(s, t, j, emit)
        decide(s, t, j, emit)
      }
    }
  }
}
