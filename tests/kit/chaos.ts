import { DAY_MS } from '#contract/time.ts'
import type { NewJob } from '#src/outbox/job.ts'
import type { Sent } from '#src/outbox/job-view.ts'
import { jobKey } from '#src/storage/keys.ts'
import type { Fault } from './network.ts'
import { type OfflineWorld, offlineWorld } from './offline-world.ts'
import type { Page } from './phone.ts'
import { pick } from './random.ts'

/** The result of one history. Every count of errors must be zero. */
export type Toll = {
  /** Number of receipts and answers that the phone accepted. */
  readonly jobs: number
  /** Number of accepted writes that are neither on the server nor shown as needing the customer. */
  readonly lost: number
  readonly doubled: number
  readonly wrongOwner: number
  /** Number of writes that the server refused and the app does not show. */
  readonly hidden: number
}

const faults: readonly Fault[] = [
  'ok',
  'ok',
  'ok',
  'drop-request',
  'drop-reply',
  'hang',
  'hang-reply',
  'unavailable',
  'portal',
  'keyless',
  'unauthorized',
  'too-many',
]

/** A history continues until it has this many accepted writes. */
const MIN_JOBS = 10

type Intent = {
  readonly id: string
  /** The write as the server stores it: its owner, and a receipt's number or an answer's key. */
  readonly line: string
  readonly bad: boolean
  /**
   * True if the phone could not store the job when it was created. Such a job counts as accepted only after
   * the server's answer.
   */
  readonly full: boolean
  /**
   * True if the job's page had lost the phone's store and told the customer: the job lives only as long as
   * that page.
   */
  volatile: boolean
  /** True if the phone stored the job before the next step began. */
  kept: boolean
  sent: Sent | null
}

function isAccepted({ sent, full, volatile, kept }: Intent): boolean {
  if (volatile) return sent?.state === 'received'
  return sent === null ? !full && kept : sent.state !== 'unsaved'
}

/**
 * Runs one random but repeatable history: receipts, answers and page views, while requests and responses are
 * lost, pages crash between any two steps, tabs open, storage fills up or fails, sessions expire, clocks change
 * and customers change. Then the network recovers, each customer returns once, and the server's database is
 * compared with the accepted writes.
 */
export async function chaos(seed: number, steps: number): Promise<Toll> {
  const world = await offlineWorld(seed)
  try {
    return await run(world, steps)
  } finally {
    await world.server.close()
  }
}

async function run(world: OfflineWorld, steps: number): Promise<Toll> {
  const { phone, clock, random, a, b } = world
  const intents: Intent[] = []
  let views = 0
  let healed = false
  world.breakBy(() => (healed ? 'ok' : pick(random, faults)))
  phone.renewal = async owner => {
    if (!healed && random() < 0.5) return null
    return owner === a.customerId ? a.token : b.token
  }
  let who: typeof a | null = a
  phone.signIn(who)
  let pages: Page[] = [phone.open()]
  const anyPage = () => {
    pages = pages.filter(page => !page.dead())
    if (pages.length === 0) pages = [phone.open()]
    return pick(random, pages)
  }

  async function send(page: Page) {
    const owner = who === a ? 'A' : 'B'
    const bad = random() < 0.15
    const number = `${owner}-${intents.length}`
    const job = random() < 0.7 ? world.receipt(number, bad ? 1 : 250.5) : world.answer(bad ? '' : number)
    const line = `${owner} ${job.route === 'postAnswer' ? job.id : number}`
    const intent: Intent = {
      id: job.id,
      line,
      bad,
      full: phone.full,
      volatile: false,
      kept: true,
      sent: null,
    }
    intents.push(intent)
    void page.outbox.enqueue(job as NewJob).then(sent => {
      intent.sent = sent
    })
    // The job must be stored before anything else happens; from here on it must not be lost.
    await clock.advance(0)
    intent.volatile = !page.durable()
    // If the page crashed before storing the job, the form never confirmed it to the customer.
    intent.kept = !page.dead() || (await phone.disk.get(jobKey(job.id))) !== undefined
  }

  const acts: (() => Promise<void> | void)[] = [
    () => send(anyPage()),
    () => send(anyPage()),
    () => send(anyPage()),
    () => send(anyPage()),
    async () => {
      views += 1
      const event = {
        eventId: world.id(),
        at: new Date(clock.now()).toISOString(),
        path: `/receipt/${views}`,
      }
      void anyPage().outbox.log({ kind: 'pageview', ...event })
      await clock.advance(0)
    },
    () => {
      who = who === a ? b : a
      phone.signIn(who)
    },
    () => anyPage().crash(),
    () => anyPage().crashIn(Math.ceil(random() * 40)),
    () => {
      if (pages.length < 3) pages.push(phone.open())
    },
    () => phone.signIn(who && { customerId: who.customerId, token: 'x'.repeat(43) }),
    // Another tab signed in as another customer, and this tab has not noticed.
    () => phone.signIn(who && { customerId: who.customerId, token: (who === a ? b : a).token }),
    () => {
      phone.full = !phone.full
    },
    () => {
      if (random() < 0.3) anyPage().loseStorage()
    },
    () => clock.jump((random() - 0.5) * 2 * DAY_MS),
  ]
  for (let step = 0; step < steps || intents.filter(isAccepted).length < MIN_JOBS; step++) {
    await pick(random, acts)()
    await clock.advance(Math.floor(random() ** 3 * 90_000))
  }

  healed = true
  phone.full = false
  // If a page's store failed, only that page can send the jobs in its memory. So that page stays open next to
  // a new one.
  const last = phone.open()
  const shown = new Set<string>()
  for (const customer of [a, b, a]) {
    phone.signIn(customer)
    await clock.advance(15 * 60_000)
    // A job that expired because the clock was changed needs the customer's confirmation. The customer gives
    // it.
    for (const { outbox } of [...pages, last])
      for (const view of outbox.views()) if (view.expired) void outbox.retry(view.id)
    await clock.advance(15 * 60_000)
    for (const { outbox } of [...pages, last])
      for (const view of outbox.views()) if (view.state === 'needs-you') shown.add(view.id)
  }
  return count(world, intents, shown)
}

async function count(
  world: OfflineWorld,
  intents: readonly Intent[],
  shown: ReadonlySet<string>,
): Promise<Toll> {
  const { db } = world.server
  const receipts = await world.receipts()
  const answers = await world.answers()
  const keys = await db.selectFrom('idempotency').select('key').where('route', '=', 'createReceipt').execute()
  const paths = (await db.selectFrom('log_page_view').select('path').execute()).map(({ path }) => path)
  const effects = new Set([...receipts, ...answers])
  const ownerOf = new Map(intents.map(({ id, line }) => [id, line.slice(0, 1)]))
  const accepted = intents.filter(isAccepted)
  return {
    jobs: accepted.length,
    lost: accepted.filter(({ bad, line }) => !bad && !effects.has(line)).length,
    // Effects that happened twice. A second idempotency key for the same receipt is harmless only because of
    // the receipt's own id, so it counts too.
    doubled: keys.length + answers.length - effects.size + paths.length - new Set(paths).size,
    wrongOwner:
      receipts.filter(line => line[0] !== line[2]).length +
      answers.filter(line => line[0] !== ownerOf.get(line.slice(2))).length,
    // Not counted: a job that could not be stored and was refused while the customer waited, because the form
    // reported that.
    hidden: accepted.filter(({ bad, full, id, sent }) => {
      const told = full && sent?.state === 'refused'
      return bad && !told && !shown.has(id)
    }).length,
  }
}
