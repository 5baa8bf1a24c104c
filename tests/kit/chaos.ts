import type { Sent } from '#src/offline/view.ts'
import type { Fault } from './network.ts'
import { type OfflineWorld, offlineWorld } from './offline-world.ts'
import type { Page } from './phone.ts'
import { pick } from './random.ts'

/** What one history did wrong; all zero is the promise. */
export type Toll = {
  readonly jobs: number
  /** Accepted from the customer, and neither on the server nor shown as needing the customer. */
  readonly lost: number
  readonly doubled: number
  readonly wrongOwner: number
  /** Refused by the server, and nowhere to be seen. */
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

/** A history with fewer writes than this goes on. */
const MIN_JOBS = 10

type Intent = {
  readonly id: string
  /** As the server has it: whose it is, and what was sent as its number. */
  readonly line: string
  readonly bad: boolean
  /** The phone refused to save when it was made: only an answer makes it accepted. */
  readonly full: boolean
  sent: Sent | null
}

/**
 * One customer's bad day, by chance but repeatable: receipts and page views while requests and replies are lost,
 * pages crash, tabs open, storage fills up, sessions end, clocks are moved and customers change. Then the network heals, each customer comes back once,
 * and the server's database is compared with what was accepted.
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

  async function send(page: Page) {
    const owner = who === a ? 'A' : 'B'
    const bad = random() < 0.15
    const number = `${owner}-${intents.length}`
    const job = world.receipt(number, bad ? 1 : 250.5)
    const intent: Intent = {
      id: job.id,
      line: `${owner} ${number}`,
      bad,
      full: phone.full,
      sent: null,
    }
    intents.push(intent)
    void page.outbox.enqueue(job).then(sent => {
      intent.sent = sent
    })
    // Saved before anything else happens: from here on it may not be lost.
    await clock.advance(0)
  }

  const acts: (() => Promise<void> | void)[] = [
    () => send(pick(random, pages)),
    () => send(pick(random, pages)),
    () => send(pick(random, pages)),
    async () => {
      views += 1
      const event = {
        eventId: world.id(),
        at: new Date(clock.now()).toISOString(),
        path: `/receipt/${views}`,
      }
      await pick(random, pages).outbox.log({ kind: 'pageview', ...event })
    },
    () => {
      who = who === a ? b : a
      phone.signIn(who)
    },
    () => {
      const page = pick(random, pages)
      page.crash()
      pages = pages.filter(other => other !== page)
      if (pages.length === 0) pages = [phone.open()]
    },
    () => {
      if (pages.length < 3) pages.push(phone.open())
    },
    () => phone.signIn(who && { customerId: who.customerId, token: 'x'.repeat(43) }),
    // Another tab has signed in as somebody else, and this one has not noticed.
    () => phone.signIn(who && { customerId: who.customerId, token: (who === a ? b : a).token }),
    () => {
      phone.full = !phone.full
    },
    () => clock.jump((random() - 0.5) * 2 * 24 * 3_600_000),
  ]
  for (let step = 0; step < steps || intents.length + views < MIN_JOBS; step++) {
    await pick(random, acts)()
    await clock.advance(Math.floor(random() ** 3 * 90_000))
  }

  healed = true
  phone.full = false
  const shown = new Set<string>()
  for (const customer of [a, b, a]) {
    phone.signIn(customer)
    const { outbox } = pages[0] ?? phone.open()
    await clock.advance(15 * 60_000)
    // What got too old by a moved clock asks, and the customer says yes.
    for (const view of outbox.views()) if (view.expired) await outbox.retry(view.id)
    await clock.advance(15 * 60_000)
    for (const view of outbox.views()) if (view.state === 'needs-you') shown.add(view.id)
  }
  return count(world, intents, views, shown)
}

async function count(
  world: OfflineWorld,
  intents: readonly Intent[],
  views: number,
  shown: ReadonlySet<string>,
): Promise<Toll> {
  const { db } = world.server
  const receipts = await world.receipts()
  const keys = await db.selectFrom('idempotency').select('key').where('route', '=', 'createReceipt').execute()
  const logged = await db.selectFrom('log_page_view').select('path').execute()
  const accepted = intents.filter(({ sent, full }) => (sent === null ? !full : sent.state !== 'unsaved'))
  const paths = logged.map(({ path }) => path)
  return {
    jobs: accepted.length + views,
    lost: accepted.filter(({ bad, line }) => !bad && !receipts.includes(line)).length,
    // A second key for one receipt would be a second effect, were it not for the receipt's own id.
    doubled: keys.length - new Set(receipts).size + paths.length - new Set(paths).size,
    wrongOwner: receipts.filter(line => line[0] !== line[2]).length,
    // Refused while the customer waited, where nothing could be kept: the form has said it.
    hidden: accepted.filter(({ bad, full, id, sent }) => {
      const told = full && sent?.state === 'refused'
      return bad && !told && !shown.has(id)
    }).length,
  }
}
