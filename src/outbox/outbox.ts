import type { Answer } from '#contract/calls.ts'
import type { LogEvent } from '#contract/schema/log.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Leadership, Ports } from '#src/ports.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import { classify } from './classify.ts'
import { createDeliveryWaiters } from './delivery-waiters.ts'
import { saveJob, signedOutFailure } from './enqueue.ts'
import { type Job, type NewJob, neverSent, type QueueableRoute } from './job.ts'
import { createJobStore, deletePhotos, deleteQuarantined } from './job-store.ts'
import { type JobView, type Sent, viewOf } from './job-view.ts'
import { BACKOFF_FLOOR_MS, LOG_DELAY_MS, PROBE_AFTER_MS } from './limits.ts'
import { createLogQueue } from './log-queue.ts'
import { sendJob } from './send-job.ts'
import { createSender, type QueueIdentity, type SendOutcome } from './sender.ts'
import { createSerial } from './serial.ts'
import type { StoredPhoto } from './upload.ts'

export type OutboxPorts = Pick<
  Ports,
  'api' | 'kv' | 'clock' | 'ids' | 'tabs' | 'leadership' | 'visibility' | 'connectivity' | 'afterPaint'
>

/** A job that the server has received. `answer` is the response, or null if another tab sent the job. */
type Delivered = { readonly job: Job; readonly answer: Answer<QueueableRoute> | null }

/** The queue of writes. A job is stored, sent by the leading tab, and kept until the server confirms it. */
export type Outbox = {
  /** Stores and sends a job made for `owner`; refuses it if another customer is signed in by now. */
  enqueue<N extends QueueableRoute>(job: NewJob<N>, owner?: string | null): Promise<Sent>
  log(event: LogEvent): Promise<void>
  /** Jobs of the signed-in customer, oldest first. */
  jobs(): readonly Job[]
  views(): readonly JobView[]
  countOf(owner: string): number
  unreadable(): number
  photo(owner: string, sha256: string): Promise<StoredPhoto | null>
  sendNow(): void
  retry(id: string): Promise<void>
  /** Discards a job. Resolves with false, and keeps the job, if the server may already have received it. */
  discard(id: string): Promise<boolean>
  discardOwner(owner: string): Promise<void>
  /** Must be called when the signed-in customer changes. */
  ownerChanged(): void
  /** Must be called when the same customer gets a new session. */
  sessionRenewed(): void
  onChange(run: () => void): () => void
  onDelivered(run: (delivered: Delivered) => void): () => void
  stop(): void
}

/** Lets a page whose database failed send its own jobs. Their idempotency keys prevent double effects. */
const ownLeadership: Leadership = {
  lead(_name, run) {
    const term = new AbortController()
    void run(term.signal)
    return () => term.abort()
  },
}

/** Creates the outbox. `visit` is the id of this visit (see `log-queue.ts`). */
export function createOutbox(ports: OutboxPorts, identity: QueueIdentity, visit: string): Outbox {
  const { clock, kv, tabs } = ports
  const changes = new Set<() => void>()
  const deliveries = new Set<(delivered: Delivered) => void>()
  const waiters = createDeliveryWaiters(clock)
  const store = createJobStore(kv, changed)
  const logs = createLogQueue(kv, visit)
  const sender = createSender(ports, identity, store, logs, onSendOutcome)
  let leading: { readonly owner: string; readonly signal: AbortSignal } | null = null
  let stopLeading = () => {}
  let leadsByLock = false
  let cancelTimer = () => {}
  /** True once logs were sent because the page was hidden, which browsers can report several times. */
  let sentLogsOnHide = false
  const saveSerially = createSerial()
  const reloadStores = () => Promise.all([store.load(), logs.load(clock.now())]).catch(() => undefined)
  const load = lazyOnce(reloadStores)
  /** Loads the jobs after the first paint, so that they do not delay the first screen's own reads. */
  const loadAfterPaint = () => new Promise<void>(ports.afterPaint).then(load)

  function changed() {
    // After the database has failed, tabs no longer see each other's jobs, so this page leads itself.
    if (leadsByLock && !kv.durable()) ownerChanged()
    for (const run of changes) run()
  }

  function notifyDelivered(delivered: Delivered) {
    for (const run of deliveries) run(delivered)
  }

  function onSendOutcome(outcome: SendOutcome) {
    if (outcome.kind === 'acked') {
      waiters.resolve(outcome.job.id, { state: 'received' })
      notifyDelivered({ job: outcome.job, answer: outcome.answer })
    } else if (outcome.kind === 'refused')
      waiters.resolve(outcome.job.id, { state: 'refused', failure: outcome.failure })
    else waiters.resolve(outcome.job.id, { state: 'queued' })
    tabs.post({ type: 'outbox-changed' })
  }

  /** Finds the jobs that another tab has sent by comparing the jobs before and after a reload. */
  async function onOtherTabChange() {
    const before = store.all()
    await reloadStores()
    for (const job of before) if (!store.get(job.id)) notifyDelivered({ job, answer: null })
    for (const id of waiters.ids()) {
      const job = store.get(id)
      if (!job) waiters.resolve(id, { state: 'received' })
      else if (job.state === 'dead' && job.failure)
        waiters.resolve(id, { state: 'refused', failure: job.failure })
    }
    if (leading) sendJobs()
  }

  function sendJobs() {
    const lead = leading
    if (!lead) return
    sender
      .run(lead.owner, lead.signal)
      .catch(() => undefined)
      .finally(() => schedule())
  }

  function schedule(soonest = BACKOFF_FLOOR_MS) {
    cancelTimer()
    if (!leading) return
    const at = sender.nextAt(leading.owner)
    if (at === null) return
    const wait = Math.max(soonest, at - clock.now())
    const silent =
      wait > PROBE_AFTER_MS && ports.connectivity.state() === 'unreachable' && ports.visibility.visible()
    cancelTimer = silent ? clock.after(PROBE_AFTER_MS, () => void probeServer()) : clock.after(wait, sendJobs)
  }

  /** Checks with a cheap call whether the server can be reached again. If so, queued jobs are sent. */
  async function probeServer() {
    const reply = await ports.api.call('activity', { timeout: READ_TIMEOUT_MS.withCache })
    if (reply.ok) wake()
    else schedule()
  }

  function wake() {
    sender.wake()
    sendJobs()
  }

  function ownerChanged() {
    stopLeading()
    stopLeading = () => {}
    const owner = identity.owner()
    leadsByLock = owner !== null && kv.durable()
    changed()
    if (owner === null) return
    const leadership = leadsByLock ? ports.leadership : ownLeadership
    const adopted = loadAfterPaint().then(() => logs.assignOwner(owner))
    stopLeading = leadership.lead(`outbox:${owner}`, async signal => {
      await adopted
      await reloadStores()
      await sender.resumeAfterSignIn(owner)
      if (signal.aborted) return
      const mine = { owner, signal }
      leading = mine
      sendJobs()
      await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
      if (leading === mine) leading = null
    })
  }

  async function enqueue(newJob: NewJob, owner: string | null): Promise<Sent> {
    await load()
    if (owner === null || owner !== identity.owner()) return { state: 'refused', failure: signedOutFailure }
    // Jobs are saved one at a time, because saving a job must see all other jobs on the same subject.
    const saved = await saveSerially(() => saveJob(ports, store, newJob, owner, sender.sending))
    if (!saved.ok && saved.reason === 'limit') return { state: 'unsaved', reason: 'limit' }
    if (!saved.ok) return sendUnsaved(saved.job, newJob, saved.reason)
    const outcome = waiters.wait(saved.id)
    tabs.post({ type: 'outbox-changed' })
    wake()
    if (sender.isPaused() || ports.connectivity.state() === 'unreachable')
      waiters.resolve(saved.id, { state: 'queued' })
    return outcome
  }

  /** Sends a job directly, while the customer waits, because the phone could not store it. */
  async function sendUnsaved(job: Job, newJob: NewJob, reason: 'quota' | 'storage'): Promise<Sent> {
    const photos = new Map(newJob.photos?.map(photo => [photo.sha256, photo]))
    const signal = leading?.signal ?? new AbortController().signal
    const attempt = await sendJob(ports.api, job, {
      mayHaveBeenSent: false,
      signal,
      sentBytes: new Map(),
      photo: async sha256 => photos.get(sha256) ?? null,
      progress: () => {},
    })
    if (attempt.acked) {
      notifyDelivered({ job, answer: attempt.answer })
      return { state: 'received' }
    }
    if (classify(attempt.failure) === 'needs-you') return { state: 'refused', failure: attempt.failure }
    return { state: 'unsaved', reason }
  }

  async function discardOwner(owner: string) {
    await reloadStores()
    await store.remove(
      store
        .all()
        .filter(job => job.owner === owner)
        .map(job => job.id),
    )
    await Promise.all([logs.purge(owner), deletePhotos(kv, owner), deleteQuarantined(kv, owner)])
    await store.load()
    tabs.post({ type: 'outbox-changed' })
  }

  const stops = [
    tabs.listen(message => {
      if (message.type === 'outbox-changed') void onOtherTabChange()
    }),
    ports.visibility.onVisible(() => {
      sentLogsOnHide = false
      wake()
    }),
    ports.visibility.onHide(() => {
      if (sentLogsOnHide || !leading || ports.connectivity.state() === 'unreachable') return
      sentLogsOnHide = true
      logs.sendOnPageHide(ports.api, leading.owner)
    }),
    ports.connectivity.onOnline(wake),
    ports.connectivity.onChange(() => {
      if (ports.connectivity.state() === 'reachable') wake()
    }),
  ]

  return {
    enqueue: (job, owner = identity.owner()) => enqueue(job as unknown as NewJob, owner),
    async log(event) {
      await loadAfterPaint()
      await logs.add(event, identity.owner(), clock.now())
      if (leading) schedule(LOG_DELAY_MS)
      else tabs.post({ type: 'outbox-changed' })
    },
    jobs: () => store.all().filter(job => job.owner === identity.owner()),
    views() {
      const owner = identity.owner()
      const blocked = leading?.owner === owner && sender.needsSignIn()
      return store
        .all()
        .filter(job => job.owner === owner)
        .map(job => viewOf(job, sender.sending(job.id), sender.progress(job.id), blocked))
    },
    countOf: owner => store.all().filter(job => job.owner === owner).length,
    unreadable: () => store.unreadable(),
    photo: (owner, sha256) => store.photo(owner, sha256),
    sendNow: wake,
    async retry(id) {
      await store.change(id, job =>
        job.state === 'dead'
          ? { ...job, state: 'queued', expired: false, notBefore: 0, createdAt: clock.now() }
          : { ...job, notBefore: 0 },
      )
      tabs.post({ type: 'outbox-changed' })
      wake()
    },
    async discard(id) {
      // One transaction, because this tab or another one may be about to send the job.
      const taken = await store.change(id, job =>
        job.state === 'dead' || neverSent(job) ? { ...job, state: 'dead' } : null,
      )
      if (taken === null) return false
      await store.remove([id])
      tabs.post({ type: 'outbox-changed' })
      return true
    },
    // A failed deletion must not delay the sign-out, so the second attempt is not awaited.
    discardOwner: owner => discardOwner(owner).catch(() => void discardOwner(owner).catch(() => {})),
    ownerChanged,
    sessionRenewed() {
      const owner = identity.owner()
      if (leading && owner !== null) void sender.resumeAfterSignIn(owner).then(wake)
    },
    onChange(run) {
      changes.add(run)
      return () => changes.delete(run)
    },
    onDelivered(run) {
      deliveries.add(run)
      return () => deliveries.delete(run)
    },
    stop() {
      for (const stop of stops) stop()
      stopLeading()
      cancelTimer()
      leading = null
    },
  }
}
