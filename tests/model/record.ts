import type { Job, Outcome } from '#src/outbox/job.ts'
import type { Transition } from '#src/outbox/transition-log.ts'
import type { Disk } from '#src/ports.ts'
import { JOBS, OUTCOMES } from '#src/storage/keys.ts'
import { type MakeBackend, referenceServer } from '#tests/kit/chaos/backend.ts'
import type { History, Step } from '#tests/kit/chaos/history.ts'
import { type Plant, type Outcome as Played, play } from '#tests/kit/chaos/play.ts'
import { isFinalRefusal } from '#tests/kit/chaos/wire.ts'
import type { TestDisk } from '#tests/kit/disk.ts'
import type { Phone } from '#tests/kit/phone.ts'
import { checkTrace, type Rejection, type TraceEvent } from './trace.ts'

type Entries = readonly (readonly [key: string, value: unknown])[]
type Result = 'ack' | 'withdraw' | 'replace'

const results: Readonly<Record<Outcome['state'], Result>> = {
  received: 'ack',
  withdrawn: 'withdraw',
  replaced: 'replace',
}

/**
 * Returns the event of an outcome. If a job became too old after an attempt, the phone says only that it does not send
 * the job.
 */
const eventOf = (state: Outcome['state'], old: Job | undefined): Result | 'delete' =>
  old?.expired && old.attempts > 0 && state !== 'received' ? 'delete' : results[state]

/** Returns what a tab did with a job that was stored as `old` and is now stored as `job`; null if it is irrelevant. */
function writeOf(old: Job, job: Job): Exclude<TraceEvent['event'], 'enqueue'> | null {
  const claimed = old.claim?.tab !== job.claim?.tab || old.claim?.from !== job.claim?.from
  if (job.state === 'sending') return claimed ? 'claim' : null
  if (job.state === 'dead') return old.state === 'dead' ? null : job.expired ? 'expire' : 'refuse'
  if (old.state === 'dead' && old.createdAt !== job.createdAt) return 'retry'
  if (job.attempts === 0) return old.state === 'queued' && old.attempts === 0 ? null : 'release'
  return old.state === 'queued' ? null : 'requeue'
}

/** Records a virtual phone and its server from outside. Uses the outbox's log only for the jobs in a tab's memory. */
function createRecorder() {
  const trace: TraceEvent[] = []
  const stored = new Map<string, Job>()
  const settled = new Set<string>()
  /** The jobs that are only in the memory of a tab. */
  const unsaved = new Map<string, string>()
  /** The tab whose claim on a stored job was written, until the tab begins to send the job. */
  const claimedBy = new Map<string, string>()
  const pages: { readonly tab: string; dead(): boolean }[] = []
  let writer = ''
  /** True once the browser has deleted the database. The model has no such step, so the trace ends there. */
  let isOver = false
  let ownerOf = (_token: string | null): string | null => null

  function add(event: TraceEvent) {
    if (isOver) return
    for (const { tab } of pages.filter(page => page.dead())) close(tab)
    trace.push(event)
  }

  function close(tab: string) {
    const at = pages.findIndex(page => page.tab === tab)
    pages.splice(at, 1)
    for (const [job, holder] of unsaved) if (holder === tab) unsaved.delete(job)
    trace.push({ event: 'close', tab })
  }

  function put(id: string, job: Job) {
    const old = stored.get(id)
    stored.set(id, job)
    if (old) {
      const event = writeOf(old, job)
      if (event === 'claim') claimedBy.set(id, writer)
      if (event !== null) add({ event, tab: writer, job: id } as TraceEvent)
    } else if (unsaved.delete(id)) add({ event: 'keep', tab: writer, job: id })
    else add({ event: 'enqueue', tab: writer, job: id, owner: job.owner, kept: true })
  }

  /** Records one transaction. */
  function written(entries: Entries) {
    for (const [key, value] of entries)
      if (key.startsWith(OUTCOMES) && value !== undefined) {
        const { id, state } = value as Outcome
        if (!settled.has(id)) add({ event: eventOf(state, stored.get(id)), tab: writer, job: id })
        settled.add(id)
        stored.delete(id)
        unsaved.delete(id)
      }
    for (const [key, value] of entries) {
      const id = key.slice(JOBS.length)
      if (!key.startsWith(JOBS)) continue
      if (value !== undefined) put(id, value as Job)
      else if (stored.delete(id)) add({ event: 'delete', tab: writer, job: id })
    }
  }

  /** Records what a tab does with a job in its memory. The result of such a job is recorded when it is stored. */
  function changed(tab: string, { job, owner, from, to, on }: Transition) {
    // The code of a crashed page continues to run until its next access to the disk or the network.
    const crashed = !pages.some(page => page.tab === tab && !page.dead())
    if (crashed || settled.has(job)) return
    const sends = from === 'claiming' && to === 'sending'
    if (sends && claimedBy.get(job) === tab) claimedBy.delete(job)
    // On a full phone, a tab claims a job that was tried before without writing the claim.
    else if (sends && stored.has(job)) add({ event: 'claim', tab, job })
    if (stored.has(job)) return
    // A job that is due is claimed in the same transition.
    const queued = to === 'queued' || to === 'claiming'
    if (from === 'none' && queued && on === 'changed') {
      unsaved.set(job, tab)
      add({ event: 'enqueue', tab, job, owner, kept: false })
    }
    if (unsaved.get(job) !== tab) return
    if (sends) add({ event: 'claim', tab, job })
    else if (from === 'sending' && queued) add({ event: 'requeue', tab, job })
    else if (to === 'dead') add({ event: on === 'failed' ? 'refuse' : 'expire', tab, job })
    else if (from === 'dead' && queued) add({ event: 'retry', tab, job })
    else if (to === 'none') add({ event: 'delete', tab, job })
    else if (to in results) unsaved.delete(job)
  }

  function watchDisk(disk: TestDisk): void {
    const { set, transact, delete: remove, deletePrefix } = disk
    const asStored = (entries: Entries): Entries =>
      entries.map(([key, value]) => [key, disk.stored(key, value)])
    const gone = (keys: readonly string[]) => written(keys.map(key => [key, undefined]))
    Object.assign(disk, {
      set(entries) {
        written(asStored(entries))
        return set(entries)
      },
      transact: (key, change) =>
        transact(key, old => {
          const entries = change(old)
          if (entries) written(asStored(entries))
          return entries
        }),
      delete(keys) {
        gone(keys)
        return remove(keys)
      },
      deletePrefix(prefix) {
        isOver ||= prefix === ''
        gone([...stored.keys()].map(id => JOBS + id).filter(key => key.startsWith(prefix)))
        return deletePrefix(prefix)
      },
    } satisfies Partial<Disk>)
  }

  /** Runs a tab's access to the database, which takes effect before this function returns. */
  function as<T>(tab: string, work: () => T): T {
    writer = tab
    try {
      return work()
    } finally {
      writer = ''
    }
  }

  function watchPages(phone: Phone): void {
    const { base, open, signIn } = phone
    let count = 0
    phone.base = () => {
      const made = base()
      const tab = `tab ${++count}`
      const { disk } = made.ports
      pages.push({ tab, dead: made.dead })
      add({ event: 'open', tab, owner: phone.customerId() })
      return {
        ...made,
        ports: {
          ...made.ports,
          disk: {
            ...disk,
            set: entries => as(tab, () => disk.set(entries)),
            transact: (key, change) => as(tab, () => disk.transact(key, change)),
            delete: keys => as(tab, () => disk.delete(keys)),
            deletePrefix: prefix => as(tab, () => disk.deletePrefix(prefix)),
          },
        },
        identity: {
          ...made.identity,
          async renew(session) {
            const renewed = await made.identity.renew(session)
            if (renewed) add({ event: 'session', owner: phone.customerId() })
            return renewed
          },
        },
        onSignIn(run) {
          made.onSignIn(owner => {
            add({ event: 'owner', tab, owner })
            run(owner)
          })
        },
      }
    }
    phone.open = () => {
      const page = open()
      const tab = `tab ${count}`
      page.outbox.onTransition(transition => changed(tab, transition))
      const { discardOwner } = page.outbox
      Object.assign(page.outbox, {
        discardOwner(owner: string) {
          add({ event: 'discard', owner })
          return discardOwner(owner)
        },
      })
      return page
    }
    phone.signIn = customer => {
      add({ event: 'session', owner: ownerOf(customer?.token ?? null) })
      signIn(customer)
    }
  }

  return {
    trace,
    watch(phone: Phone): void {
      watchDisk(phone.disk)
      watchPages(phone)
    },
    /** Returns the server, whose effects and refusals are recorded. */
    server:
      (make: MakeBackend): MakeBackend =>
      async time => {
        const backend = await make(time)
        const { a, b } = backend
        ownerOf = token => [a, b].find(customer => customer.token === token)?.customerId ?? null
        const known = new Map<string, number>()
        /** True if a call has carried out the job since this function was last called. */
        async function isNew(key: string) {
          const count = (await backend.ledger()).effects.filter(effect => effect.key === key).length
          const before = known.get(key) ?? 0
          known.set(key, count)
          return count > before
        }
        return {
          ...backend,
          async fetch(request, pause) {
            const job = request.headers.get('idempotency-key')
            // A job's uploads and reads also carry its key, and calls for log events have keys that belong to no job.
            const isWrite =
              !['GET', 'HEAD'].includes(request.method) && !/\/image\/|\/api\/log/.test(request.url)
            if (job === null || !isWrite) return backend.fetch(request, pause)
            const owner = ownerOf(request.headers.get('authorization')?.slice('Bearer '.length) ?? null)
            const response = await backend.fetch(request, pause)
            const error = response.ok ? null : (await response.clone().json()).error
            const reply = { status: response.status, error }
            const again = response.ok || error === 'IDEMPOTENCY_KEY_REUSED'
            if (owner !== null && again)
              add({ event: (await isNew(job)) ? 'effect' : 'replayed', job, owner })
            else if (owner !== null && isFinalRefusal({ call: '', key: job, fault: 'ok', reply }))
              add({ event: 'refused', job, owner })
            return response
          },
        }
      },
  }
}

/** The model has no damaged photos, and no second build. */
const isInModel = (step: Step) =>
  step.do !== 'damage-photo' && !(step.do === 'open' && step.build !== undefined)

/** Plays a history without the steps that the model lacks, and checks that the outbox behaves like the model. */
export async function playRecorded(
  history: History,
  plant: Plant = {},
): Promise<{ readonly played: Played; readonly rejection: Rejection | null; readonly events: number }> {
  const recorder = createRecorder()
  const steps = history.steps.filter(isInModel)
  const played = await play(
    { ...history, steps },
    {
      ...plant,
      server: recorder.server(plant.server ?? referenceServer()),
      prepare(world) {
        plant.prepare?.(world)
        recorder.watch(world.phone)
      },
    },
  )
  return { played, rejection: checkTrace(recorder.trace), events: recorder.trace.length }
}
