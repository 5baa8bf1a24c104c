import { assertNever } from '#contract/assert-never.ts'
import { DAY_MS } from '#contract/time.ts'
import { startMailing } from '#server/mailings/start.ts'
import type { Chance } from './chance.ts'
import * as acts from './customer.ts'
import { type DeskPerson, together } from './desk.ts'
import { exportedTable } from './exported.ts'
import { campaignOf } from './facts.ts'
import * as office from './office.ts'
import { type Act, days } from './plan.ts'
import { prizes } from './prizes.ts'
import * as receipts from './receipts.ts'
import { restoreBackup, saveBackup } from './restore.ts'
import * as result from './result.ts'
import { START, type World } from './world.ts'

/** Carries out an act. Returns its outcome in words. */
export async function perform(world: World, act: Act, step: number, chance: Chance): Promise<string> {
  if ('who' in act) return performCustomer(world, act, step)
  const [mali, thana] = world.desk.managers
  const managers = { asks: mali, approves: thana }
  switch (act.do) {
    case 'review':
      return world.desk.reviewers[act.reviewer].review(act.receipts, () => chance.is(act.reject))
    case 'undo':
      return world.desk.reviewers[act.reviewer].undo(act.decisions)
    case 'announce-later':
      return office.announceLater(managers, act.days)
    case 'move-deadline':
      return office.moveDeadline(managers, act.days)
    case 'export': {
      const file = await office.exportTable(managers, act.table)
      if (typeof file === 'string') return file
      world.exports.push(exportedTable(world.time.now(), act.table, file.csv))
      if (act.table === 'winners' && isResultSecret(world)) mali.trespass('Mali exports the secret winners')
      return 'exported'
    }
    case 'mail-closing':
      return mailClosing(world)
    case 'draw-commit':
    case 'draw-seal':
    case 'draw-run':
    case 'publish-proof':
      return performDraw(world, act, chance)
    case 'announce':
      return office.announce(managers)
    case 'mail-results':
      return office.mailResults(managers)
    case 'promote':
      return office.promote(managers, world.time.now() + 7 * DAY_MS)
    case 'parcels':
      return office.sendParcels(managers)
    case 'retain':
      return world.retain()
    case 'kill-server':
      await world.restart(act.server, act.hasToken)
      return 'killed and started again'
    case 'cut-power':
      await world.cutPower()
      return 'both servers start again'
    case 'back-up':
      return saveBackup(world)
    case 'restore':
      return restoreBackup(world)
    case 'suspend-server':
      world.backends[act.server].suspend(act.ms)
      return 'waits for its next answer from LINE'
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

type DrawAct = Extract<Act, { readonly do: 'draw-commit' | 'draw-seal' | 'draw-run' | 'publish-proof' }>

/** Carries out a step of the draw and records what it publishes. */
async function performDraw(world: World, act: DrawAct, chance: Chance): Promise<string> {
  const [mali, thana] = world.desk.managers
  const managers = { asks: mali, approves: thana }
  const { draw, store } = world
  const published = () =>
    store.rows<{ commitment: string | null; entries_hash: string | null }>('select * from draw')[0]
  switch (act.do) {
    case 'draw-commit': {
      const outcome = await office.commitDraw(managers, START + days.beacon * DAY_MS)
      draw.commitment ??= published()?.commitment ?? null
      return outcome
    }
    case 'draw-seal': {
      const outcome = await office.sealDraw(managers, act.byHand)
      draw.entriesHash ??= published()?.entries_hash ?? null
      return outcome
    }
    case 'draw-run':
      return act.byHand
        ? office.enterDrawn(managers, drawByHand(world, chance))
        : office.runDraw(managers, String(100_000 + chance.below(900_000)))
    case 'publish-proof': {
      const file = await office.publishProof(managers)
      if (typeof file === 'string') return file
      // Before the draw, the file has only the sealed list.
      if (JSON.parse(file.proof).winners.length === 0) return 'the list published'
      if (isResultSecret(world)) mali.trespass('Mali gets the proof with the winners before the announcement')
      draw.proof = file.proof
      return 'published'
    }
  }
}

/** Returns true between the draw and its announcement. */
const isResultSecret = ({ store, time }: World): boolean =>
  store.rows('select 1 from draw_winner').length > 0 &&
  (campaignOf({ store }).announced_at ?? Number.POSITIVE_INFINITY) > time.now()

/** Draws slips from the sealed list by hand, at most one per customer. */
function drawByHand({ store }: World, chance: Chance): readonly string[] {
  const slips = store.rows<{ ticket_id: string; customer_id: string }>(
    'select ticket_id, customer_id from draw_entry order by no',
  )
  const shuffled = slips.map(slip => ({ ...slip, place: chance.next() })).sort((a, b) => a.place - b.place)
  const first = new Map(shuffled.toReversed().map(slip => [slip.customer_id, slip]))
  const drawn = shuffled.filter(slip => first.get(slip.customer_id) === slip)
  return drawn
    .slice(
      0,
      prizes.reduce((sum, { count }) => sum + count, 0),
    )
    .map(({ ticket_id }) => ticket_id)
}

/** Starts the LINE messages about the close, as the command line does. */
async function mailClosing({ store, backends, time }: World): Promise<string> {
  const { closes_at } = campaignOf({ store })
  const mailing = { kind: 'closing', subject: String(closes_at) } as const
  const isStarted = await startMailing(backends[0].deps.db, mailing, time.now(), time.now())
  return isStarted ? 'started' : 'LINE messages are off'
}

type CustomerAct = Extract<Act, { readonly who: number }>

async function performCustomer(world: World, act: CustomerAct, step: number): Promise<string> {
  const customer = world.customers[act.who]
  if (!customer) return 'nobody'
  const before = customer.phone.page()
  const outcome = actFor(world, customer, act, step)
  const page = customer.phone.page()
  if (page === null || page === before) return outcome
  // A phone has one page. The next act that opens the app closes this page, so the person never sees this act's
  // outcome.
  return Promise.race([outcome, page.closed.then(() => 'the app was closed')])
}

async function actFor(
  world: World,
  customer: acts.Customer,
  act: CustomerAct,
  step: number,
): Promise<string> {
  const own = world.forCustomer(customer)
  const { control } = world.line.emulator
  const { userId, customerId } = customer
  switch (act.do) {
    case 'join':
      return acts.join(own, customer, act.marketing)
    case 'receipt':
      return receipts.sendReceipt(own, customer, { baht: act.baht, paper: act.paper, step })
    case 'correct':
      return receipts.correctReceipt(own, customer, act.baht)
    case 'withdraw':
      return receipts.withdrawReceipt(own, customer)
    case 'send-again':
      return receipts.sendLostAgain(own, customer, world.phones.isReliable())
    case 'reach':
      return receipts.reachForOthers(own, customer, world.customers[act.other] ?? customer)
    case 'marketing':
      return acts.consentToMarketing(own, customer, act.on)
    case 'answer':
      return acts.answer(own, customer)
    case 'look':
      return result.look(own, customer)
    case 'use-reward':
      return acts.spendReward(own, customer)
    case 'mute':
      return acts.mute(own, customer, act.on)
    case 'leave':
      return acts.leave(own, customer)
    case 'answer-prize':
      return result.answerPrize(own, customer, act.attend)
    case 'block-account':
    case 'unblock-account':
      // LINE and the server keep what a person tells the official account after leaving, so such a person does nothing
      // here.
      if (customer.leftAt !== null) return 'has left'
      control.friendship({ userId, state: act.do === 'block-account' ? 'blocked' : 'friend' })
      customer.wasUnreachable = true
      customer.greeted += 1
      return 'done'
    case 'chat':
      if (customer.leftAt !== null) return 'has left'
      control.chat({ userId, text: 'สวัสดีค่ะ' })
      customer.greeted += 1
      return 'written'
    case 'new-phone':
      world.replacePhone(customer)
      return 'nothing is left of the old one'
    case 'kill-page':
      customer.phone.page()?.close()
      return 'closed'
    case 'build':
      customer.phone.setBuild(act.build)
      return act.build
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
  if (what === 'block') Object.assign(customer, { wasBlocked: true, wasUnreachable: true })
  return outcome
}

async function erase(
  world: World,
  customer: acts.Customer,
  customerId: string,
  decides: 'other' | 'same' | 'reviewer',
): Promise<string> {
  const [mali, thana] = world.desk.managers
  const [ratana] = world.desk.reviewers
  const approves: DeskPerson = { same: thana, other: mali, reviewer: ratana }[decides]
  customer.mayHaveLeft = true
  const outcome = await together(thana, approves, { action: 'erase-customer', customerId })
  if (outcome === 'done') customer.leftAt ??= world.time.now()
  if (outcome === 'done' && decides === 'reviewer')
    approves.trespass(`${approves.name}, a reviewer, approves the erasure of customer ${customer.number}`)
  return outcome
}
