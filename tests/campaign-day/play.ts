import { DAY_MS, HOUR_MS, isoOf } from '#contract/time.ts'
import { deadlineIn, saysWon, titlesOf } from './chat.ts'
import { countCryptography } from './cryptography.ts'
import * as acts from './customer.ts'
import type { Facts } from './facts.ts'
import { findMessageProblems, findProblems, type Problem } from './invariants.ts'
import { perform } from './perform.ts'
import { type Act, AFTER_STEP_MS, type Plan, type Step } from './plan.ts'
import { passTime } from './rounds.ts'
import { storyOf } from './story.ts'
import { loadEverything, openWorld, START, type World } from './world.ts'

/** What a campaign did and what was wrong with it. */
export type Outcome = {
  /** One line for each step, with its time and what came of it. The same for the same plan, byte for byte. */
  readonly trace: readonly string[]
  readonly problems: readonly Problem[]
  /** The number of steps that were played. */
  readonly played: number
}

/** Plays a plan until its end, or until the first problem. */
export async function play(plan: Plan, onLine: (line: string) => void = () => {}): Promise<Outcome> {
  await loadEverything()
  const stopCounting = countCryptography()
  const problems: Problem[] = []
  let played = 0
  const trace: string[] = []
  const note = (line: string) => {
    trace.push(line)
    onLine(line)
  }
  let facts: Facts | null = null
  const world = await openWorld(plan.seed, plan.phones, message => {
    note(`${isoOf(message.at)} LINE shows customer ${numberOf(message.userId)}: ${titlesOf(message.text)}`)
    if (facts) problems.push(...findMessageProblems(facts, message))
    const until = saysWon(message.text) ? deadlineIn(message.text) : null
    const customer = facts?.customers.find(({ userId }) => userId === message.userId)
    if (customer && until !== null) acts.promise(customer, until)
  })
  facts = world
  try {
    for (const step of plan.steps) {
      await playStep(world, step, note)
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
    await world.close()
    stopCounting()
  }
}

const numberOf = (userId: string): number => Number.parseInt(userId.replace(/^U[c]*/, ''), 16) - 1

/** How much later than the step that what happens during it can begin, in milliseconds. */
const LATEST_START_MS = 4000

async function playStep(world: World, step: Step, note: (line: string) => void): Promise<void> {
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
  await passTime(world, AFTER_STEP_MS)
  for (const customer of world.customers) {
    acts.noteReceived(customer)
    customer.phone.page()?.close()
  }
}

/** Repairs everything, and gives the people and the servers the time that the campaign has promised. */
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
  for (const customer of customers) acts.noteReceived(customer)
}
