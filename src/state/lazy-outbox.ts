import { lazyOnce } from '#src/loading/lazy-once.ts'
import { withRetries } from '#src/loading/retry.ts'
import type { NewJob, QueueableRoute } from '#src/outbox/job.ts'
import type { Outbox, OutboxPorts, QueueIdentity } from '#src/outbox/outbox.ts'

/** If the script failed to load three times in a row, the next attempt starts after this many milliseconds. */
const RETRY_MS = 10_000

/**
 * Returns the outbox, whose code loads after the first paint, because the first screen does not need it. Until
 * then it knows no jobs and is not `loaded`; writes wait for it.
 */
export function createLazyOutbox(ports: OutboxPorts, identity: QueueIdentity, visit: string): Outbox {
  let outbox: Outbox | null = null
  const changes = new Set<() => void>()
  const deliveries = new Set<Parameters<Outbox['onDelivered']>[0]>()
  const transitions = new Set<Parameters<Outbox['onTransition']>[0]>()
  let delivered: Promise<readonly string[]> = Promise.resolve([])
  const load = lazyOnce(async () => {
    const { createOutbox } = await withRetries(() => import('#src/outbox/outbox.ts'), ports.clock)
    const created = createOutbox(ports, identity, visit)
    created.onChange(() => tell(changes))
    created.onDelivered(delivered => tell(deliveries, delivered))
    created.onTransition(transition => tell(transitions, transition))
    outbox = created
    created.logsDelivered(delivered)
    created.ownerChanged()
    tell(changes)
    return created
  })
  const loadSoon = () => {
    load().catch(() => ports.clock.after(RETRY_MS, loadSoon))
  }
  ports.afterPaint(loadSoon)
  /** Resolves with the outbox however often its script fails to load, because a log event must not be lost. */
  const loadSomeTime = (): Promise<Outbox> =>
    load().catch(async () => {
      await new Promise<void>(resolve => ports.clock.after(RETRY_MS, resolve))
      return loadSomeTime()
    })

  return {
    enqueue: async <N extends QueueableRoute>(job: NewJob<N>, owner = identity.owner()) =>
      (await load()).enqueue(job, owner),
    // Another customer may have signed in by the time the script has loaded.
    log: async (event, owner = identity.owner()) => (await loadSomeTime()).log(event, owner),
    logsDelivered(ids) {
      delivered = Promise.all([delivered, ids]).then(lists => lists.flat())
      outbox?.logsDelivered(ids)
    },
    jobs: () => outbox?.jobs() ?? [],
    views: () => outbox?.views() ?? [],
    outcomes: () => outbox?.outcomes() ?? [],
    shown: id => outbox?.shown(id),
    loaded: () => outbox?.loaded() ?? false,
    countOf: owner => outbox?.countOf(owner) ?? 0,
    unreadable: () => outbox?.unreadable() ?? 0,
    photo: async (owner, sha256) => (await load()).photo(owner, sha256),
    sendNow: customer => outbox?.sendNow(customer),
    retry: async id => (await load()).retry(id),
    discard: async id => (await load()).discard(id),
    discardOwner: async owner => (await load()).discardOwner(owner),
    discardUnreadable: async () => (await load()).discardUnreadable(),
    discardReports: async () => (await load()).discardReports(),
    ownerChanged: () => outbox?.ownerChanged(),
    sessionRenewed: () => outbox?.sessionRenewed(),
    onChange: listen(changes),
    onDelivered: listen(deliveries),
    transitions: () => outbox?.transitions() ?? [],
    onTransition: listen(transitions),
    stop: () => outbox?.stop(),
  }
}

function tell<T extends unknown[]>(listeners: ReadonlySet<(...values: T) => void>, ...values: T): void {
  for (const run of [...listeners]) run(...values)
}

const listen =
  <T>(listeners: Set<T>) =>
  (run: T) => {
    listeners.add(run)
    return () => void listeners.delete(run)
  }
