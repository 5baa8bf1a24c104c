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

/** The signed-in customer, as the sender sees it. */
export type QueueIdentity = {
  owner(): string | null
  /** Number of the current session; it increases with each new session. */
  session(): number
  /**
   * Signs in again after a request of session number `session` got a 401, unless a newer session already
   * exists. Resolves with false if signing in is not possible now.
   */
  renew(session: number): Promise<boolean>
}

/** Outcome of one attempt to send a job. */
export type SendOutcome =
  | { readonly kind: 'acked'; readonly job: Job; readonly answer: Answer<QueueableRoute> }
  | { readonly kind: 'requeued' | 'refused'; readonly job: Job; readonly failure: Failure }

export type Sender = {
  /** Sends all jobs that are due. Resolves when all of them are sent or when sending is paused. */
  run(owner: string, signal: AbortSignal): Promise<void>
  /** Shortens the backoff, because the network may be back. The server's `Retry-After` still applies. */
  wake(): void
  /** True if no job can be sent now: during a backoff or while a sign-in is needed. */
  isPaused(): boolean
  /** True if all jobs wait for a sign-in, including jobs that were never tried. */
  needsSignIn(): boolean
  /** Resumes sending after a new session was started. */
  resumeAfterSignIn(owner: string): Promise<void>
  /** Returns when the next job is due (milliseconds since 1970); null if nothing is queued. */
  nextAt(owner: string): number | null
  sending(id: string): boolean
  /** Upload progress from 0 to 1; null if unknown. */
  progress(id: string): number | null
}

/** A period without sending, by the phone's clock in milliseconds since 1970. */
type Pause = { readonly from: number; readonly until: number }
const noPause: Pause = { from: 0, until: 0 }

const lanes: readonly Lane[] = ['reward', 'answer', 'profile', 'receipt']

/**
 * Creates the sender, which sends one customer's jobs. Lanes run in parallel, with one job at a time per
 * lane. The sender checks before each send that the owner is still signed in. If the server cannot be
 * reached, all jobs wait; then a single job is sent first as a probe.
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
  /** The lanes that are being sent now. The key is the abort signal of one leadership term. */
  const active = new WeakMap<AbortSignal, Set<Lane | 'probe'>>()
  let failures = 0
  let backoffUntil: Pause & { readonly byServer: boolean } = { ...noPause, byServer: false }
  /** Lanes that the server has rate-limited. It would reject other jobs of these lanes too. */
  const rateLimited = new Map<Lane, Pause>()
  let logPause = noPause
  let logFailures = 0
  let needsSignIn = false
  let renewedAt = Number.NEGATIVE_INFINITY
  let sessions = 0

  /**
   * Returns when a pause ends, or 0 if it is over. A pause is also over if the phone's clock was set back to
   * before its start.
   */
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
    // If neither the phone nor the server has the photos any more, retrying cannot succeed.
    const what = verdict === 'photos' && photosGone && store.durable() ? 'needs-you' : verdict
    switch (what) {
      case 'unreached': {
        if (failure.kind !== 'aborted') backOff(failure)
        // The first job to fail after a success may be the cause, so other jobs are tried before it.
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
        // The job was sent under the old session while another lane signed in again, so send it again.
        if (session !== sessions) return requeue({ ...job, state: 'queued' }, failure)
        await requeue({ ...job, state: 'blocked-auth', failure }, failure)
        // Another lane signed in again while `blocked-auth` was being stored, so unblock the job.
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
        // An earlier attempt may have been cut off, so the server may already have part of the photos.
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
      // If the phone cannot delete the job now, it is sent again, and the server replays its response.
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
    /** Runs `work` unless it is already running for this lane, because it also picks up jobs added later. */
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
