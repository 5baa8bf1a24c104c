import { assertNever } from '#contract/assert-never.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { holdMailing } from '#server/mailings/hold.ts'
import { startMailing } from '#server/mailings/start.ts'
import { enqueueDecision } from '#server/message-queue/enqueue.ts'
import type { Db } from '#server/store/tables.ts'
import { campaignOf, setCampaign } from './activity.ts'
import { createTruth, type Person } from './message-truth.ts'
import { insert, update } from './rows.ts'
import { crowd } from './sending-many.ts'

/** What happens to the first request of a run of the sender; all others arrive. `refused`: LINE refuses a user. */
export const weathers = [
  ...(['good', 'answer-lost', 'request-lost', 'unreached', '429', '500', 'refused', 'killed'] as const),
] as const
export type Weather = (typeof weathers)[number]

export const changes = [
  ...(['decide', 'undo', 'mail-results', 'mail-closing', 'stop', 'resume', 'end', 'announce-later'] as const),
  ...(['void-tickets', 'switch-off', 'block', 'unfriend', 'leave'] as const),
] as const
export type Change = (typeof changes)[number]

const never = () => new Promise<Response>(() => undefined)

/** A campaign with customers, whose history a test chooses. `truth` judges each message when LINE accepts it. */
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
  /** One request at a time, so that each message is judged with its own key. */
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

  /** Returns LINE as one process of the sender sees it. */
  function lineIn(weather: Weather, onKill: () => void) {
    let isFirst = true
    return async (request: Request): Promise<Response> => {
      if (!/message\/(push|multicast)$/.test(request.url)) return emulator.lineFetch(request)
      const key = request.headers.get('x-line-retry-key') ?? ''
      truth.use(key, clock.now())
      if (weather === 'refused') {
        // LINE does not refuse a request that it has accepted before.
        const isGuilty = !truth.isKnown(key) && (await request.clone().text()).includes(world.lineUserOf(1))
        return isGuilty ? new Response('{"message":"Failed"}', { status: 400 }) : deliver(request)
      }
      if (!isFirst) return weather === 'killed' ? never() : deliver(request)
      isFirst = false
      switch (weather) {
        case 'good':
          return deliver(request)
        case '429':
          return new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
        case '500':
          return new Response('', { status: 500 })
        case 'unreached': {
          const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
          throw new TypeError('fetch failed', { cause })
        }
        case 'killed':
          await deliver(request)
          truth.doubt()
          onKill()
          return never()
        case 'answer-lost':
          await deliver(request)
          truth.doubt()
          throw new TypeError('fetch failed')
        case 'request-lost':
          truth.doubt()
          throw new TypeError('fetch failed')
        default:
          return assertNever(weather)
      }
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
      // The content of a multicast may be as old as a lease (decision 037).
      clock.advance(3 * MINUTE_MS)
      const now = clock.now()
      const person = truth.people[n] as Person
      const id = ids[n] ?? ''
      switch (what) {
        case 'decide':
          return decide(person, n)
        case 'undo':
          return undo(person)
        case 'mail-results':
          await startMailing(db, results, now, now)
          return
        case 'mail-closing':
          isStarted = true
          await startMailing(db, closing, now, now)
          return
        case 'stop':
          truth.campaign.isStopped = isStarted
          await holdMailing(db, closing, 'stopped', () => {})
          return
        case 'resume':
          truth.campaign.isStopped = false
          await holdMailing(db, closing, 'running', () => {})
          return
        case 'end':
          truth.campaign.closesAt = now
          return setCampaign(server, { closes_at: now })
        case 'announce-later':
          truth.campaign.announcedAt = now + 6 * HOUR_MS
          return setCampaign(server, { announced_at: now + 6 * HOUR_MS })
        case 'void-tickets':
          person.hasTickets = false
          await db.updateTable('ticket').set({ state: 'void' }).where('customer_id', '=', id).execute()
          return
        case 'switch-off':
          person.wants = false
          return switchOff(db, id, now)
        case 'block':
          person.isReachable = false
          await db
            .insertInto('block')
            .values({ customer_id: id, blocked_at: now })
            .onConflict(c => c.doNothing())
            .execute()
          return
        case 'unfriend': {
          person.isReachable = false
          const reach = { line_user_id: world.lineUserOf(n + 1), is_following: 0, changed_at: now }
          await db
            .insertInto('line_reach')
            .values(reach)
            .onConflict(c => c.doNothing())
            .execute()
          return
        }
        case 'leave':
          Object.assign(person, { hasLeft: true, isReachable: false })
          await db.deleteFrom('message').where('customer_id', '=', id).execute()
          await update({ db }, 'customer', { line_user_id: null, status: 'cancelled' }, { id })
          return
        default:
          return assertNever(what)
      }
    },
    /** Sends what is due, in one or more processes. */
    async send(weather: Weather, processes = 1): Promise<void> {
      while ((await advanceMailings(server.deps)) > 0);
      let onKill = () => {}
      const killed = new Promise<void>(resolve => {
        onKill = resolve
      })
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
  const times = { created_at: now, updated_at: now }
  for (const id of customerIds) {
    const reward = {
      draw_state: 'entered',
      draw_rank: null,
      confirmed_at: null,
      confirm_by: null,
      version: 1,
    }
    await insert({ db }, 'reward', {
      id,
      customer_id: id,
      ...reward,
      qr_secret: 'q',
      pin_failures: 0,
      pin_locked_until: null,
      ...times,
    })
    await insert({ db }, 'ticket', {
      id,
      customer_id: id,
      source: 'welcome',
      source_id: id,
      seq: 0,
      state: 'valid',
      created_at: now,
    })
  }
}

type NewReceipt = { readonly id: string; readonly customer_id: string; readonly receipt_no: string }

async function addReceipt(db: Db, receipt: NewReceipt, now: number): Promise<void> {
  const times = {
    purchased_at: now,
    created_at: now,
    updated_at: now,
    reviewed_at: now,
    sent_day: '2026-11-20',
  }
  const decision = {
    status: 'approved',
    reject_reason: null,
    reject_note: null,
    resubmits: 0,
    version: 2,
  } as const
  await insert({ db }, 'receipt', { ...receipt, store_id: 1, amount_satang: 25_000, ...decision, ...times })
}

async function switchOff(db: Db, customer_id: string, now: number): Promise<void> {
  for (const message_group of ['receipts', 'draw'] as const)
    await db
      .insertInto('message_preference')
      .values({ customer_id, message_group, is_on: 0, changed_at: now })
      .onConflict(c => c.doNothing())
      .execute()
  await db.updateTable('consent').set({ granted: 0 }).where('customer_id', '=', customer_id).execute()
}
