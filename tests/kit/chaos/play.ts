import { uuidv7 } from '#contract/uuidv7.ts'
import type { Job } from '#src/outbox/job.ts'
import { JOBS } from '#src/storage/keys.ts'
import { virtualClock } from '#tests/kit/clock.ts'
import type { Ledger } from '#tests/kit/ledger-server.ts'
import { withLightFetch } from '#tests/kit/light-fetch.ts'
import { NOON } from '#tests/kit/noon.ts'
import { makePhone } from '#tests/kit/phone.ts'
import { randomBytes, seededRandom } from '#tests/kit/random.ts'
import { act, retry } from './acts.ts'
import { type Backend, type MakeBackend, referenceServer } from './backend.ts'
import type { Fault, History, Who } from './history.ts'
import { judge } from './judge.ts'
import { notePhotosOfEndedPages } from './phone-acts.ts'
import { noteReturned, noteSent, watchExpired } from './stays-away.ts'
import { factsOf, liesOf } from './truth.ts'
import { type Exchange, type Wire, wire } from './wire.ts'
import { note, type Problem, type World } from './world.ts'
import type { Write } from './writes.ts'

export type Outcome = {
  readonly problems: readonly Problem[]
  readonly writes: readonly Write[]
  readonly backend: Backend
  readonly ledger: Ledger
  readonly exchanges: readonly Exchange[]
}

/** Ways to interfere with a history, for planted bugs and for single faults. */
export type Plant = {
  readonly server?: MakeBackend
  prepare?(world: World): void
  /** Returns the network that the phone gets instead of `fetch`. */
  network?(fetch: Wire['fetch'], world: World): Wire['fetch']
  /**
   * Returns the fault of the history's n-th request, counted from 0. If it returns undefined, the step's own fault
   * applies.
   */
  fault?(request: number): Fault | undefined
  /** Runs `work`, during which the pages may change. A plant can, for example, render the pages' screens afterwards. */
  during?(work: () => Promise<void>): Promise<void>
  check?(world: World): Promise<void>
  /** Returns true if the history has shown enough and can stop. */
  isDone?(problems: readonly Problem[]): boolean
  end?(): Promise<void>
}

const RECOVERY_MS = 15 * 60_000

/**
 * Plays a history on the real outbox. At the end, it repairs everything, lets the jobs be sent, and compares the ledger
 * with the phone.
 */
export function play(history: History, plant: Plant = {}): Promise<Outcome> {
  // The real server needs Node's own classes.
  return plant.server?.isReal ? run(history, plant) : withLightFetch(() => run(history, plant))
}

async function run(history: History, plant: Plant): Promise<Outcome> {
  try {
    return await playSteps(history, plant)
  } finally {
    await plant.end?.()
  }
}

async function playSteps(history: History, plant: Plant): Promise<Outcome> {
  const { world, setFaults } = await createWorld(history, plant)
  const pass = passTime(world, plant)
  const { phone } = world
  await (plant.during ?? (work => work()))(async () => {
    phone.signIn(world.customer('A'))
    world.pages.push(phone.open())
  })
  for (const step of history.steps) {
    setFaults(step.faults ?? [])
    world.pages = world.pages.filter(page => !page.dead())
    // A job must be stored before anything else happens. From then on, it must not be lost.
    await pass(0, () => act(world, step))
    notePhotosOfEndedPages(world)
    noteStored(world)
    await pass(step.ms ?? 0)
    noteStored(world)
    await noteLies(world, plant)
    if (plant.isDone?.(world.problems)) return outcomeOf(world, [])
  }
  setFaults([])
  world.recovering = true
  const shown = await recover(world, plant)
  return outcomeOf(world, judge(world, await world.backend.ledger(), shown))
}

async function outcomeOf(world: World, problems: readonly Problem[]): Promise<Outcome> {
  const ledger = await world.backend.ledger()
  return {
    problems: [...world.problems, ...problems],
    writes: world.writes,
    backend: world.backend,
    ledger,
    exchanges: world.net.exchanges,
  }
}

/** Returns a function that runs `begin` and then advances the clock. */
function passTime({ clock }: World, { during = work => work() }: Plant) {
  return (ms: number, begin = () => {}) =>
    during(async () => {
      begin()
      await clock.advance(ms)
    })
}

async function createWorld({ seed }: History, plant: Plant) {
  let faults: Fault[] = []
  let busy = () => false
  const clock = virtualClock(NOON, () => busy(), 2)
  const backend = await (plant.server ?? referenceServer())(clock.time)
  let requests = 0
  let weather: Fault = 'ok'
  const net = wire(backend.fetch, clock.after, request => {
    noteSent(world, request)
    if (plant.check && isScreenRead(request)) return weather
    const planned = faults.shift() ?? 'ok'
    weather = readFaults.has(planned) ? planned : 'ok'
    requests += 1
    return (world.recovering ? undefined : plant.fault?.(requests - 1)) ?? planned
  })
  busy = net.busy
  const random = seededRandom(seed)
  let { fetch } = net
  const phone = makePhone(clock, { fetch: request => fetch(request) }, random)
  const customer = (who: Who) => (who === 'A' ? backend.a : backend.b)
  const world: World = {
    backend,
    phone,
    clock,
    net,
    writes: [],
    pages: [],
    who: 'A',
    lineWorks: true,
    recovering: false,
    pageViews: 0,
    problems: [],
    customer,
    uuid: () => uuidv7(clock.now(), randomBytes(random)),
  }
  phone.renewal = async owner => {
    if (!world.lineWorks) return null
    return owner === backend.a.customerId ? backend.a.token : backend.b.token
  }
  if (plant.network) fetch = plant.network(net.fetch, world)
  plant.prepare?.(world)
  watchExpired(world)
  function setFaults(next: readonly Fault[]) {
    faults = [...next]
    weather = 'ok'
  }
  return { world, setFaults }
}

/** Faults that affect the screens' reads as well as the writes. */
const readFaults: ReadonlySet<Fault> = new Set([
  'drop-request',
  'hang',
  'unavailable',
  'portal',
  'unauthorized',
  'too-many',
])

/** True if the request is a screen's read. Such reads must not use up the faults that a step has for its writes. */
const isScreenRead = ({ method, url }: Request) => method === 'GET' && !url.endsWith('/api/activity')

function noteStored(world: World) {
  const { phone, writes } = world
  noteReturned(world)
  const records = new Map(phone.disk.peek(JOBS))
  for (const write of writes) {
    const job = records.get(JOBS + write.id) as Job | undefined
    write.stored ||= job !== undefined
    write.unsaved &&= job === undefined
    write.expiredTried ||= job?.expired === true && job.attempts > 0
  }
}

/**
 * Compares the claims of every page with the server and the phone. It skips frozen pages, which do not know what has
 * happened since they were frozen.
 */
async function noteLies(world: World, { check }: Plant) {
  const { backend, phone } = world
  const ledger = backend.peek?.()
  if (!ledger) return
  const facts = factsOf(world, ledger)
  const owner = phone.customerId()
  const who = owner === null ? null : owner === backend.a.customerId ? 'A' : 'B'
  for (const page of world.pages) {
    if (page.dead() || page.frozen()) continue
    for (const what of liesOf(page, who, facts)) note(world, { kind: 'untrue', what })
  }
  // Reading the screens accesses the phone as well. An event at such an access would change the facts that the screens
  // are compared with.
  const { onStep } = phone
  phone.onStep = () => {}
  await check?.(world)
  phone.onStep = onStep
}

/**
 * Repairs everything and lets the customers sign in again, one after the other. Returns the ids of the jobs that are
 * shown as refused.
 */
async function recover(world: World, plant: Plant): Promise<ReadonlySet<string>> {
  const pass = passTime(world, plant)
  const { phone } = world
  const shown = new Set<string>()
  phone.full = false
  world.lineWorks = true
  await pass(0, () => repairPages(world))
  for (const who of ['A', 'B', 'A'] as const) {
    await pass(RECOVERY_MS, () => phone.signIn(world.customer(who)))
    noteReturned(world)
    // A job that expired because the clock was changed needs the customer's confirmation, which is given here.
    await pass(RECOVERY_MS, () => {
      for (const { outbox } of world.pages)
        for (const view of outbox.views()) if (view.expired) retry(world, outbox, view.id)
    })
    await noteLies(world, plant)
    for (const { outbox } of world.pages)
      for (const view of outbox.views()) if (view.state === 'refused') shown.add(view.id)
  }
  return shown
}

/**
 * Repairs the open pages and opens a new one. The old pages stay open because, if a page's store has failed, only that
 * page can send the jobs in its memory.
 */
function repairPages(world: World) {
  world.pages = world.pages.filter(page => !page.dead())
  for (const page of world.pages) {
    page.healStorage()
    page.thaw()
    page.show(true)
  }
  world.pages.push(world.phone.open())
}
