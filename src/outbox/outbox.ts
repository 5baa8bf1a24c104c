import type { Answer } from '#contract/calls.ts'
import type { LogEvent } from '#contract/schema/log.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Leadership, Ports } from '#src/ports.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import { classify } from './classify.ts'
import { saveJob, signedOut } from './enqueue.ts'
import { type Job, type NewJob, neverSent, type QueueableRoute } from './job.ts'
import { createJobStore, dropAside, dropPhotos } from './job-store.ts'
import { type JobView, type Sent, viewOf } from './job-view.ts'
import { BACKOFF_FLOOR_MS, LOG_DELAY_MS, SILENCE_MS } from './limits.ts'
import { createLogQueue } from './log-queue.ts'
import { sendJob } from './send-job.ts'
import { createDrain, type QueueIdentity, type Settled } from './sender.ts'
import { createSerial } from './serial.ts'
import type { StoredPhoto } from './upload.ts'
import { createWaiters } from './waiters.ts'

export type OutboxPorts = Pick<
  Ports,
  'api' | 'kv' | 'clock' | 'ids' | 'tabs' | 'leadership' | 'visibility' | 'connectivity' | 'afterPaint'
>

/** `answer` is null if another tab delivered the job. */
type Delivered = { readonly job: Job; readonly answer: Answer<QueueableRoute> | null }

/**
 * Every write of the app: saved before it is sent, sent with its key under its owner's name, kept until an answer
 * names the key. The tab that leads for a customer sends; the others only add.
 */
export type Outbox = {
  /** `owner`: whose write it is, where that was clear before now; refused once somebody else is signed in. */
  enqueue<N extends QueueableRoute>(job: NewJob<N>, owner?: string | null): Promise<Sent>
  log(event: LogEvent): Promise<void>
  /** Of the customer who is signed in, oldest first. */
  jobs(): readonly Job[]
  views(): readonly JobView[]
  countOf(owner: string): number
  unreadable(): number
  photo(owner: string, sha256: string): Promise<StoredPhoto | null>
  drain(): void
  retry(id: string): Promise<void>
  /** False: the server may have it by now, and it stays. */
  discard(id: string): Promise<boolean>
  discardOwner(owner: string): Promise<void>
  /** Another customer, or nobody, is signed in now. */
  ownerChanged(): void
  /** There is a new session of the same customer. */
  sessionRenewed(): void
  onChange(run: () => void): () => void
  onDelivered(run: (delivered: Delivered) => void): () => void
  stop(): void
}

/** A page that lost its database sends its own jobs, which no other tab can see. Their keys prevent double effects. */
const alone: Leadership = {
  lead(_name, run) {
    const term = new AbortController()
    void run(term.signal)
    return () => term.abort()
  },
}

/** `visit`: logs from before the sign-in belong to the customer who signs in during the same visit. */
export function createOutbox(ports: OutboxPorts, identity: QueueIdentity, visit: string): Outbox {
  const { clock, kv, tabs } = ports
  const changes = new Set<() => void>()
  const deliveries = new Set<(delivered: Delivered) => void>()
  const waiters = createWaiters(clock)
  const store = createJobStore(kv, changed)
  const logs = createLogQueue(kv, visit)
  const drainer = createDrain(ports, identity, store, logs, settled)
  let leading: { readonly owner: string; readonly signal: AbortSignal } | null = null
  let stopLeading = () => {}
  let byLock = false
  let cancelTimer = () => {}
  /** Phones report more than once that a page is hidden. */
  let saidGoodbye = false
  const saving = createSerial()
  const reread = () => Promise.all([store.load(), logs.load(clock.now())]).catch(() => undefined)
  const load = lazyOnce(reread)
  /** Until the first screen is painted, its own reads have the database to themselves. */
  const loadAfterPaint = () => new Promise<void>(ports.afterPaint).then(load)

  function changed() {
    // Without a database this page and the other tabs no longer see each other's jobs.
    if (byLock && !kv.durable()) ownerChanged()
    for (const run of changes) run()
  }

  function deliver(delivered: Delivered) {
    for (const run of deliveries) run(delivered)
  }

  function settled(what: Settled) {
    if (what.kind === 'acked') {
      waiters.tell(what.job.id, { state: 'received' })
      deliver({ job: what.job, answer: what.answer })
    } else if (what.kind === 'refused') waiters.tell(what.job.id, { state: 'refused', failure: what.failure })
    else waiters.tell(what.job.id, { state: 'queued' })
    tabs.post({ type: 'outbox-changed' })
  }

  /** Finds what another tab did to the jobs by comparing. */
  async function reload() {
    const before = store.all()
    await reread()
    for (const job of before) if (!store.get(job.id)) deliver({ job, answer: null })
    for (const id of waiters.ids()) {
      const job = store.get(id)
      if (!job) waiters.tell(id, { state: 'received' })
      else if (job.state === 'dead' && job.failure)
        waiters.tell(id, { state: 'refused', failure: job.failure })
    }
    if (leading) drain()
  }

  function drain() {
    const lead = leading
    if (!lead) return
    drainer
      .run(lead.owner, lead.signal)
      .catch(() => undefined)
      .finally(() => schedule())
  }

  function schedule(soonest = BACKOFF_FLOOR_MS) {
    cancelTimer()
    if (!leading) return
    const at = drainer.nextAt(leading.owner)
    if (at === null) return
    const wait = Math.max(soonest, at - clock.now())
    const silent =
      wait > SILENCE_MS && ports.connectivity.state() === 'unreachable' && ports.visibility.visible()
    cancelTimer = silent ? clock.after(SILENCE_MS, () => void ask()) : clock.after(wait, drain)
  }

  /** Probes the server after a long silence. */
  async function ask() {
    const reply = await ports.api.call('activity', { timeout: READ_TIMEOUT_MS.withCache })
    if (reply.ok) wake()
    else schedule()
  }

  function wake() {
    drainer.wake()
    drain()
  }

  function ownerChanged() {
    stopLeading()
    stopLeading = () => {}
    const owner = identity.owner()
    byLock = owner !== null && kv.durable()
    changed()
    if (owner === null) return
    const leadership = byLock ? ports.leadership : alone
    const adopted = loadAfterPaint().then(() => logs.adopt(owner))
    stopLeading = leadership.lead(`outbox:${owner}`, async signal => {
      await adopted
      await reread()
      await drainer.unblock(owner)
      if (signal.aborted) return
      const mine = { owner, signal }
      leading = mine
      drain()
      await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
      if (leading === mine) leading = null
    })
  }

  async function enqueue(asked: NewJob, owner: string | null): Promise<Sent> {
    await load()
    if (owner === null || owner !== identity.owner()) return { state: 'refused', failure: signedOut }
    // One at a time: two of the same subject must see each other.
    const saved = await saving(() => saveJob(ports, store, asked, owner, drainer.sending))
    if (!saved.ok && saved.reason === 'limit') return { state: 'unsaved', reason: 'limit' }
    if (!saved.ok) return direct(saved.job, asked, saved.reason)
    const outcome = waiters.wait(saved.id)
    tabs.post({ type: 'outbox-changed' })
    wake()
    if (drainer.waiting() || ports.connectivity.state() === 'unreachable')
      waiters.tell(saved.id, { state: 'queued' })
    return outcome
  }

  /** Sends a job that the phone cannot store while the customer waits. */
  async function direct(job: Job, asked: NewJob, reason: 'quota' | 'storage'): Promise<Sent> {
    const photos = new Map(asked.photos?.map(photo => [photo.sha256, photo]))
    const signal = leading?.signal ?? new AbortController().signal
    const attempt = await sendJob(ports.api, job, {
      again: false,
      signal,
      spent: new Map(),
      photo: async sha256 => photos.get(sha256) ?? null,
      progress: () => {},
    })
    if (attempt.acked) {
      deliver({ job, answer: attempt.answer })
      return { state: 'received' }
    }
    if (classify(attempt.failure) === 'needs-you') return { state: 'refused', failure: attempt.failure }
    return { state: 'unsaved', reason }
  }

  async function discardOwner(owner: string) {
    await reread()
    await store.remove(
      store
        .all()
        .filter(job => job.owner === owner)
        .map(job => job.id),
    )
    await Promise.all([logs.purge(owner), dropPhotos(kv, owner), dropAside(kv, owner)])
    await store.load()
    tabs.post({ type: 'outbox-changed' })
  }

  const stops = [
    tabs.listen(message => {
      if (message.type === 'outbox-changed') void reload()
    }),
    ports.visibility.onVisible(() => {
      saidGoodbye = false
      wake()
    }),
    ports.visibility.onHide(() => {
      if (saidGoodbye || !leading || ports.connectivity.state() === 'unreachable') return
      saidGoodbye = true
      logs.sendLast(ports.api, leading.owner)
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
      const blocked = leading?.owner === owner && drainer.blocked()
      return store
        .all()
        .filter(job => job.owner === owner)
        .map(job => viewOf(job, drainer.sending(job.id), drainer.progress(job.id), blocked))
    },
    countOf: owner => store.all().filter(job => job.owner === owner).length,
    unreadable: () => store.unreadable(),
    photo: (owner, sha256) => store.photo(owner, sha256),
    drain: wake,
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
      // In one step with the look at it: this tab or another one may be about to send it.
      const taken = await store.change(id, job =>
        job.state === 'dead' || neverSent(job) ? { ...job, state: 'dead' } : null,
      )
      if (taken === null) return false
      await store.remove([id])
      tabs.post({ type: 'outbox-changed' })
      return true
    },
    // A phone that cannot delete must not hold up the sign-out: the second attempt is not awaited.
    discardOwner: owner => discardOwner(owner).catch(() => void discardOwner(owner).catch(() => {})),
    ownerChanged,
    sessionRenewed() {
      const owner = identity.owner()
      if (leading && owner !== null) void drainer.unblock(owner).then(wake)
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
