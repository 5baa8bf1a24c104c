import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { holdMailing } from '#server/mailings/hold.ts'
import { startMailing } from '#server/mailings/start.ts'
import { enqueueDecision } from '#server/message-queue/enqueue.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { campaignOf, setCampaign } from './activity.ts'
import { createTruth, type Person } from './message-truth.ts'
import { insert, remove, update } from './rows.ts'
import { crowd } from './sending-many.ts'
import { untilCalled } from './until-called.ts'

/**
 * What happens to the first request of a sender's run. Later requests reach LINE, unless the sender was killed. With
 * `refused`, LINE refuses every new request that includes the first customer.
 */
export const weathers = [
  ...(['good', 'answer-lost', 'request-lost', 'unreached', '429', '500', 'refused', 'killed'] as const),
] as const
type Weather = (typeof weathers)[number]

export const changes = [
  ...(['decide', 'undo', 'mail-results', 'mail-closing', 'stop', 'resume', 'end', 'announce-later'] as const),
  ...(['void-tickets', 'switch-off', 'block', 'unfriend', 'leave'] as const),
] as const
type Change = (typeof changes)[number]

const never = () => new Promise<Response>(() => undefined)

/** Starts a campaign whose history a test chooses. `truth` judges each message when LINE accepts it. */
export async function messageWorld(count: number) {
  const world = await crowd(count)
  const { server, emulator } = world
  const { db, clock } = server
  const start = clock.now()
  const end = start + 3 * DAY_MS
  const truth = createTruth(count, { announcedAt: start, closesAt: end })
  await setCampaign(server, { announced_at: start, closes_at: end })
  const { draw_id } = await campaignOf(server)
  const ids = truth.people.map((_, n) => world.customerOf(n + 1))
  await addRewards(db, ids, start)
  const results = { kind: 'results', subject: draw_id ?? '' } as const
  const closing = { kind: 'closing', subject: String(end) } as const
  let isStarted = false

  let last: Promise<unknown> = Promise.resolve()
  /** Delivers one request at a time, so that each message is judged with its own retry key. */
  function deliver(request: Request): Promise<Response> {
    const next = last.then(() => deliverNow(request))
    last = next
    return next
  }
  async function deliverNow(request: Request): Promise<Response> {
    const key = request.headers.get('x-line-retry-key') ?? ''
    const before = emulator.botMessages().length
    const response = await emulator.lineFetch(request)
    for (const { messages, delivered } of emulator.botMessages().slice(before))
      for (const userId of delivered)
        truth.judge(
          { person: Number.parseInt(userId.slice(1), 16) - 1, text: JSON.stringify(messages), key },
          clock.now(),
        )
    return response
  }

  const failed = (): never => {
    throw new TypeError('fetch failed')
  }
  /** Handlers of the first request of a run. */
  const firstAnswers = {
    good: deliver,
    '429': () => new Response('{}', { status: 429, headers: { 'retry-after': '60' } }),
    '500': () => new Response('', { status: 500 }),
    unreached() {
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      throw new TypeError('fetch failed', { cause })
    },
    async killed(request, onKill) {
      await deliver(request)
      truth.doubt()
      onKill()
      return never()
    },
    async 'answer-lost'(request) {
      await deliver(request)
      truth.doubt()
      return failed()
    },
    'request-lost'() {
      truth.doubt()
      return failed()
    },
  } satisfies Record<
    Exclude<Weather, 'refused'>,
    (request: Request, onKill: () => void) => Response | Promise<Response>
  >

  /** Returns the `fetch` of one sender process. */
  function lineIn(weather: Weather, onKill: () => void) {
    let isFirst = true
    return async (request: Request): Promise<Response> => {
      if (!/message\/(push|multicast)$/.test(request.url)) return emulator.lineFetch(request)
      const key = request.headers.get('x-line-retry-key') ?? ''
      truth.use(key, clock.now())
      if (weather === 'refused') {
        // LINE does not refuse the retry of a request that it has accepted.
        const isGuilty = !truth.isKnown(key) && (await request.clone().text()).includes(world.lineUserOf(1))
        return isGuilty ? new Response('{"message":"Failed"}', { status: 400 }) : deliver(request)
      }
      if (!isFirst) return weather === 'killed' ? never() : deliver(request)
      isFirst = false
      return firstAnswers[weather](request, onKill)
    }
  }

  async function decide(person: Person, n: number): Promise<void> {
    if (person.hasLeft) return
    const id = `receipt-${n}-${person.receipts.length}`
    const customer_id = ids[n] ?? ''
    person.receipts.push({ id, no: `RC-${n}-${person.receipts.length}-X`, isUndone: false })
    await addReceipt(db, { id, customer_id, receipt_no: person.receipts.at(-1)?.no ?? '' }, clock.now())
    await enqueueDecision(db, 'receipt-approved', { id, customer_id, version: 2 }, clock.now())
  }

  async function undo({ receipts }: Person): Promise<void> {
    const last = receipts.at(-1)
    if (!last) return
    last.isUndone = true
    await db.updateTable('receipt').set({ status: 'pending', version: 3 }).where('id', '=', last.id).execute()
  }

  return {
    truth,
    clock,
    async change(what: Change, n: number): Promise<void> {
      // Advance by more than a lease, because the content of a multicast may be as old as a lease (decision 037).
      clock.advance(3 * MINUTE_MS)
      const now = clock.now()
      const person = truth.people[n] as Person
      const id = ids[n] ?? ''
      const acts: Record<Change, () => unknown> = {
        decide: () => decide(person, n),
        undo: () => undo(person),
        'mail-results': () => startMailing(db, results, now, now),
        'mail-closing'() {
          isStarted = true
          return startMailing(db, closing, now, now)
        },
        stop() {
          truth.campaign.isStopped = isStarted
          return holdMailing(db, closing, 'stopped', () => {})
        },
        resume() {
          truth.campaign.isStopped = false
          return holdMailing(db, closing, 'running', () => {})
        },
        end() {
          truth.campaign.closesAt = now
          return setCampaign(server, { closes_at: now })
        },
        'announce-later'() {
          truth.campaign.announcedAt = now + 6 * HOUR_MS
          return setCampaign(server, { announced_at: now + 6 * HOUR_MS })
        },
        'void-tickets'() {
          person.hasTickets = false
          return update({ db }, 'ticket', { state: 'void' }, { customer_id: id })
        },
        'switch-off'() {
          person.wants = false
          return switchOff(db, id, now)
        },
        block() {
          person.isReachable = false
          return insertOnce(db, 'block', { customer_id: id, blocked_at: now })
        },
        unfriend() {
          person.isReachable = false
          const reach = { line_user_id: world.lineUserOf(n + 1), is_following: 0, changed_at: now }
          return insertOnce(db, 'line_reach', reach)
        },
        async leave() {
          Object.assign(person, { hasLeft: true, isReachable: false })
          await remove({ db }, 'message', { customer_id: id })
          await update({ db }, 'customer', { line_user_id: null, status: 'cancelled' }, { id })
        },
      }
      await acts[what]()
    },
    /** Sends the due messages, in one or more sender processes. */
    async send(weather: Weather, processes = 1): Promise<void> {
      while ((await advanceMailings(server.deps)) > 0);
      const [killed, onKill] = untilCalled()
      const runs = Array.from({ length: processes }, () => world.send(lineIn(weather, onKill)))
      await Promise.race([killed, Promise.all(runs)])
    },
    rows: () => db.selectFrom('message').selectAll().execute(),
    requests: () => world.multicasts(),
    personOf: (customerId: string) => ids.indexOf(customerId),
    close: () => world.close(),
  }
}

export type MessageWorld = Awaited<ReturnType<typeof messageWorld>>

async function addRewards(db: Db, customerIds: readonly string[], now: number): Promise<void> {
  for (const id of customerIds) {
    const own = { id, customer_id: id, created_at: now }
    const reward = { draw_state: 'entered', version: 1, qr_secret: 'q', pin_failures: 0, updated_at: now }
    await insert({ db }, 'reward', { ...own, ...reward })
    await insert({ db }, 'ticket', { ...own, source: 'welcome', source_id: id, seq: 0, state: 'valid' })
  }
}

type NewReceipt = { readonly id: string; readonly customer_id: string; readonly receipt_no: string }

async function addReceipt(db: Db, receipt: NewReceipt, now: number): Promise<void> {
  const times = { purchased_at: now, created_at: now, updated_at: now, reviewed_at: now }
  const decision = { status: 'approved', resubmits: 0, version: 2, sent_day: '2026-11-20' } as const
  await insert({ db }, 'receipt', { ...receipt, store_id: 1, amount_satang: 25_000, ...decision, ...times })
}

const insertOnce = (db: Db, table: keyof Tables, row: object) =>
  db
    .insertInto(table)
    .values(row as never)
    .onConflict(conflict => conflict.doNothing())
    .execute()

async function switchOff(db: Db, customer_id: string, now: number): Promise<void> {
  for (const message_group of ['receipts', 'draw'] as const)
    await insertOnce(db, 'message_preference', { customer_id, message_group, is_on: 0, changed_at: now })
  await update({ db }, 'consent', { granted: 0 }, { customer_id })
}
