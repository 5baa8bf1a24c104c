import { protocol } from './model.ts'
import {
  closedTab,
  hasLeft,
  initialState,
  type Job,
  keysFor,
  LEAVER,
  type State,
  violation,
  withCookie,
  withJob,
  withTab,
} from './state.ts'

/**
 * A write of one job's record: in the phone's database, or in the tab's memory if the job is only there.
 * `claim`: the tab will send the job. `requeue`: an attempt has ended without a result. `release`: queued again as
 * never tried, because the session was not accepted. `expire`: too old to be sent without asking. `retry`: the customer
 * wants it sent again. `keep`: moved from the tab's memory to the database. `ack`, `refuse`, `withdraw`, `replace`: the
 * result was stored. `delete`: the record was deleted without a result.
 */
type Write =
  | 'claim'
  | 'requeue'
  | 'release'
  | 'expire'
  | 'retry'
  | 'keep'
  | 'ack'
  | 'refuse'
  | 'withdraw'
  | 'replace'
  | 'delete'

/** One event of a trace, in the order in which the events took effect. Tabs, jobs and owners are named by their ids. */
export type TraceEvent =
  /** A page has loaded, or a page now believes that another customer is signed in. */
  | { readonly event: 'open' | 'owner'; readonly tab: string; readonly owner: string | null }
  /** The page was closed or has crashed. */
  | { readonly event: 'close'; readonly tab: string }
  /** From now on requests carry a session of this customer; null if the server accepts none. */
  | { readonly event: 'session'; readonly owner: string | null }
  /** The customer wants all of this owner's jobs deleted: signs out without keeping them, or leaves. */
  | { readonly event: 'discard'; readonly owner: string }
  /** The customer has deleted the account, and the tab has deleted the phone's data. */
  | { readonly event: 'leave'; readonly tab: string; readonly owner: string }
  /** A job was added. `kept` is false if it is only in the tab's memory. */
  | {
      readonly event: 'enqueue'
      readonly tab: string
      readonly job: string
      readonly owner: string
      readonly kept: boolean
    }
  | { readonly event: Write; readonly tab: string; readonly job: string }
  /** For this owner, the server has carried out, finally refused, or answered again a request with the job's key. */
  | { readonly event: 'effect' | 'refused' | 'replayed'; readonly job: string; readonly owner: string }

/** The first event that the model does not allow after the events before it. */
export type Rejection = { readonly job: string; readonly index: number; readonly why: string }

type Meaning = { readonly steps: readonly string[]; repeats(job: Job, sending: boolean): boolean }

/** For each write: the model's steps that it can be, and whether it only repeats what is stored. */
const meaning = {
  store: { steps: ['stores'], repeats: () => false },
  remember: { steps: ['keeps in memory'], repeats: () => false },
  claim: { steps: ['claims'], repeats: () => false },
  requeue: {
    steps: ['gets no acknowledgement', 'gets 401 or 409'],
    repeats: (job, sending) => !sending && job.state !== 'fresh',
  },
  release: { steps: ['gets 401 or 409'], repeats: ({ state }) => state === 'fresh' },
  expire: { steps: ['expires'], repeats: ({ state }) => state.startsWith('expired') },
  retry: { steps: ['retries'], repeats: ({ state }) => state === 'fresh' || state === 'tried' },
  keep: { steps: ['stores from memory'], repeats: () => false },
  ack: { steps: ['gets the acknowledgement'], repeats: ({ state }) => state === 'received' },
  refuse: { steps: ['gets the refusal'], repeats: ({ state }) => state === 'refused' || state === 'shown' },
  withdraw: { steps: ['withdraws'], repeats: ({ state }) => state === 'withdrawn' },
  replace: { steps: ['replaces'], repeats: ({ state }) => state === 'replaced' },
  delete: { steps: ['deletes'], repeats: ({ state }) => state === 'deleted' || state === 'closed' },
} as const satisfies Record<string, Meaning> & Record<Write, Meaning>

/** Writes that the customer asks for. They can take effect just after another customer has signed in on the page. */
const wanted: readonly (keyof typeof meaning)[] = [
  'store',
  'remember',
  'retry',
  'withdraw',
  'replace',
  'delete',
]

/** Steps that leave no event in a trace. */
const hidden = new Set(['sends', 'is no longer claimed', 'gets no acknowledgement', 'shows the refusal'])

/** Checks each job of a trace against the model. Returns the first event that the model does not allow, or null. */
export function checkTrace(trace: readonly TraceEvent[]): Rejection | null {
  const slots = slotsOf(trace)
  const jobs = new Set(trace.flatMap(event => ('job' in event ? [event.job] : [])))
  const rejections = [...jobs].flatMap(job => checkJob(job, trace, slots) ?? [])
  return rejections.toSorted((a, b) => a.index - b.index)[0] ?? null
}

/** Returns the number of each event's tab in the model, or -1 without a tab. A closed tab's number is reused. */
function slotsOf(trace: readonly TraceEvent[]): readonly number[] {
  const open: (string | null)[] = []
  return trace.map(event => {
    if (!('tab' in event)) return -1
    const known = open.indexOf(event.tab)
    const free = open.indexOf(null)
    const slot = known >= 0 ? known : free >= 0 ? free : open.length
    open[slot] = event.event === 'close' ? null : event.tab
    return slot
  })
}

function checkJob(job: string, trace: readonly TraceEvent[], slots: readonly number[]): Rejection | null {
  const tabs = Math.max(...slots) + 1
  const config = { owners: 2, jobs: 1, tabs, failing: tabs, pieces: 0, oneSubject: false }
  const added = trace.find(event => event.event === 'enqueue' && event.job === job)
  const owner = added && 'owner' in added ? added.owner : null
  /** The job's customer is the model's first customer; all others are its second. */
  const numberOf = (who: string | null) => (who === null ? 0 : who === owner ? LEAVER : 2)
  const walk = createWalk(config)
  let mayDelete = false
  /** The tabs whose customer has just changed. A claim of the earlier customer's job can still be in progress. */
  const justChanged = new Set<number>()
  for (const [index, event] of trace.entries()) {
    const slot = slots[index] as number
    if ('job' in event && event.job !== job) {
      if (event.event === 'claim') justChanged.delete(slot)
      continue
    }
    const before = walk.describe()
    switch (event.event) {
      case 'open':
        walk.change(s => withTab(s, slot, { ...closedTab, owner: numberOf(event.owner) }))
        break
      case 'owner':
        // A tab without a customer keeps its memory. The model has no such tab, so it keeps its customer.
        if (event.owner !== null)
          walk.change(s =>
            hasLeft(s, numberOf(event.owner)) ? s : withTab(s, slot, { owner: numberOf(event.owner) }),
          )
        justChanged.add(slot)
        break
      case 'session':
        walk.change(s => withCookie(s, numberOf(event.owner)))
        break
      case 'close':
        walk.change(s => walk.next(s, slot, ['closes'])[0] ?? s)
        break
      case 'discard':
        mayDelete ||= event.owner === owner
        break
      case 'leave':
        if (event.owner !== owner) break
        walk.change(s => withCookie(withTab(s, slot, { owner: LEAVER, lost: false }), LEAVER))
        walk.choose(s => walk.next(s, slot, ['leaves']))
        break
      case 'enqueue':
        walk.write(slot, event.kept ? 'store' : 'remember', true)
        break
      case 'effect':
        walk.choose(s => (event.owner === owner ? walk.next(s, -1, ['takes effect']) : []))
        break
      case 'refused':
        walk.choose(s =>
          jobOf(s).server === 'refused' ? [s] : walk.next(s, -1, ['is refused by the server']),
        )
        break
      case 'replayed':
        walk.choose(s => (jobOf(s).server === 'effect' ? [s] : []))
        break
      case 'delete':
        if (mayDelete) walk.change(s => withJob(s, 0, { state: 'deleted', memory: -1, claimed: false }))
        else walk.write(slot, event.event, true)
        break
      default:
        walk.write(
          slot,
          event.event,
          wanted.includes(event.event) || (event.event === 'claim' && justChanged.has(slot)),
        )
    }
    if (walk.isStuck()) return { job, index, why: `${event.event} is not possible if the job is ${before}` }
  }
  return null
}

const jobOf = (s: State): Job => s.jobs[0] as Job

/** Follows a trace through the model: keeps all states in which the model can be after the events so far. */
function createWalk(config: Parameters<typeof protocol>[0]) {
  const steps = protocol(config, 'looser')
  const keyOf = keysFor(config, true)
  let current = new Map([[0, initialState(config)]])

  /** Returns the states after a step with one of these names. `tab` is -1 for steps without a tab. */
  function next(s: State, tab: number, names: readonly string[]): State[] {
    const found: State[] = []
    steps(s, (by, what, _, to) => {
      const fits = (by === tab || by === -1) && names.includes(what)
      if (fits && typeof to !== 'string' && violation(to) === null) found.push(to)
    })
    return found
  }

  /** Adds the states that hidden steps lead to. */
  function addHidden() {
    const open = [...current.values()]
    for (let s = open.pop(); s; s = open.pop())
      steps(s, (_, what, __, to) => {
        if (!hidden.has(what) || typeof to === 'string') return
        const key = keyOf(to)
        if (current.has(key)) return
        current.set(key, to)
        open.push(to)
      })
  }

  /** Replaces each state by the states that `to` returns for it. */
  function choose(to: (s: State) => readonly State[]) {
    addHidden()
    current = new Map([...current.values()].flatMap(to).map(s => [keyOf(s), s]))
  }

  return {
    next,
    choose,
    change: (to: (s: State) => State) => choose(s => [to(s)]),
    /** `late`: the write was begun for the job's customer, who may have signed out since. */
    write(tab: number, write: keyof typeof meaning, late: boolean) {
      const { steps: names, repeats }: Meaning = meaning[write]
      choose(s => {
        const { owner = 0, job } = s.tabs[tab] ?? {}
        const from = late ? withTab(s, tab, { owner: LEAVER }) : s
        // If the customer has left, the model's steps write nothing, but the trace says that something was written.
        const written = next(from, tab, names).filter(
          to => write === 'delete' || jobOf(to).state !== 'deleted',
        )
        return [
          ...(repeats(jobOf(s), job === 0) ? [s] : []),
          ...written.map(to => withTab(to, tab, { owner })),
        ]
      })
    },
    isStuck: () => current.size === 0,
    describe: () =>
      [...new Set([...current.values()].map(s => `${jobOf(s).state} (server: ${jobOf(s).server})`))].join(
        ' or ',
      ),
  }
}
