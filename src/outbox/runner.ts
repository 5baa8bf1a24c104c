import { assertNever } from '#contract/assert-never.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Ports } from '#src/ports.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import { expiredJob, type Job } from './job.ts'
import { createJobStore, type JobStore, photosOfOnly } from './job-store.ts'
import { ANNOUNCE_EVERY_MS, CLAIM_MS, PROBE_AFTER_MS, STORAGE_RETRY_MS } from './limits.ts'
import { createLogQueue, type LogQueue } from './log-queue.ts'
import { step } from './machine.ts'
import { isOn } from './pauses.ts'
import { sendJob } from './send-job.ts'
import { type Command, type Delivered, initialState, type OutboxEvent, type State } from './state.ts'
import { createTransitionLog, type TransitionLog } from './transition-log.ts'

export type OutboxPorts = Pick<
  Ports,
  'api' | 'kv' | 'disk' | 'clock' | 'ids' | 'tabs' | 'visibility' | 'connectivity' | 'afterPaint'
>

/** The signed-in customer, as the outbox sees it. */
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

/** Runs the state machine: passes events to it and carries out its commands. */
export type Runner = {
  state(): State
  dispatch(event: OutboxEvent): void
  readonly store: JobStore
  readonly logs: LogQueue
  readonly history: TransitionLog
  unreadable(): number
  /** Reads the jobs from the phone, at most once. */
  load(): Promise<void>
  /** Reads the jobs again, because another tab has changed them. */
  reload(): Promise<void>
  /** True once reading the jobs has started. A change by another tab may then be missing in what is read. */
  hasRead(): boolean
  /** Aborts the requests that are running for the current customer. */
  abort(): void
  announceChange(): void
  onChange(run: () => void): () => void
  onDelivered(run: (delivered: Delivered) => void): () => void
  stop(): void
}

export function createRunner(ports: OutboxPorts, identity: QueueIdentity, visit: string): Runner {
  const { clock, ids, tabs, visibility, connectivity } = ports
  const tab = ids.uuid()
  const store = createJobStore(ports.disk)
  const logs = createLogQueue(ports.kv, visit)
  const history = createTransitionLog(tab, clock.now)
  const changes = new Set<() => void>()
  const deliveries = new Set<(delivered: Delivered) => void>()
  /** Bytes sent so far for each photo (see `Upload.sentBytes`). */
  const sentBytes = new Map<string, number>()
  let state: State = initialState
  let unreadable = 0
  let hasRead = false
  /** Ends when the customer changes. The earlier customer's requests are aborted. */
  let term = new AbortController()
  let cancelTimer = () => {}
  let cancelRepair: (() => void) | null = null
  let stopped = false

  function dispatch(event: OutboxEvent): void {
    if (stopped) return
    const env = {
      now: clock.now(),
      random: ids.random(),
      visible: visibility.visible(),
      session: identity.session(),
      tab,
    }
    const before = state
    const { state: next, commands } = step(before, event, env)
    state = next
    history.add(before, state, event)
    for (const command of commands) run(command)
    if (state.loaded === 'failed' || state.unsaved.size > 0)
      cancelRepair ??= clock.after(STORAGE_RETRY_MS, () => void repair())
    for (const notify of [...changes]) notify()
  }

  function run(command: Command): void {
    switch (command.do) {
      case 'claim':
        return void claim(command.id)
      case 'send':
        return void send(command.job)
      case 'write':
        return void write(command.job)
      case 'finish': {
        const photos = photosOfOnly([command.job.id], [command.job, ...state.jobs.values()])
        // If the phone cannot store the outcome now, the job is sent again later, and the server repeats its
        // answer.
        return void store
          .settle(command.outcome, photos)
          .then(announceChange)
          .catch(() => {})
      }
      case 'deliver':
        for (const deliver of deliveries) deliver(command.delivered)
        return
      case 'reload':
        return void reload()
      case 'renew':
        return void identity.renew(command.session).then(renewed => {
          if (renewed) dispatch({ type: 'session-renewed' })
        })
      case 'send-logs':
        return void sendLogs()
      case 'wait':
        wait(command.until)
        return
      default:
        assertNever(command)
    }
  }

  const announceChange = () => tabs.post({ type: 'outbox-changed' })

  /** True if another tab is sending the job. */
  const isTaken = ({ state: stored, claim: other }: Job, now: number) =>
    stored === 'sending' && other !== null && other.tab !== tab && isOn(other, now)

  /** Marks the job as being sent by this tab, unless another tab is sending it. */
  async function claim(id: string) {
    const result = await store
      .change(id, job => {
        // The time inside the transaction: another tab may have claimed the job while this one waited for it, and a
        // claim that begins in the future counts as over.
        const now = clock.now()
        if (job.state === 'dead' || isTaken(job, now)) return null
        // The earlier attempt was cut off, so the server may have received the job.
        const attempts = job.attempts + (job.state === 'sending' ? 1 : 0)
        return { ...job, state: 'sending', attempts, claim: { tab, from: now, until: now + CLAIM_MS } }
      })
      .catch(() => null)
    if (result?.written) dispatch({ type: 'claimed', job: result.written })
    else dispatch({ type: 'not-claimed', id, job: result === null ? undefined : result.found })
  }

  async function send(job: Job) {
    const session = identity.session()
    const announce = () => {
      tabs.post({ type: 'outbox-sending', id: job.id, progress: state.active.get(job.id)?.progress ?? null })
      cancel = clock.after(ANNOUNCE_EVERY_MS, announce)
    }
    let cancel = () => {}
    announce()
    const attempt = await sendJob(ports.api, job, {
      signal: term.signal,
      sentBytes,
      photo: sha256 => store.photo(job.owner, sha256),
      progress(progress) {
        dispatch({ type: 'progressed', id: job.id, progress })
        cancel()
        announce()
      },
    })
    cancel()
    if (!attempt.acked) {
      const { failure, photosGone } = attempt
      return dispatch({
        type: 'failed',
        job,
        failure,
        photosGone: photosGone && state.loaded === 'yes',
        session,
      })
    }
    for (const { sha256 } of job.photos) sentBytes.delete(sha256)
    dispatch({ type: 'received', job, answer: attempt.answer })
  }

  /**
   * Stores a job after an attempt, or as expired. Does nothing if another tab has claimed the job since, even if that
   * claim has ended: the record then knows of an attempt that this tab does not. Also does nothing if the customer has
   * changed the job.
   */
  async function write(job: Job) {
    function next(stored: Job): Job | null {
      if (!job.expired) return stored.state === 'sending' && stored.claim?.tab === tab ? job : null
      const isCurrent = stored.state !== 'dead' && stored.createdAt === job.createdAt
      return isCurrent && !isTaken(stored, clock.now()) ? expiredJob(stored) : null
    }
    const { found, written } = await store.change(job.id, next).catch(() => ({ found: null, written: null }))
    if (written) announceChange()
    else if (found) dispatch({ type: 'changed', job: found, saved: !state.unsaved.has(job.id) })
  }

  async function sendLogs() {
    const owner = state.owner
    const session = identity.session()
    const { failure, more } =
      owner === null
        ? { failure: null, more: false }
        : await logs.send(ports.api, owner, clock.now(), term.signal)
    dispatch({ type: 'logs-sent', more, failure, session })
  }

  function wait(until: number | null) {
    cancelTimer()
    if (until === null) return
    const ms = Math.max(0, until - clock.now())
    const silent = ms > PROBE_AFTER_MS && connectivity.state() === 'unreachable' && visibility.visible()
    cancelTimer = silent
      ? clock.after(PROBE_AFTER_MS, () => void probeServer())
      : clock.after(ms, () => dispatch({ type: 'time' }))
  }

  /** Checks with a cheap call whether the server can be reached again. If so, queued jobs are sent. */
  async function probeServer() {
    const reply = await ports.api.call('activity', { timeout: READ_TIMEOUT_MS.withCache })
    dispatch(reply.ok ? { type: 'woken', customer: false } : { type: 'time' })
  }

  async function reload() {
    hasRead = true
    try {
      const snapshot = await store.load(clock.now())
      unreadable = snapshot.unreadable
      dispatch({ type: 'loaded', ...snapshot })
    } catch {
      dispatch({ type: 'not-loaded' })
    }
    await logs.load(clock.now()).catch(() => {})
    dispatchLogs()
  }

  const dispatchLogs = () =>
    dispatch({ type: 'logged', waiting: state.owner !== null && logs.hasLogs(state.owner), more: false })

  /** Tries again to read and store what the phone's database has refused. */
  async function repair() {
    cancelRepair = null
    const saved = await store.saveUnsaved()
    for (const { id } of saved) {
      // The job may have been received while it was stored.
      const job = state.jobs.get(id)
      if (job) dispatch({ type: 'changed', job })
    }
    if (saved.length > 0) announceChange()
    if (state.loaded === 'failed') await reload()
  }

  const listen =
    <T>(set: Set<T>) =>
    (added: T) => {
      set.add(added)
      return () => void set.delete(added)
    }

  return {
    state: () => state,
    dispatch,
    store,
    logs,
    history,
    unreadable: () => unreadable,
    load: lazyOnce(reload),
    reload,
    hasRead: () => hasRead,
    abort() {
      term.abort()
      term = new AbortController()
    },
    announceChange,
    onChange: listen(changes),
    onDelivered: listen(deliveries),
    stop() {
      stopped = true
      term.abort()
      cancelTimer()
      cancelRepair?.()
    },
  }
}
