import type { LogEvent } from '#contract/schema/log.ts'
import { signedOutFailure } from '#src/ports.ts'
import { ifStorageFails } from '#src/storage/storage-failure.ts'
import type { Defect } from './actions.ts'
import { enqueueJob } from './enqueue.ts'
import { type Job, type NewJob, neverSent, outcomeOf, type QueueableRoute } from './job.ts'
import { type JobView, outcomeViews, type Sent, sentOf, viewsOf } from './job-view.ts'
import type { HistoryAnswer } from './kept-receipts.ts'
import { DELIVERY_WAIT_MS } from './limits.ts'
import { heldUntil } from './machine.ts'
import { createComparison } from './offer-again.ts'
import { photosOfOnly, readPhoto } from './photos.ts'
import { createRunner, logsChanged, momentOf, serverNow } from './runner.ts'
import type { OutboxPorts, QueueIdentity, Runner } from './runner-type.ts'
import { createSerial } from './serial.ts'
import type { Delivered } from './state.ts'
import type { Transition } from './transition-log.ts'
import type { StoredPhoto } from './upload.ts'

export type Outbox = {
  /** Refuses the job if `owner` is no longer signed in once the outbox has loaded. */
  enqueue<N extends QueueableRoute>(job: NewJob<N>, owner?: string | null): Promise<Sent>
  /** An event logged before sign-in is assigned to the customer who signs in during this visit. */
  log(event: LogEvent, owner?: string | null): Promise<void>
  logsDelivered(ids: Promise<readonly string[]>): void
  /** The signed-in customer's jobs, oldest first. */
  jobs(): readonly Job[]
  views(): readonly JobView[]
  /** Newest first. */
  outcomes(): readonly JobView[]
  shown(id: string): void
  /** False until the jobs have been read. Throws if a defect prevented the read. */
  loaded(): boolean
  defect(): Defect | null
  countOf(owner: string): number
  unreadable(): number
  photo(owner: string, sha256: string): Promise<StoredPhoto | null>
  /** `customer` is true after a tap, which ends most pauses. */
  sendNow(customer?: boolean): void
  /** See `heldUntil` in `machine.ts`. */
  heldUntil(): number | null
  /** Resolves to false if the database fails. */
  retry(id: string): Promise<boolean>
  /** Resolves to false if the server may have received the job. Rejects if the database fails. */
  discard(id: string): Promise<boolean>
  discardOwner(owner: string): Promise<void>
  discardReports(): Promise<void>
  discardUnreadable(): Promise<void>
  /** See `offer-again.ts`. */
  historyAnswered(answer: HistoryAnswer): void
  ownerChanged(): void
  sessionRenewed(): void
  onChange(run: () => void): () => void
  onDelivered(run: (delivered: Delivered) => void): () => void
  transitions(): readonly Transition[]
  onTransition(run: (transition: Transition) => void): () => void
  stop(): void
}

export function createOutbox(ports: OutboxPorts, identity: QueueIdentity, visit: string): Outbox {
  const runner = createRunner(ports, identity, visit)
  const { state, store } = runner
  const saveSerially = createSerial()
  const compare = createComparison(runner)
  const stops = listen(ports, runner)
  return {
    enqueue: <N extends QueueableRoute>(newJob: NewJob<N>, owner = identity.owner()) =>
      runner.act(async (): Promise<Sent> => {
        await runner.load()
        runner.loaded()
        if (owner === null || owner !== identity.owner())
          return { id: null, state: 'refused', failure: signedOutFailure }
        const purges = runner.purges.get(owner)
        const stays = () => runner.purges.get(owner) === purges
        // Save jobs one at a time: each save must see the other jobs with the same subject.
        const id = await saveSerially(() => enqueueJob(runner, newJob as unknown as NewJob, owner, stays))
        if (!stays()) return { id: null, state: 'gone' }
        if (id === null) return { id: null, state: 'unsaved', reason: 'limit' }
        runner.announceChange()
        wake(runner, false)
        return resultOf(runner, id)
      }),
    async log(event, owner = identity.owner()) {
      await loadAfterPaint(runner)
      await runner.logs.add(event, owner, ports.clock.now())
      logsChanged(runner, identity.owner(), true)
    },
    logsDelivered: runner.logs.deliveredBy,
    jobs: () => [...state().jobs.values()].filter(job => job.owner === identity.owner()),
    views: () => viewsOf(state(), identity.owner(), momentOf(runner)),
    outcomes: () => outcomeViews(state(), identity.owner()),
    shown(id) {
      const outcome = state().outcomes.get(id)
      if (!outcome || outcome.shown) return
      runner.dispatch({ type: 'changed', outcomes: [{ ...outcome, shown: true }] })
      store.markShown(outcome).catch(() => {})
    },
    loaded: runner.loaded,
    defect: runner.defect,
    countOf: owner => [...state().jobs.values()].filter(job => job.owner === owner).length,
    unreadable: runner.unreadable,
    photo: (owner, sha256) => readPhoto(store, ports.ids, owner, sha256).catch(ifStorageFails(null)),
    sendNow: (customer = false) => wake(runner, customer),
    heldUntil: () => heldUntil(state(), momentOf(runner)),
    retry: id => runner.act(() => retry(runner, id)),
    discard: id => runner.act(() => discard(runner, id)),
    // A failed deletion must not delay the sign-out, so the second attempt is not awaited.
    discardOwner: owner =>
      discardOwner(runner, owner).catch(() => void discardOwner(runner, owner).catch(() => {})),
    discardUnreadable: () => store.purgeUnreadable(identity.owner() ?? '').then(runner.reload),
    discardReports: runner.logs.purgeReports,
    historyAnswered: answer => void compare(answer),
    ownerChanged: () => ownerChanged(runner),
    sessionRenewed: () => runner.dispatch({ type: 'session-renewed' }),
    onChange: runner.onChange,
    onDelivered: runner.onDelivered,
    transitions: runner.history.all,
    onTransition: runner.history.listen,
    stop() {
      for (const stop of stops) stop()
      runner.stop()
    },
  }
}

const wake = ({ dispatch }: Runner, customer: boolean) => dispatch({ type: 'woken', customer })

/** Reading the jobs must not delay the first screen's own reads. */
const loadAfterPaint = ({ ports, load }: Runner) => new Promise<void>(ports.afterPaint).then(load)

/** Resolves to `queued` if there is no result within `DELIVERY_WAIT_MS`. */
function resultOf(runner: Runner, id: string): Promise<Sent> {
  const { ports, state, onChange } = runner
  return new Promise(resolve => {
    let late = ports.connectivity.state() === 'unreachable'
    const check = () => {
      const sent = sentOf(state(), id, momentOf(runner), late)
      if (sent === null) return
      cancel()
      unsubscribe()
      resolve(sent)
    }
    const cancel = ports.clock.after(DELIVERY_WAIT_MS, () => {
      late = true
      check()
    })
    const unsubscribe = onChange(check)
    check()
  })
}

async function retry(runner: Runner, id: string): Promise<boolean> {
  const again = (job: Job): Job =>
    job.state === 'dead'
      ? { ...job, state: 'queued', expired: false, notBefore: 0, createdAt: serverNow(runner) }
      : { ...job, notBefore: 0 }
  const result = await runner.store.change(id, again).catch(ifStorageFails(null))
  if (result?.written) runner.changed(result.written)
  runner.announceChange()
  wake(runner, true)
  return result !== null
}

async function discard(runner: Runner, id: string): Promise<boolean> {
  const { state, store } = runner
  const job = state().jobs.get(id)
  if (!job || state().active.has(id)) return false
  const outcome = outcomeOf(job, 'withdrawn', runner.ports.clock.now())
  const photos = photosOfOnly([id], state().jobs.values())
  const may = (stored: Job) => stored.state === 'dead' || neverSent(stored)
  const gone = await store.settle(outcome, photos, may)
  if (!gone) return false
  runner.dispatch({ type: 'changed', removed: [id], outcomes: [outcome] })
  runner.announceChange()
  return true
}

async function discardOwner(runner: Runner, owner: string): Promise<void> {
  runner.ports.tabs.post({ type: 'outbox-purged', owner })
  await purge(runner, owner)
  ownerChanged(runner)
  runner.announceChange()
}

function ownerChanged(runner: Runner): void {
  const { state, store, logs, identity } = runner
  const before = state().owner
  const owner = identity.owner()
  runner.abort()
  runner.dispatch({ type: 'owner-changed', owner })
  // Unsent jobs are kept after a sign-out, but the outcomes of sent jobs are deleted.
  if (before !== null && before !== owner) store.purgeOutcomes(before).then(runner.reload, () => {})
  if (owner === null) return
  void loadAfterPaint(runner)
    .then(() => logs.assignOwner(owner))
    .then(() => logsChanged(runner, identity.owner(), false))
}

/** Stops sending the customer's queued data, and deletes it. */
async function purge(runner: Runner, owner: string): Promise<void> {
  runner.purges.set(owner, (runner.purges.get(owner) ?? 0) + 1)
  if (owner === runner.state().owner) {
    runner.abort()
    runner.dispatch({ type: 'owner-changed', owner: null })
  }
  try {
    await runner.store.purge(owner)
  } catch (error) {
    // Without this, the jobs deleted from memory would appear to be waiting for the database.
    const jobs = [...runner.state().jobs.values()].filter(job => job.owner === owner)
    const removed = jobs.filter(({ id }) => runner.state().unsaved.has(id)).map(({ id }) => id)
    runner.dispatch({ type: 'changed', removed })
    throw error
  }
  await runner.logs.purge(owner)
  await runner.reload()
}

function listen({ api, disk, tabs, visibility, connectivity }: OutboxPorts, runner: Runner): (() => void)[] {
  const { dispatch, logs, state } = runner
  const hint = () => wake(runner, false)
  /** Browsers can report several times that the page is hidden. */
  let sentLogsOnHide = false
  return [
    tabs.listen(message => {
      if (message.type === 'outbox-changed' && runner.hasRead()) void runner.reload()
      else if (message.type === 'outbox-purged') void purge(runner, message.owner).catch(() => {})
      else if (message.type === 'outbox-sending')
        dispatch({ type: 'sent-elsewhere', id: message.id, progress: message.progress })
    }),
    visibility.onVisible(() => {
      sentLogsOnHide = false
      hint()
      // A tab that crashed may have stored a job without notifying others.
      if (state().loaded !== 'no') void runner.reload()
    }),
    visibility.onHide(() => {
      const { owner } = state()
      if (sentLogsOnHide || owner === null || connectivity.state() === 'unreachable') return
      sentLogsOnHide = true
      logs.sendOnPageHide(api, owner)
    }),
    // Reloading restores this page's jobs and shows which of them could not be stored.
    disk.onLost(() => {
      if (runner.hasRead()) void runner.reload()
    }),
    connectivity.onOnline(hint),
    connectivity.onChange(() => {
      if (connectivity.state() === 'reachable') hint()
    }),
  ]
}
