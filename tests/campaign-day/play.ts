import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, isoOf } from '#contract/time.ts'
import { deadlineIn, saysWon, titlesOf } from './chat.ts'
import { holdCryptography } from './cryptography.ts'
import * as acts from './customer.ts'
import type { Facts } from './facts.ts'
import { findMessageProblems, findProblems, findScreenProblems, type Problem } from './invariants.ts'
import { perform } from './perform.ts'
import { type Act, AFTER_STEP_MS, type Plan, type Step } from './plan.ts'
import { openPostgresStore } from './postgres-store.ts'
import { noteReceived } from './receipts.ts'
import { promise } from './result.ts'
import { passTime } from './rounds.ts'
import { openStore, type Store } from './store.ts'
import { storyOf } from './story.ts'
import { loadEverything, openWorld, START, type World } from './world.ts'

/** The outcome of a campaign: what happened, and what was wrong. */
export type Outcome = {
  /** One line per step, with its time and its outcome. The same plan gives the same trace, byte for byte. */
  readonly trace: readonly string[]
  readonly problems: readonly Problem[]
  readonly played: number
}

export type Surroundings = {
  /** The storage backend: memory, SQLite files in a temporary folder, or PostgreSQL on TEST_DATABASE_URL. */
  readonly place?: 'memory' | 'disk' | 'postgres'
  /** The machine's time zone. */
  readonly zone?: string
}

/** Time zones of the machines. During the campaign, the last two switch to daylight saving time. */
const ZONES = ['Asia/Bangkok', 'UTC', 'America/New_York', 'Europe/Berlin'] as const

/** Plays a plan until its end or the first problem. The surroundings do not affect anything that people can see. */
export async function play(plan: Plan, surroundings: Surroundings = {}): Promise<Outcome> {
  const { TZ } = process.env
  process.env.TZ = surroundings.zone ?? ZONES[plan.seed % ZONES.length]
  const folder = surroundings.place === 'disk' ? await mkdtemp(join(tmpdir(), 'campaign-day-')) : null
  try {
    const store =
      surroundings.place === 'postgres' ? await openPostgresStore(START) : await openStore(START, folder)
    return await playIn(plan, store)
  } finally {
    if (folder !== null) await rm(folder, { recursive: true })
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
}

async function playIn(plan: Plan, store: Store): Promise<Outcome> {
  await loadEverything()
  const problems: Problem[] = []
  let played = 0
  const trace: string[] = []
  const note = (line: string) => void trace.push(line)
  let facts: Facts | null = null
  const world = await openWorld({ ...plan, store }, message => {
    note(`${isoOf(message.at)} LINE shows customer ${numberOf(message.userId)}: ${titlesOf(message.text)}`)
    const customer = facts?.customers.find(({ userId }) => userId === message.userId)
    if (facts && customer) identify(facts, customer)
    if (facts) problems.push(...findMessageProblems(facts, message))
    const until = saysWon(message.text) ? deadlineIn(message.text) : null
    if (customer && until !== null) promise(customer, until)
  })
  facts = world
  const release = holdCryptography()
  try {
    for (const step of plan.steps) {
      problems.push(...(await playStep(world, step, note)))
      played += 1
      problems.push(...findProblems(world))
      if (problems.length > 0) break
    }
    if (problems.length === 0) {
      await endFaults(world, plan)
      problems.push(...findProblems(world, true))
    }
    return { trace, problems: [...new Map(problems.map(one => [one.what, one])).values()], played }
  } finally {
    release()
    await world.close()
  }
}

/** Looks up the id of a customer whose app never got the answer to the registration. */
function identify({ store }: Pick<Facts, 'store'>, customer: acts.Customer): void {
  const query = "select id from customer where line_user_id = ? and status = 'registered'"
  customer.customerId ??= store.rows<{ id: string }>(query, customer.userId)[0]?.id ?? null
}

const numberOf = (userId: string): number => Number.parseInt(userId.replace(/^U[c]*/, ''), 16) - 1

/** How much later than the step its concurrent act may start, in milliseconds. */
const LATEST_START_MS = 4000

/** Plays a step. Returns the problems with the screens that a customer looked at. */
async function playStep(world: World, step: Step, note: (line: string) => void): Promise<readonly Problem[]> {
  const { time } = world
  const wait = START + step.at - time.now()
  if (wait > 0) await passTime(world, wait)
  const { id, at: _, during, ...act } = step
  world.exports.length = 0
  const both = [
    { act: act as Act, name: `step ${id}` },
    ...(during ? [{ act: during, name: `step ${id} too` }] : []),
  ]
  const results = await time.until(
    Promise.all(
      both.map(async (one, index) => {
        const chance = world.chance.stream(one.name)
        if (index > 0 && chance.is(0.5)) await time.sleep(chance.below(LATEST_START_MS))
        return perform(world, one.act, id, chance)
      }),
    ),
  )
  for (const [index, { act: done }] of both.entries())
    note(`${isoOf(time.now())} ${storyOf(done)}: ${results[index]}`)
  // A concurrent act or a late request may have changed the data since the screen was loaded.
  const isAlone = !during && world.phones.isReliable()
  const problems = isAlone ? findScreenProblems(world) : []
  await passTime(world, AFTER_STEP_MS)
  for (const customer of world.customers) {
    noteReceived(customer)
    customer.phone.page()?.close()
  }
  return problems
}

/** Ends all faults, then gives the people and the servers the time that the campaign promises. */
async function endFaults(world: World, plan: Plan): Promise<void> {
  const { time, customers } = world
  world.phones.setWeather('reliable')
  world.deskNetwork.setWeather('reliable')
  world.line.setWeather('good')
  for (const server of [0, 1] as const) await time.until(world.restart(server, true))
  for (const customer of customers) {
    customer.phone.setSkew(0)
    await time.until(acts.openApp(world.forCustomer(customer), customer))
  }
  await passTime(world, plan.steps.length > 0 ? DAY_MS : HOUR_MS)
  for (const customer of customers) noteReceived(customer)
}
