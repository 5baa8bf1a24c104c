import { assertNever } from '#contract/assert-never.ts'
import { DAY_MS, HOUR_MS, isoOf } from '#contract/time.ts'
import type { Chance } from './chance.ts'
import { titlesOf } from './chat.ts'
import { countCryptography } from './cryptography.ts'
import * as acts from './customer.ts'
import { type DeskPerson, together } from './desk.ts'
import { type Facts, findMessageProblems, findProblems, type Problem } from './invariants.ts'
import * as office from './office.ts'
import { type Act, AFTER_STEP_MS, days, type Plan, type Step } from './plan.ts'
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

async function playStep(world: World, step: Step, note: (line: string) => void): Promise<void> {
  const { time } = world
  const wait = START + step.at - time.now()
  if (wait > 0) await passTime(world, wait)
  const { id, at: _, during, ...act } = step
  const both = [
    { act: act as Act, name: `step ${id}` },
    ...(during ? [{ act: during, name: `step ${id} too` }] : []),
  ]
  const results = await time.until(
    Promise.all(both.map(one => perform(world, one.act, id, world.chance.stream(one.name)))),
  )
  for (const [index, { act: done }] of both.entries())
    note(`${isoOf(time.now())} ${storyOf(done)}: ${results[index]}`)
  await passTime(world, AFTER_STEP_MS)
  for (const customer of world.customers) {
    acts.noteReceived(customer)
    customer.phone.page()?.close()
  }
}

/** How often the servers' background jobs run while nobody does anything. Production runs them every few seconds. */
const ROUND_MS = 8 * HOUR_MS
/** Rounds in a long time in which nobody does anything. */
const MOST_ROUNDS = 6

/** Lets time pass, during which both servers do their background jobs, and once more at its end. */
async function passTime(world: World, ms: number): Promise<void> {
  const { time } = world
  const end = time.now() + ms
  while (time.now() < end) {
    await time.pass(Math.min(Math.max(ROUND_MS, ms / MOST_ROUNDS), end - time.now()))
    await work(world)
  }
}

async function work({ time, backends }: World): Promise<void> {
  await time.until(Promise.all(backends.map(backend => backend.work())))
}

/** Repairs everything, and gives the people and the servers the time that the campaign has promised. */
async function endFaults(world: World, plan: Plan): Promise<void> {
  const { time, customers } = world
  world.phones.setWeather('reliable')
  world.deskNetwork.setWeather('reliable')
  world.line.setWeather('good')
  for (const server of [0, 1] as const) if (world.backends[server].isDead()) world.restart(server)
  for (const customer of customers) {
    customer.phone.setSkew(0)
    await time.until(acts.openApp(world.forCustomer(customer), customer))
  }
  await passTime(world, plan.steps.length > 0 ? DAY_MS : HOUR_MS)
  for (const customer of customers) acts.noteReceived(customer)
}

async function perform(world: World, act: Act, step: number, chance: Chance): Promise<string> {
  if ('who' in act) return performCustomer(world, act, step)
  const [mali, thana] = world.desk.managers
  const managers = { asks: mali, approves: thana }
  switch (act.do) {
    case 'review':
      return world.desk.reviewers[act.reviewer].review(act.receipts, () => chance.is(act.reject))
    case 'undo':
      return world.desk.reviewers[act.reviewer].undo()
    case 'announce-later':
      return office.announceLater(managers, act.days)
    case 'export': {
      const file = await office.exportCustomers(managers)
      if (typeof file === 'string') return file
      world.exports.push({ at: world.time.now(), csv: file.csv })
      return 'exported'
    }
    case 'draw-commit':
      return office.commitDraw(managers, START + days.beacon * DAY_MS)
    case 'draw-seal':
      return office.sealDraw(managers)
    case 'draw-run':
      return office.runDraw(managers, String(100_000 + chance.below(900_000)))
    case 'announce':
      return office.announce(managers)
    case 'mail-results':
      return office.mailResults(managers)
    case 'promote':
      return office.promote(managers, world.time.now() + 7 * DAY_MS)
    case 'parcels':
      return office.sendParcels(managers)
    case 'retain':
      await world.backends[0].retain()
      return 'done'
    case 'kill-server':
      world.restart(act.server)
      return 'killed and started again'
    case 'network':
      world.phones.setWeather(act.weather)
      return act.weather
    case 'line':
      world.line.setWeather(act.weather)
      return act.weather
    default:
      return assertNever(act)
  }
}

type CustomerAct = Extract<Act, { readonly who: number }>

async function performCustomer(world: World, act: CustomerAct, step: number): Promise<string> {
  const customer = world.customers[act.who]
  if (!customer) return 'nobody'
  const own = world.forCustomer(customer)
  const { control } = world.line.emulator
  const { userId, customerId } = customer
  switch (act.do) {
    case 'join':
      return acts.join(own, customer, act.marketing)
    case 'receipt':
      return acts.sendReceipt(own, customer, act.baht, step)
    case 'answer':
      return acts.answer(own, customer)
    case 'look':
      return acts.look(own, customer)
    case 'use-reward':
      return acts.spendReward(own, customer)
    case 'mute':
      return acts.mute(own, customer, act.on)
    case 'leave':
      return acts.leave(own, customer)
    case 'answer-prize':
      return acts.answerPrize(own, customer, act.attend)
    case 'block-account':
    case 'unblock-account':
      control.friendship({ userId, state: act.do === 'block-account' ? 'blocked' : 'friend' })
      return 'done'
    case 'chat':
      control.chat({ userId, text: 'สวัสดีค่ะ' })
      return 'written'
    case 'new-phone':
      world.replacePhone(customer)
      return 'nothing is left of the old one'
    case 'kill-page':
      customer.phone.page()?.close()
      return 'closed'
    case 'wrong-clock':
      customer.phone.setSkew(act.ms)
      return `${Math.round(act.ms / 60_000)} minutes`
    case 'block':
    case 'unblock':
      if (customerId === null) return 'not a customer'
      return block(world, customer, customerId, act.do)
    case 'erase':
      return customerId === null ? 'not a customer' : erase(world, customer, customerId, act.decides)
    default:
      return assertNever(act)
  }
}

async function block(
  { desk, time }: World,
  customer: acts.Customer,
  customerId: string,
  what: 'block' | 'unblock',
): Promise<string> {
  if (what === 'unblock') customer.blockedAt = null
  const outcome = await desk.support[what](customerId)
  if (outcome === 'blocked') customer.blockedAt = time.now()
  return outcome
}

async function erase(
  world: World,
  customer: acts.Customer,
  customerId: string,
  decides: 'other' | 'same',
): Promise<string> {
  const [mali, thana] = world.desk.managers
  const approves: DeskPerson = decides === 'same' ? thana : mali
  const outcome = await together(thana, approves, { action: 'erase-customer', customerId })
  if (outcome === 'done') customer.leftAt ??= world.time.now()
  return outcome
}
