import { lazyOnce } from '#src/loading/lazy-once.ts'
import { withRetries } from '#src/loading/retry.ts'
import type { Clock } from '#src/ports.ts'
import type { Sent } from './job-view.ts'
import type { Outbox } from './outbox.ts'

/** Its script did not come, and so the phone could keep nothing. */
const unsaved: Sent = { state: 'unsaved', reason: 'storage' }

/** After three tries in a row. */
const AGAIN_MS = 10_000

type Deps = {
  readonly clock: Pick<Clock, 'after'>
  /** Waits until the first screen has been drawn. */
  readonly afterPaint: (run: () => void) => void
  /** Who is signed in: whose a write is does not wait for the script. */
  readonly owner: () => string | null
  /** Fetches the outbox and makes it. */
  readonly make: () => Promise<Outbox>
}

/**
 * The outbox as it is before its own script has come: empty to look at, and what is asked of it is done once it is
 * there. It is fetched when the first screen has been drawn, or at once for a write that the customer waits for.
 */
export function createLateOutbox({ clock, afterPaint, owner, make }: Deps): Outbox {
  let outbox: Outbox | null = null
  let stopped = false
  const changes = new Set<() => void>()
  const deliveries = new Set<Parameters<Outbox['onDelivered']>[0]>()

  const fetched = lazyOnce(() =>
    withRetries(async () => {
      const made = await make()
      if (stopped) {
        made.stop()
        return made
      }
      outbox = made
      made.onChange(changed)
      made.onDelivered(delivered => {
        for (const run of deliveries) run(delivered)
      })
      made.ownerChanged()
      return made
    }, clock),
  )

  function changed() {
    for (const run of changes) run()
  }

  /** Does something with the outbox when it is there; as long as its script does not come, it is asked for again. */
  function soon(run: (ready: Outbox) => void) {
    if (stopped) return
    if (outbox !== null) return run(outbox)
    afterPaint(() => {
      fetched().then(
        () => outbox && run(outbox),
        () => clock.after(AGAIN_MS, () => soon(run)),
      )
    })
  }

  const now = async <T>(run: (ready: Outbox) => Promise<T>, without: T): Promise<T> => {
    const ready = outbox ?? (await fetched().catch(() => null))
    return ready === null ? without : run(ready)
  }

  return {
    enqueue: (job, whose = owner()) => now(ready => ready.enqueue(job, whose), unsaved),
    log: event =>
      new Promise(resolve => {
        soon(ready => void ready.log(event).then(resolve))
      }),
    jobs: () => outbox?.jobs() ?? [],
    views: () => outbox?.views() ?? [],
    countOf: owner => outbox?.countOf(owner) ?? 0,
    unreadable: () => outbox?.unreadable() ?? 0,
    photo: (owner, sha256) => now(ready => ready.photo(owner, sha256), null),
    drain: () => soon(ready => ready.drain()),
    retry: id => now(ready => ready.retry(id), undefined),
    discard: id => now(ready => ready.discard(id), false),
    async discardOwner(owner) {
      const discard = (ready: Outbox) =>
        ready.discardOwner(owner).then(
          () => true,
          () => false,
        )
      const discarded = await now(discard, false)
      // Who signs out is not held up by it, but what was asked for is still done as soon as it can be.
      if (!discarded) soon(ready => void discard(ready))
    },
    ownerChanged() {
      // The new one asks who it is itself when it is made.
      if (outbox === null) soon(() => {})
      else outbox.ownerChanged()
    },
    sessionRenewed: () => outbox?.sessionRenewed(),
    onChange(run) {
      changes.add(run)
      return () => changes.delete(run)
    },
    onDelivered(run) {
      deliveries.add(run)
      return () => deliveries.delete(run)
    },
    stop() {
      stopped = true
      outbox?.stop()
    },
  }
}
