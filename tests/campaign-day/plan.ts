import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Chance } from './chance.ts'
import type { LineWeather } from './line.ts'
import type { NetworkWeather } from './network.ts'

/** A person's number among the customers, from 0. */
type Who = number

/** What one person does, or what happens to the machines. */
export type Act =
  | { readonly do: 'join'; readonly who: Who; readonly marketing: boolean }
  | { readonly do: 'receipt'; readonly who: Who; readonly baht: number }
  | { readonly do: 'answer'; readonly who: Who }
  | { readonly do: 'look'; readonly who: Who }
  | { readonly do: 'use-reward'; readonly who: Who }
  | { readonly do: 'mute'; readonly who: Who; readonly on: boolean }
  | { readonly do: 'leave'; readonly who: Who }
  | { readonly do: 'block-account' | 'unblock-account'; readonly who: Who }
  | { readonly do: 'chat'; readonly who: Who }
  | { readonly do: 'new-phone'; readonly who: Who }
  | { readonly do: 'kill-page'; readonly who: Who }
  | { readonly do: 'wrong-clock'; readonly who: Who; readonly ms: number }
  | { readonly do: 'answer-prize'; readonly who: Who; readonly attend: boolean }
  | { readonly do: 'review'; readonly reviewer: 0 | 1; readonly receipts: number; readonly reject: number }
  | { readonly do: 'undo'; readonly reviewer: 0 | 1 }
  | { readonly do: 'block' | 'unblock'; readonly who: Who }
  | { readonly do: 'erase'; readonly who: Who; readonly decides: 'other' | 'same' }
  | { readonly do: 'announce-later'; readonly days: number }
  | { readonly do: 'export' }
  | { readonly do: 'draw-commit' }
  | { readonly do: 'draw-seal' }
  | { readonly do: 'draw-run' }
  | { readonly do: 'announce' }
  | { readonly do: 'mail-results' }
  | { readonly do: 'promote' }
  | { readonly do: 'parcels' }
  | { readonly do: 'retain' }
  | { readonly do: 'kill-server'; readonly server: 0 | 1 }
  | { readonly do: 'network'; readonly weather: NetworkWeather }
  | { readonly do: 'line'; readonly weather: LineWeather }

/** One step of a plan. Steps keep their times and their randomness when others are removed. */
export type Step = Act & {
  readonly id: number
  /** Milliseconds since the beginning. */
  readonly at: number
  /** Something that another person does at the same moment. */
  readonly during?: Act
}

/** A campaign as data: it can be stored as JSON, played again and made smaller. */
export type Plan = { readonly seed: number; readonly phones: number; readonly steps: readonly Step[] }

/** Days from the beginning, when the test campaign has been open for a week. */
export const days = { close: 28, beacon: 31, announce: 33, confirm: 40, end: 240 } as const

/** Returns the plan of a seed. The same seed and number of phones always give the same plan. */
export function makePlan(root: Chance, seed: number, phones: number): Plan {
  const chance = root.stream('plan')
  const timed: { at: number; act: Act; during?: Act }[] = []
  const add = (at: number, act: Act, during?: Act) => timed.push({ at, act, ...(during && { during }) })
  const anyone = () => chance.below(phones)
  const within = (from: number, to: number) => Math.floor((from + chance.next() * (to - from)) * DAY_MS)
  const daytime = (day: number) => day * DAY_MS + chance.below(6 * HOUR_MS)

  for (let who = 0; who < phones; who += 1) {
    add(within(0, 6), { do: 'join', who, marketing: chance.is(0.7) })
    const receipts = 1 + chance.below(3)
    for (let n = 0; n < receipts; n += 1)
      add(within(6, days.close), { do: 'receipt', who, baht: 50 + chance.below(900) })
    if (chance.is(0.6)) add(within(6, days.close), { do: 'answer', who })
  }
  for (let n = 0; n < phones; n += 1) {
    const during = chance.is(0.4) ? customerAct(chance, anyone()) : undefined
    const reviewer = chance.below(2) as 0 | 1
    const review: Act = { do: 'review', reviewer, receipts: 1 + chance.below(4), reject: chance.next() * 0.5 }
    add(within(7, days.close + 2), review, during)
    if (chance.is(0.3)) add(within(8, days.close + 2), { do: 'undo', reviewer }, during)
  }
  for (let n = 0; n < phones; n += 1) add(within(7, days.close), customerAct(chance, anyone()))
  for (let n = 0; n < Math.ceil(phones / 4); n += 1) {
    const who = anyone()
    const blocks = deskAct(chance, who)
    add(within(8, days.announce), blocks, chance.is(0.5) ? customerAct(chance, who) : undefined)
    if (blocks.do === 'block' && chance.is(0.5)) add(within(10, days.close), { do: 'unblock', who })
  }
  for (let n = 0; n < 3; n += 1) {
    const at = within(1, days.confirm)
    add(at, { do: 'line', weather: chance.pick(['slow', 'lossy', '429', '500', 'silent'] as const) })
    add(at + chance.below(6 * HOUR_MS), { do: 'line', weather: 'good' })
    const from = within(1, days.confirm)
    add(from, { do: 'network', weather: 'bad' })
    add(from + chance.below(2 * DAY_MS), { do: 'network', weather: 'reliable' })
    add(within(1, days.confirm), { do: 'kill-server', server: chance.below(2) as 0 | 1 })
  }

  add(daytime(days.close - 2), { do: 'draw-commit' })
  for (const reviewer of [0, 1] as const)
    add(daytime(days.close + 1), { do: 'review', reviewer, receipts: 100, reject: 0.2 })
  add(
    daytime(days.close + 2),
    { do: 'draw-seal' },
    chance.is(0.5) ? { do: 'leave', who: anyone() } : undefined,
  )
  add(daytime(days.beacon + 1), { do: 'draw-run' })
  add(daytime(days.announce) + 3 * HOUR_MS, { do: 'announce' })
  add(daytime(days.announce) + 9 * HOUR_MS, { do: 'mail-results' })
  if (chance.is(0.3)) add(daytime(days.announce - 1), { do: 'announce-later', days: 1 + chance.below(3) })
  for (let who = 0; who < phones; who += 1)
    add(within(days.announce + 2, days.confirm + 1), { do: 'answer-prize', who, attend: chance.is(0.7) })
  add(daytime(days.confirm + 3), { do: 'promote' })
  add(daytime(days.confirm + 4), { do: 'parcels' })
  add(daytime(days.confirm + 5), { do: 'export' })
  for (let day = 1; day < days.end; day += 12) add(day * DAY_MS + 5 * HOUR_MS, { do: 'retain' })

  const sorted = timed.toSorted((a, b) => a.at - b.at)
  const steps = sorted.map(({ at, act, during }, id) => ({ ...act, id, at, ...(during && { during }) }))
  return { seed, phones, steps }
}

function customerAct(chance: Chance, who: Who): Act {
  const acts: readonly (readonly [weight: number, act: Act])[] = [
    [4, { do: 'look', who }],
    [3, { do: 'receipt', who, baht: 100 + chance.below(500) }],
    [2, { do: 'answer', who }],
    [2, { do: 'use-reward', who }],
    [2, { do: 'mute', who, on: chance.is(0.5) }],
    [2, { do: 'leave', who }],
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
    [1, { do: 'erase', who, decides: 'same' }],
  ])

function weighted(chance: Chance, acts: readonly (readonly [weight: number, act: Act])[]): Act {
  let left = chance.below(acts.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, act] of acts) {
    left -= weight
    if (left < 0) return act
  }
  throw new Error('The weights are whole numbers, so one act is always chosen.')
}

/** How long the servers have for what follows from a step, in milliseconds. */
export const AFTER_STEP_MS = MINUTE_MS / 2
