import { assertNever } from '#contract/assert-never.ts'
import type { Answer } from '#contract/calls.ts'
import type { Lane } from '#contract/request.ts'
import type { Failure, Ports } from '#src/ports.ts'
import { backoff } from './backoff.ts'
import { classify, retryAfterOf } from './classify.ts'
import { type Job, laneOf, type QueueableRoute, ready, waitEnd } from './job.ts'
import type { JobStore } from './job-store.ts'
import { BACKOFF_FLOOR_MS, JOB_MAX_AGE_MS, RENEW_EVERY_MS } from './limits.ts'
import type { LogQueue } from './log-queue.ts'
import { type Attempt, sendJob } from './send-job.ts'

export type SenderPorts = Pick<Ports, 'api' | 'clock' | 'ids' | 'visibility'>

/** Who is signed in, as the queue needs to know it. */
export type QueueIdentity = {
  owner(): string | null
  /** Counts the sessions. */
  session(): number
  /** Signs in again after a 401 to what was sent under `session`, unless somebody else has. False: not now. */
  renew(session: number): Promise<boolean>
}

/** What a try came to, for those who wait for it. */
export type SendOutcome =
  | { readonly kind: 'acked'; readonly job: Job; readonly answer: Answer<QueueableRoute> }
  | { readonly kind: 'requeued' | 'refused'; readonly job: Job; readonly failure: Failure }

export type Sender = {
  /** Sends what can be sent now; resolves when nothing more can. */
  run(owner: string, signal: AbortSignal): Promise<void>
  /** Something suggests that the network is there: shortens the wait, unless the server itself asked for it. */
  wake(): void
  /** Whether everything waits: for the network, for the server's own time, or for a sign-in. */
  isPaused(): boolean
  /** Whether everything waits for a sign-in, also what was never tried. */
  needsSignIn(): boolean
  /** There is a new session: what waited for it goes on. */
  resumeAfterSignIn(owner: string): Promise<void>
  /** When something may be sent again (milliseconds since 1970); null when nothing waits for its time. */
  nextAt(owner: string): number | null
  sending(id: string): boolean
  /** 0 to 1; null where it is not known. */
  progress(id: string): number | null
}

/** A time in which nothing is sent, by the phone's clock. */
type Pause = { readonly from: number; readonly until: number }
const noPause: Pause = { from: 0, until: 0 }

const lanes: readonly Lane[] = ['reward', 'answer', 'profile', 'receipt']

/**
 * Delivers one customer's jobs: the lanes side by side, one job of a lane at a time. Who it is, is asked again before
 * every single send. After a failure to reach the server everything waits, then one job goes first and alone.
 */
export function createSender(
  ports: SenderPorts,
  identity: QueueIdentity,
  store: JobStore,
  logs: LogQueue,
  settled: (what: SendOutcome) => void,
): Sender {
  const { clock, ids } = ports
  const progress = new Map<string, number | null>()
  const sentBytes = new Map<string, number>()
  /** What runs, for each term of leadership. */
  const active = new WeakMap<AbortSignal, Set<Lane | 'probe'>>()
  let failures = 0
  let backoffUntil: Pause & { readonly byServer: boolean } = { ...noPause, byServer: false }
  /** Lanes that the server asked to be slower on: their other jobs would hear the same. */
  const rateLimited = new Map<Lane, Pause>()
  let logPause = noPause
  let logFailures = 0
  let needsSignIn = false
  let renewedAt = Number.NEGATIVE_INFINITY
  let sessions = 0

  /** When a pause ends; 0 where it is over. A clock that was moved back behind its beginning ends it. */
  const endOf = ({ from, until }: Pause) => (from <= clock.now() && clock.now() < until ? until : 0)
  const isBackingOff = () => endOf(backoffUntil) > 0
  const rateLimitedUntil = (job: Job) => endOf(rateLimited.get(laneOf(job)) ?? noPause)
  const pause = (ms: number): Pause => ({ from: clock.now(), until: clock.now() + ms })
  const renewedLately = () => Math.abs(clock.now() - renewedAt) < RENEW_EVERY_MS
  const retryDelay = (tries: number, retryAfter: number | null) =>
    backoff(tries, ids.random(), { visible: ports.visibility.visible(), retryAfter })

  function backOff(failure: Failure) {
    failures += 1
    const retryAfter = retryAfterOf(failure)
    backoffUntil = { ...pause(retryDelay(failures, retryAfter)), byServer: retryAfter !== null }
  }

  function markReached() {
    failures = 0
    backoffUntil = { ...noPause, byServer: false }
  }

  async function signIn(owner: string, under: number, signal: AbortSignal) {
    if (needsSignIn) return
    needsSignIn = true
    store.notifyChanged()
    if (renewedLately()) return
    renewedAt = clock.now()
    if ((await identity.renew(under)) && !signal.aborted) await resumeAfterSignIn(owner)
  }

  async function resumeAfterSignIn(owner: string) {
    needsSignIn = false
    sessions += 1
    for (const job of store.all())
      if (job.owner === owner && job.state === 'blocked-auth') await release(job.id)
    store.notifyChanged()
  }

  async function release(id: string) {
    await store.change(id, now => (now.state === 'blocked-auth' ? { ...now, state: 'queued' } : null))
  }

  async function failed(
    job: Job,
    { failure, photosGone }: Extract<Attempt, { acked: false }>,
    { session, under }: { readonly session: number; readonly under: number },
    signal: AbortSignal,
  ): Promise<void> {
    const again = { ...job, state: 'queued' as const, attempts: job.attempts + 1, failure }
    const verdict = classify(failure)
    // Neither the phone nor the server has the photos any more: waiting brings nothing.
    const what = verdict === 'photos' && photosGone && store.durable() ? 'needs-you' : verdict
    switch (what) {
      case 'unreached': {
        if (failure.kind !== 'aborted') backOff(failure)
        // The first to fail after a success may itself be the cause: the others must not queue behind it.
        const ownPause = failures === 1 ? pause(retryDelay(again.attempts, null)) : noPause
        return requeue({ ...again, waitsFrom: ownPause.from, notBefore: ownPause.until }, failure)
      }
      case 'later':
      case 'photos': {
        markReached()
        const later = pause(retryDelay(again.attempts, retryAfterOf(failure)))
        if (failure.kind === 'refused' && failure.status === 429) rateLimited.set(laneOf(job), later)
        return requeue({ ...again, waitsFrom: later.from, notBefore: later.until }, failure)
      }
      case 'sign-in':
        // Sent under the old session while another lane got a new one.
        if (session !== sessions) return requeue({ ...job, state: 'queued' }, failure)
        await requeue({ ...job, state: 'blocked-auth', failure }, failure)
        // Another lane got a new session while this was written down: it must not wait for the next one.
        if (session !== sessions) return release(job.id)
        return signIn(job.owner, under, signal)
      case 'needs-you': {
        markReached()
        const dead: Job = { ...again, state: 'dead' }
        await store.change(job.id, () => dead)
        return settled({ kind: 'refused', job: dead, failure })
      }
      default:
        return assertNever(what)
    }
  }

  async function requeue(job: Job, failure: Failure) {
    await store.change(job.id, () => job)
    settled({ kind: 'requeued', job, failure })
  }

  async function send(chosen: Job, signal: AbortSignal) {
    if (progress.has(chosen.id)) return
    progress.set(chosen.id, null)
    const sent = { session: sessions, under: identity.session() }
    try {
      let again = false
      const job = await store.change(chosen.id, now => {
        // A page died while it was sending: part of the photos may be there.
        again = now.attempts > 0 || now.state === 'sending'
        return now.state === 'dead' ? null : { ...now, state: 'sending' }
      })
      if (!job) return
      const attempt = await sendJob(ports.api, job, {
        mayHaveBeenSent: again,
        signal,
        sentBytes,
        photo: sha256 => store.photo(job.owner, sha256),
        progress: part => {
          progress.set(job.id, part)
          store.notifyChanged()
        },
      })
      if (!attempt.acked) return await failed(job, attempt, sent, signal)
      markReached()
      for (const { sha256 } of job.photos) sentBytes.delete(sha256)
      // Where the phone cannot delete it now it is sent once more, and answered from the server's store.
      await store.remove([job.id]).catch(() => undefined)
      settled({ kind: 'acked', job, answer: attempt.answer })
    } finally {
      progress.delete(chosen.id)
      store.notifyChanged()
    }
  }

  async function sendLogs(owner: string, signal: AbortSignal, stop: () => boolean) {
    while (!stop() && endOf(logPause) === 0) {
      const session = identity.session()
      const { failure, more } = await logs.send(ports.api, owner, clock.now(), signal)
      if (!failure) {
        markReached()
        logPause = noPause
        logFailures = 0
        if (!more) return
        continue
      }
      const verdict = classify(failure)
      if (verdict === 'unreached') backOff(failure)
      else if (verdict === 'sign-in') await signIn(owner, session, signal)
      logFailures += 1
      logPause = pause(retryDelay(logFailures + 2, retryAfterOf(failure)))
    }
  }

  async function expire(owner: string) {
    const old = (job: Job) => job.state !== 'dead' && clock.now() - job.createdAt > JOB_MAX_AGE_MS
    for (const job of store.all())
      if (job.owner === owner && old(job))
        await store.change(job.id, now => (old(now) ? { ...now, state: 'dead', expired: true } : null))
  }

  async function run(owner: string, signal: AbortSignal) {
    const stop = () => signal.aborted || identity.owner() !== owner || isBackingOff() || needsSignIn
    const busy = active.get(signal) ?? new Set()
    active.set(signal, busy)
    /** Runs unless the like of it is running; what comes meanwhile is found by the one that runs. */
    async function unlessRunning(what: Lane | 'probe', work: () => Promise<void>) {
      if (busy.has(what)) return
      busy.add(what)
      await work().finally(() => busy.delete(what))
    }
    const next = (lane: Lane | null) => {
      const mine = store.all().filter(job => job.owner === owner)
      const fits = (job: Job) =>
        (lane === null || laneOf(job) === lane) &&
        !progress.has(job.id) &&
        rateLimitedUntil(job) <= clock.now()
      return mine.find(job => fits(job) && ready(job, mine, clock.now()))
    }
    if (needsSignIn && !renewedLately()) await resumeAfterSignIn(owner)
    if (stop()) return
    await expire(owner)
    if (failures > 0) {
      if (busy.size > 0) return
      await unlessRunning('probe', async () => {
        const probe = next(null)
        if (probe) await send(probe, signal)
      })
    }
    await Promise.all([
      ...lanes.map(lane =>
        unlessRunning(lane, async () => {
          for (let job = next(lane); job && !stop(); job = next(lane)) await send(job, signal)
        }),
      ),
      unlessRunning('log', async () => {
        if (logs.hasLogs(owner)) await sendLogs(owner, signal, stop)
      }),
    ])
  }

  return {
    run,
    resumeAfterSignIn,
    isPaused: () => isBackingOff() || needsSignIn,
    needsSignIn: () => needsSignIn,
    wake() {
      if (!backoffUntil.byServer)
        backoffUntil = {
          ...backoffUntil,
          until: Math.min(backoffUntil.until, backoffUntil.from + BACKOFF_FLOOR_MS),
        }
    },
    nextAt(owner) {
      if (needsSignIn) return renewedLately() ? renewedAt + RENEW_EVERY_MS : clock.now()
      const times = store
        .all()
        .filter(job => job.owner === owner && job.state !== 'dead')
        .map(job => Math.max(waitEnd(job, clock.now()), rateLimitedUntil(job)))
      if (logs.hasLogs(owner)) times.push(endOf(logPause))
      return times.length === 0 ? null : Math.max(endOf(backoffUntil), Math.min(...times))
    },
    sending: id => progress.has(id),
    progress: id => progress.get(id) ?? null,
  }
}
