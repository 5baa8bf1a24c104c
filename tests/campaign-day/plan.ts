import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Chance } from './chance.ts'
import type { LineWeather } from './line.ts'
import type { NetworkWeather } from './network.ts'

/** A customer's number, counted from 0. */
type Who = number

/** An action of one person, or an event that affects the machines. */
export type Act =
  | { readonly do: 'join'; readonly who: Who; readonly marketing: boolean }
  /** Customers who send the same `paper` hold the same receipt on paper. */
  | { readonly do: 'receipt'; readonly who: Who; readonly baht: number; readonly paper?: number }
  | { readonly do: 'correct'; readonly who: Who; readonly baht: number }
  | { readonly do: 'withdraw'; readonly who: Who }
  | { readonly do: 'reach'; readonly who: Who; readonly other: Who }
  | { readonly do: 'marketing'; readonly who: Who; readonly on: boolean }
  | { readonly do: 'answer'; readonly who: Who }
  | { readonly do: 'look'; readonly who: Who }
  | { readonly do: 'use-reward'; readonly who: Who }
  | { readonly do: 'mute'; readonly who: Who; readonly on: boolean }
  | { readonly do: 'leave'; readonly who: Who }
  | { readonly do: 'block-account' | 'unblock-account'; readonly who: Who }
  | { readonly do: 'chat'; readonly who: Who }
  | { readonly do: 'new-phone'; readonly who: Who }
  | { readonly do: 'kill-page'; readonly who: Who }
  | { readonly do: 'build'; readonly who: Who; readonly build: 'previous' | 'current' }
  | { readonly do: 'wrong-clock'; readonly who: Who; readonly ms: number }
  | { readonly do: 'answer-prize'; readonly who: Who; readonly attend: boolean }
  | { readonly do: 'review'; readonly reviewer: 0 | 1; readonly receipts: number; readonly reject: number }
  | { readonly do: 'undo'; readonly reviewer: 0 | 1; readonly decisions: number }
  | { readonly do: 'block' | 'unblock'; readonly who: Who }
  | { readonly do: 'erase'; readonly who: Who; readonly decides: 'other' | 'same' | 'reviewer' }
  | { readonly do: 'announce-later'; readonly days: number }
  | { readonly do: 'move-deadline'; readonly days: number }
  | { readonly do: 'export'; readonly table: ExportedName }
  | { readonly do: 'mail-closing' }
  | { readonly do: 'draw-commit' }
  | { readonly do: 'draw-seal'; readonly byHand: boolean }
  | { readonly do: 'draw-run'; readonly byHand: boolean }
  | { readonly do: 'publish-proof' }
  | { readonly do: 'announce' }
  | { readonly do: 'mail-results' }
  | { readonly do: 'promote' }
  | { readonly do: 'parcels' }
  | { readonly do: 'retain' }
  /** Without a token, the restarted server switches LINE messages off for both servers. */
  | { readonly do: 'kill-server'; readonly server: 0 | 1; readonly hasToken: boolean }
  | { readonly do: 'cut-power' }
  | { readonly do: 'back-up' }
  /** Restores the campaign from its last backup. */
  | { readonly do: 'restore' }
  | { readonly do: 'send-again'; readonly who: Who }
  /** Suspends the server when LINE has answered its next request, and resumes it later. */
  | { readonly do: 'suspend-server'; readonly server: 0 | 1; readonly ms: number }
  | { readonly do: 'network'; readonly weather: NetworkWeather }
  | { readonly do: 'line'; readonly weather: LineWeather }

type ExportedName = 'customers' | 'receipts' | 'tickets' | 'winners' | 'rewards'

/** One step of a plan. A step keeps its time and its random numbers when other steps are removed. */
export type Step = Act & {
  readonly id: number
  /** In milliseconds since the beginning. */
  readonly at: number
  /** An act that the same person or a different one carries out at the same time. */
  readonly during?: Act
}

/** A campaign as data. It can be stored as JSON, replayed and shrunk. */
export type Plan = { readonly seed: number; readonly phones: number; readonly steps: readonly Step[] }

/** Days since the beginning of the simulation, when the test campaign has been open for a week. */
export const days = { close: 28, beacon: 31, announce: 33, confirm: 40, end: 240 } as const

type Timed = { readonly at: number; readonly act: Act; readonly during?: Act }

type Planning = {
  readonly chance: Chance
  readonly phones: number
  add(at: number, act: Act, during?: Act): void
  anyone(): Who
  /** Returns the customer who sends the last receipt before this time, or a random customer if there is none. */
  lastSender(at: number): Who
  /** Returns a random time between two days. */
  within(from: number, to: number): number
}

/** Returns the plan for a seed. The same seed and number of phones always give the same plan. */
export function makePlan(root: Chance, seed: number, phones: number): Plan {
  const chance = root.stream('plan')
  const timed: Timed[] = []
  const planning: Planning = {
    chance,
    phones,
    add: (at, act, during) => timed.push({ at, act, ...(during && { during }) }),
    anyone: () => chance.below(phones),
    lastSender(before) {
      const sent = timed.filter(({ at, act }) => act.do === 'receipt' && at < before)
      const { act } = sent.toSorted((a, b) => b.at - a.at)[0] ?? {}
      return act && 'who' in act ? act.who : chance.below(phones)
    },
    within: (from, to) => Math.floor((from + chance.next() * (to - from)) * DAY_MS),
  }
  planCustomers(planning)
  planReviews(planning)
  planSupport(planning)
  planFaults(planning)
  planDraw(planning)
  planPrizes(planning)
  planOperation(planning)
  const sorted = timed.toSorted((a, b) => a.at - b.at)
  const steps = sorted.map(({ at, act, during }, id) => ({ ...act, id, at, ...(during && { during }) }))
  return { seed, phones, steps }
}

function planCustomers({ chance, phones, add, anyone, within }: Planning): void {
  for (let who = 0; who < phones; who += 1) {
    add(within(0, 6), { do: 'join', who, marketing: chance.is(0.7) })
    const receipts = 1 + chance.below(3)
    for (let n = 0; n < receipts; n += 1)
      add(within(6, days.close), { do: 'receipt', who, baht: 50 + chance.below(900) })
    if (chance.is(0.6)) add(within(6, days.close), { do: 'answer', who })
    if (chance.is(0.5)) {
      const during: Act | undefined = chance.is(0.5) ? { do: 'use-reward', who: anyone() } : undefined
      add(within(6, days.close), { do: 'use-reward', who }, during)
    }
  }
  for (let n = 0; n < phones; n += 1) add(within(7, days.close), customerAct(chance, anyone()))
  for (let paper = 0; paper < Math.ceil(phones / 8); paper += 1) {
    const at = within(6, days.close)
    add(at, { do: 'receipt', who: anyone(), baht: 500, paper })
    add(at + chance.below(DAY_MS), { do: 'receipt', who: anyone(), baht: 500, paper })
  }
}

/** Plans reviews, and what customers do between a decision and its undo. */
function planReviews({ chance, phones, add, anyone, lastSender, within }: Planning): void {
  for (let n = 0; n < Math.ceil(phones / 2); n += 1) {
    const during = chance.is(0.4) ? customerAct(chance, anyone()) : undefined
    const reviewer = chance.below(2) as 0 | 1
    const at = within(7, days.close + 2)
    const receipts = 1 + chance.below(6)
    add(at, { do: 'review', reviewer, receipts, reject: chance.next() * 0.6 }, during)
    const who = lastSender(at)
    if (chance.is(0.6)) add(at + 1, chance.is(0.4) ? { do: 'leave', who } : customerAct(chance, who))
    if (chance.is(0.6)) add(at + 2, { do: 'undo', reviewer, decisions: receipts })
  }
  for (let n = 0; n < Math.ceil(phones / 2); n += 1) {
    const at = within(9, days.close + 1)
    const isBad = chance.is(0.3)
    if (isBad) add(at, { do: 'network', weather: 'bad' })
    add(at + 1, { do: 'correct', who: lastSender(at), baht: 100 + chance.below(500) })
    if (isBad) add(at + 2, { do: 'network', weather: 'reliable' })
  }
  const other = chance.below(2) as 0 | 1
  add(
    within(10, days.close),
    { do: 'review', reviewer: other, receipts: 3, reject: 0.3 },
    { do: 'review', reviewer: (1 - other) as 0 | 1, receipts: 3, reject: 0.3 },
  )
}

function planSupport({ chance, phones, add, anyone, within }: Planning): void {
  for (let n = 0; n < Math.ceil(phones / 4); n += 1) {
    const who = anyone()
    const act = deskAct(chance, who)
    add(within(8, days.announce), act, chance.is(0.5) ? customerAct(chance, who) : undefined)
    if (act.do === 'block' && chance.is(0.5)) add(within(10, days.close), { do: 'unblock', who })
  }
  if (chance.is(0.4)) {
    const who = anyone()
    const at = within(8, days.close)
    add(at, { do: 'leave', who })
    add(at + HOUR_MS, { do: 'block', who })
  }
  const tables = ['customers', 'receipts', 'tickets', 'rewards'] as const
  for (let n = 0; n < 2; n += 1) add(within(9, days.confirm), { do: 'export', table: chance.pick(tables) })
  if (chance.is(0.5)) add(within(days.close - 5, days.close - 1), { do: 'mail-closing' })
}

function planFaults({ chance, add, within }: Planning): void {
  for (let n = 0; n < 3; n += 1) {
    const at = within(1, days.confirm)
    add(at, { do: 'line', weather: chance.pick(['slow', 'lossy', '429', '500', 'silent'] as const) })
    add(at + chance.below(6 * HOUR_MS), { do: 'line', weather: 'good' })
    const from = within(1, days.confirm)
    add(from, { do: 'network', weather: 'bad' })
    add(from + chance.below(4 * DAY_MS), { do: 'network', weather: 'reliable' })
    const kill = within(1, days.confirm)
    const server = chance.below(2) as 0 | 1
    const hasToken = chance.is(0.8)
    add(kill, { do: 'kill-server', server, hasToken })
    if (!hasToken) add(kill + chance.below(2 * DAY_MS), { do: 'kill-server', server, hasToken: true })
  }
  for (let n = 0; n < 3; n += 1) {
    const ms = MINUTE_MS + chance.below(20 * MINUTE_MS)
    add(within(1, days.confirm), { do: 'suspend-server', server: chance.below(2) as 0 | 1, ms })
  }
}

function planDraw({ chance, add, anyone }: Planning): void {
  const daytime = (day: number) => day * DAY_MS + chance.below(6 * HOUR_MS)
  const byHand = chance.is(0.2)
  if (!byHand) add(daytime(days.close - 2), { do: 'draw-commit' })
  for (const reviewer of [0, 1] as const)
    add(daytime(days.close + 1), { do: 'review', reviewer, receipts: 100, reject: 0.2 })
  const leaves: Act | undefined = chance.is(0.5) ? { do: 'leave', who: anyone() } : undefined
  add(daytime(days.close + 2), { do: 'draw-seal', byHand }, leaves)
  const reviewer = chance.below(2) as 0 | 1
  if (chance.is(0.3)) add(daytime(days.close + 2) + 7 * HOUR_MS, { do: 'undo', reviewer, decisions: 2 })
  if (chance.is(0.2)) add((days.beacon - 0.5) * DAY_MS, { do: 'draw-run', byHand })
  add(daytime(days.beacon + 1), { do: 'draw-run', byHand })
  const early: Act = chance.is(0.5) ? { do: 'export', table: 'winners' } : { do: 'publish-proof' }
  if (chance.is(0.4)) add(daytime(days.beacon + 1) + 2 * HOUR_MS, early)
  for (let n = 0; n < 2; n += 1) add(daytime(days.beacon + 1) + HOUR_MS, { do: 'look', who: anyone() })
  if (chance.is(0.3)) add(daytime(days.announce - 1), { do: 'announce-later', days: 1 + chance.below(3) })
  add(daytime(days.announce) + 3 * HOUR_MS, { do: 'announce' })
  const mails = daytime(days.announce) + 9 * HOUR_MS
  const server = chance.below(2) as 0 | 1
  const isOff = chance.is(0.4)
  add(mails, { do: 'mail-results' }, isOff ? { do: 'kill-server', server, hasToken: false } : undefined)
  if (isOff) add(mails + 3 * HOUR_MS, { do: 'kill-server', server, hasToken: true })
}

function planPrizes({ chance, phones, add, anyone, within }: Planning): void {
  add(within(days.announce + 1, days.announce + 3), { do: 'publish-proof' })
  for (let who = 0; who < phones; who += 1)
    add(within(days.announce + 2, days.confirm + 1), { do: 'answer-prize', who, attend: chance.is(0.7) })
  if (chance.is(0.5))
    add(within(days.announce + 1, days.confirm), { do: 'move-deadline', days: chance.pick([-5, -3, -2, 2]) })
  if (chance.is(0.5)) add(within(days.announce + 1, days.confirm + 3), { do: 'leave', who: anyone() })
  add(within(days.confirm + 3, days.confirm + 3.5), { do: 'promote' })
  add(within(days.confirm + 4, days.confirm + 4.5), { do: 'parcels' })
  if (chance.is(0.3)) add(within(days.confirm + 4.5, days.confirm + 5), { do: 'leave', who: anyone() })
  for (const table of ['winners', 'customers', 'receipts'] as const)
    add(within(days.confirm + 5, days.confirm + 6), { do: 'export', table })
  for (let day = 1; day < days.end; day += 12) add(day * DAY_MS + 5 * HOUR_MS, { do: 'retain' })
}

/** Plans a release in the middle of the campaign, and losses of the whole machine. */
function planOperation({ chance, phones, add, within }: Planning): void {
  for (let who = 0; who < phones; who += 1) {
    if (chance.is(0.5)) continue
    add(0, { do: 'build', who, build: 'previous' })
    add(within(7, days.close), { do: 'build', who, build: 'current' })
  }
  if (chance.is(0.5)) add(within(1, days.confirm), { do: 'cut-power' })
  if (!chance.is(0.4)) return
  const restored = within(9, days.close - 4)
  add(restored - HOUR_MS - chance.below(3 * DAY_MS), { do: 'back-up' })
  add(restored, { do: 'restore' })
  for (let who = 0; who < phones; who += 1)
    add(restored + MINUTE_MS + chance.below(DAY_MS), { do: 'send-again', who })
}

function customerAct(chance: Chance, who: Who): Act {
  const acts: readonly (readonly [weight: number, act: Act])[] = [
    [4, { do: 'look', who }],
    [2, { do: 'receipt', who, baht: 100 + chance.below(500) }],
    [2, { do: 'answer', who }],
    [2, { do: 'use-reward', who }],
    [2, { do: 'mute', who, on: chance.is(0.5) }],
    [2, { do: 'leave', who }],
    [2, { do: 'correct', who, baht: 100 + chance.below(500) }],
    [1, { do: 'withdraw', who }],
    [1, { do: 'reach', who, other: (who + 1) % 8 }],
    [1, { do: 'marketing', who, on: chance.is(0.3) }],
    [1, { do: 'block-account', who }],
    [1, { do: 'unblock-account', who }],
    [1, { do: 'chat', who }],
    [1, { do: 'new-phone', who }],
    [1, { do: 'kill-page', who }],
    [1, { do: 'wrong-clock', who, ms: Math.floor((chance.next() - 0.5) * 4 * HOUR_MS) }],
  ]
  return weighted(chance, acts)
}

const deskAct = (chance: Chance, who: Who): Act =>
  weighted(chance, [
    [3, { do: 'block', who }],
    [2, { do: 'erase', who, decides: 'other' }],
    [2, { do: 'erase', who, decides: 'same' }],
    [1, { do: 'erase', who, decides: 'reviewer' }],
  ])

function weighted(chance: Chance, acts: readonly (readonly [weight: number, act: Act])[]): Act {
  let left = chance.below(acts.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, act] of acts) {
    left -= weight
    if (left < 0) return act
  }
  throw new Error('The weights are whole numbers, so one act is always chosen.')
}

/** How long the servers have to do the work that follows from a step, in milliseconds. */
export const AFTER_STEP_MS = MINUTE_MS / 2
