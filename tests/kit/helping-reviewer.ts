import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { nextForReviewer } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import type { Claim } from '#server/review/types.ts'
import { testDesk } from './desk.ts'
import { pick, seededRandom } from './random.ts'
import { insert, update } from './rows.ts'
import { type TestServer, testServer } from './server.ts'

/**
 * The result of one round: the friends' receipts that reached the helping reviewer, and the number of receipts that she
 * was shown.
 */
export type Round = { readonly reached: readonly string[]; readonly shown: number }

type Settings = {
  /** Amounts of the friends' receipts, in baht. */
  readonly friends: readonly number[]
  /** Number of other pending receipts. */
  readonly others: number
  /** Number of reviewers who work as they should. */
  readonly honest: number
}
type Desk = Awaited<ReturnType<Awaited<ReturnType<typeof testDesk>>['join']>>
type Waiting = { readonly id: string; readonly isFriend: boolean }

const TICK_MS = MINUTE_MS / 12
const TICKS = 120
/** How long an honest reviewer takes for a receipt, in ticks: 15 to 40 seconds. */
const HONEST_TICKS = [3, 4, 5, 6, 7, 8] as const
const approved = { kind: 'approved' } as const

/** Creates a campaign with a reviewer who tries everything that the API allows to be assigned her friends' receipts. */
export async function helpingWorld(settings: Settings) {
  const numbers = seededRandom(1)
  const random = { bytes: (length: number) => Uint8Array.from({ length }, () => numbers() * 256) }
  const server = await testServer({ deps: { random } })
  const desk = await testDesk(server)
  const helper = await desk.join('reviewer', 'Helper')
  const customer = await server.signIn()

  async function round(seed: number): Promise<Round> {
    const chance = seededRandom(seed)
    await clear(server)
    const receipts = await store(server, customer.customerId, chance, settings)
    const friends = receipts.filter(one => one.isFriend).map(one => one.id)
    const team = Array.from({ length: settings.honest }, (_, n) => honest(server, chance, `honest ${n}`))
    const trick = helping(helper, chance, friends)
    for (const one of team) await one()
    for (let tick = 0; tick < TICKS && (await pendingIn(server)) > 0; tick += 1) {
      await trick.turn()
      for (const one of team) await one()
      server.clock.advance(TICK_MS)
    }
    return { reached: trick.reached(), shown: trick.shown() }
  }
  return { server, helper, round }
}

async function clear({ db, clock }: TestServer): Promise<void> {
  clock.advance(HOUR_MS)
  for (const table of [
    'review_lease',
    'review_skip',
    'review_open',
    'review_presence',
    'ticket',
    'receipt',
  ] as const)
    await db.deleteFrom(table as 'ticket').execute()
  await update({ db }, 'desk_session', { used_at: clock.now(), expires_at: clock.now() * 2 })
}

/** Stores the receipts with random risks and ages. */
async function store(
  { db, clock }: TestServer,
  customerId: string,
  chance: () => number,
  { friends, others }: Settings,
): Promise<Waiting[]> {
  const now = clock.now()
  const amounts = [...friends, ...Array.from({ length: others }, () => 300)]
  const rows = amounts.map((baht, n) => ({
    id: uuidv7(
      now,
      Uint8Array.from({ length: 16 }, () => chance() * 256),
    ),
    customer_id: customerId,
    store_id: 1 + (n % 5),
    receipt_no: `H-${n}-${Math.floor(chance() * 1e9)}`,
    amount_satang: baht * 100,
    purchased_at: now - 1000 * n,
    status: 'pending' as const,
    resubmits: 0,
    version: 1,
    sent_day: '2026-11-20',
    created_at: now - Math.floor(chance() * 600_000),
    updated_at: now,
    risk: Math.floor(chance() * 3) * 100,
    risk_version: 1,
  }))
  await insert({ db }, 'receipt', rows)
  return rows.map(({ id }, n) => ({ id, isFriend: n < friends.length }))
}

const pendingIn = async ({ db }: TestServer): Promise<number> =>
  (await db.selectFrom('receipt').select('id').where('status', '=', 'pending').execute()).length

/**
 * Returns a function that takes an honest reviewer's next step. She decides one receipt after another, and asks again
 * later if none is waiting.
 */
function honest({ db, clock, deps }: TestServer, chance: () => number, reviewer: string) {
  let claim: Claim | null = null
  let busy = 0
  return async () => {
    busy -= 1
    if (busy > 0) return
    busy = pick(chance, HONEST_TICKS)
    const who = { reviewer, actor: reviewer, now: clock.now(), random: deps.random }
    if (claim) await decide(db, { ...who, ...claim, decision: approved })
    claim = await nextForReviewer(db, who)
  }
}

/** Creates the helping reviewer. She decides other receipts only in order to be assigned more. */
function helping(helper: Desk, chance: () => number, friends: readonly string[]) {
  const reached = new Set<string>()
  const shown = new Set<string>()
  const tabs: { readonly tab: string; readonly receiptId: string; readonly version: number }[] = []

  async function ask(): Promise<void> {
    const tab = chance() < 0.5 ? randomUUID() : (tabs.at(-1)?.tab ?? randomUUID())
    const holding = [...friends, ...tabs.map(one => one.receiptId)].filter(() => chance() < 0.5).slice(0, 5)
    const { status, body } = await helper.call('reviewNext', { body: { tab, holding } })
    if (status === 200) await seen(tab, body.item)
  }

  async function seen(
    tab: string,
    item: { readonly receiptId: string; readonly version: number } | null,
  ): Promise<void> {
    if (!item) return
    const { receiptId, version } = item
    shown.add(receiptId)
    if (!friends.includes(receiptId)) {
      tabs.push({ tab, receiptId, version })
      return
    }
    reached.add(receiptId)
    let body = { tab, receiptId, version, decision: approved }
    // She undoes the decision and decides again, in the hope that the new decision is not sampled for a second look.
    for (let again = 0; again < 2; again += 1) {
      const decided = await helper.call('reviewDecide', { body })
      if (decided.status !== 200) return
      const { version: made } = decided.body
      const undone = await helper.call('reviewUndo', { body: { tab, receiptId, version: made } })
      body = { ...body, version: undone.body.item?.version ?? 0 }
    }
    await helper.call('reviewDecide', { body })
  }

  const tricks = [
    ask,
    ask,
    async () => {
      const body = { tab: randomUUID(), receiptId: pick(chance, friends) }
      const { status, body: answer } = await helper.call('reviewUndoSkip', { body })
      if (status === 200) await seen(body.tab, answer.item)
    },
    async () => {
      const body = { tab: randomUUID(), receiptId: pick(chance, friends), version: 1, decision: approved }
      const { status } = await helper.call('reviewDecide', { body })
      if (status === 200) reached.add(body.receiptId)
    },
    async () => {
      const one = tabs.pop()
      if (one) await helper.call('reviewSkip', { body: { tab: one.tab, receiptId: one.receiptId } })
    },
    async () => {
      const one = tabs.pop()
      if (one) await helper.call('reviewRelease', { body: { tab: one.tab } })
    },
    async () => {
      const one = tabs.pop()
      if (one) await helper.call('reviewDecide', { body: { ...one, decision: approved } })
    },
    // She abandons a tab, so that its lease expires.
    async () => void tabs.shift(),
  ]
  return {
    async turn() {
      // Three calls per tick. An honest reviewer needs at least three ticks for one decision.
      for (let call = 0; call < 3; call += 1) await pick(chance, tricks)()
    },
    reached: () => [...reached],
    shown: () => shown.size,
  }
}
