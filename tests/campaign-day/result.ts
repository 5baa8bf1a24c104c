import type { Reward } from '#contract/schema/reward.ts'
import { profileForm } from '#tests/kit/profile-form.ts'
import { type Customer, isSignedIn, openApp, outcomeOf, phaseOf, type Seen } from './customer.ts'

type World = Parameters<typeof openApp>[0]

/** Accepts or declines a winner's prize. */
export async function answerPrize(world: World, customer: Customer, attend: boolean): Promise<string> {
  const page = await openApp(world, customer, '/reward')
  if (!isSignedIn(page)) return phaseOf(page)
  await page.app.rewards.load()
  const current = page.app.rewards.current.peek()
  if (current.state !== 'ready' || current.value === null) return current.state
  const { state } = current.value.luckyDraw
  noteSeen(world, customer, current.value)
  if (state !== 'won') return state
  const { provinceId, districtId, subdistrictId, postalCode } = profileForm
  const address = {
    addressLine: customer.words[1] ?? '',
    provinceId: Number(provinceId),
    districtId: Number(districtId),
    subdistrictId: Number(subdistrictId),
    postalCode,
  }
  return `${attend ? 'accepts' : 'declines'}: ${outcomeOf(await page.app.rewards.confirm(attend, address))}`
}

/** Opens the app and reads the entries, the state of the draw and the receipts that it shows. */
export async function look(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer)
  if (!isSignedIn(page)) return phaseOf(page)
  await page.app.rewards.load()
  const current = page.app.rewards.current.peek()
  if (current.state !== 'ready' || current.value === null) return current.state
  await page.app.receipts.load()
  const history = page.app.receipts.history.peek()
  const shown = history.state === 'ready' && !history.refreshing ? history.value : []
  const statuses = shown
    .filter(({ queued }) => queued === null)
    .map(({ receipt: { id, status } }) => [id, status] as const)
  noteSeen(world, customer, current.value, new Map(statuses))
  return `${current.value.rights.total} entries, ${current.value.luckyDraw.state}`
}

/** Records what the app shows, and the deadline that it gives a winner. */
function noteSeen(
  { time }: World,
  customer: Customer,
  { rights, luckyDraw }: Reward,
  receipts: Seen['receipts'] = new Map(),
): void {
  customer.seen = { at: time.now(), entries: rights.total, drawState: luckyDraw.state, receipts }
  if (luckyDraw.state === 'won' && luckyDraw.confirmBy !== null)
    promise(customer, Date.parse(luckyDraw.confirmBy))
}

/** Records a deadline for confirming a prize that the customer has been told. The latest deadline counts. */
export function promise(customer: Customer, until: number): void {
  customer.promisedUntil = Math.max(customer.promisedUntil ?? 0, until)
}
