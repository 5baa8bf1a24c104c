import { bangkokMinute } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import type { Sent } from '#src/state/types.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { profileForm } from '#tests/kit/profile-form.ts'
import type { Chance } from './chance.ts'
import type { EmulatedLine } from './line.ts'
import { type AppPage, createPhone, type Phone } from './phone.ts'
import type { Time } from './time.ts'

/** A receipt as its customer knows it. */
type OwnReceipt = {
  readonly id: string
  readonly receiptNo: string
  readonly baht: number
  /** True once the app has said that the campaign has received it. */
  isReceived: boolean
}

/** A customer, and everything that this person knows without the campaign's server. */
export type Customer = {
  readonly number: number
  readonly userId: string
  readonly displayName: string
  /** Words that only this person's data contain. */
  readonly words: readonly string[]
  phone: Phone
  customerId: string | null
  readonly receipts: OwnReceipt[]
  /** When the app, or the desk, said that the person has left; null before that. */
  leftAt: number | null
  /** When the desk said that the person is blocked; null if they are not. */
  blockedAt: number | null
  /** Vouchers that the app has shown, by reward. */
  readonly vouchers: Map<string, string[]>
}

type World = {
  readonly time: Time
  readonly chance: Chance
  readonly line: EmulatedLine
  readonly fetch: Fetch
}

const LETTERS = 'abcdefghij'
/** Names may not contain digits. */
const lettersOf = (number: number): string =>
  [...String(number + 1000)].map(digit => LETTERS[Number(digit)]).join('')

export const userOf = (number: number) => ({
  userId: `U${(number + 1).toString(16).padStart(32, 'c')}`,
  displayName: `Line${lettersOf(number)}`,
})

export function createCustomer(world: World, number: number): Customer {
  const { userId, displayName } = userOf(number)
  return {
    number,
    userId,
    displayName,
    words: [`First${lettersOf(number)}`, `Street${lettersOf(number)}`, `Answer${lettersOf(number)}`, userId],
    phone: newPhone(world, number, 1),
    customerId: null,
    receipts: [],
    leftAt: null,
    blockedAt: null,
    vouchers: new Map(),
  }
}

export const newPhone = (world: World, number: number, generation: number): Phone =>
  createPhone({ ...world, chance: world.chance.stream(`phone ${number}/${generation}`) }, userOf(number))

/** How often and how long a person looks at a screen that is loading. */
const LOOK_MS = 500
const PATIENCE_MS = 40_000

async function waitUntil(time: Time, isSo: () => boolean, ms = PATIENCE_MS): Promise<boolean> {
  for (let left = ms; left > 0; left -= LOOK_MS) {
    if (isSo()) return true
    await time.sleep(LOOK_MS)
  }
  return isSo()
}

/** Opens the app and waits until it shows more than its loading screen. */
export async function openApp({ time }: World, customer: Customer, path = '/'): Promise<AppPage> {
  const page = customer.phone.open(path)
  const { phase } = page.app.session
  await waitUntil(time, () => !['starting', 'leaving', 'offline'].includes(phase.peek().kind))
  const now = phase.peek()
  if (now.kind === 'ready') customer.customerId = now.customerId
  return page
}

const phaseOf = ({ app }: AppPage): string => app.session.phase.peek().kind

/** Opens the app, registers if the app asks for it, and returns the screen that the app then shows. */
export async function join(world: World, customer: Customer, marketing: boolean): Promise<string> {
  const page = await openApp(world, customer)
  if (phaseOf(page) !== 'register') return phaseOf(page)
  const { number, words } = customer
  const reply = await page.app.session.register({
    ...profileForm,
    firstName: words[0] ?? '',
    addressLine: words[1] ?? '',
    phone: `08${String(number + 1).padStart(8, '0')}`,
    consentTerms: 'true',
    consentPrivacy: 'true',
    consentMarketing: marketing ? 'true' : 'false',
  })
  if (!reply.ok) return `not registered: ${failureName(reply.failure)}`
  customer.customerId = reply.value.customerId
  return `registered`
}

const failureName = (failure: { readonly kind: string; readonly code?: string }): string =>
  failure.code ?? failure.kind

/** Sends a receipt of this many baht with a new photo. */
export async function sendReceipt(
  world: World,
  customer: Customer,
  baht: number,
  step: number,
): Promise<string> {
  const page = await openApp(world, customer, '/receipt')
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  const { receipts } = page.app
  const seed = step * 1000 + customer.number
  const photo = png(200, 200, seed)
  const draft = receipts.newDraft()
  const receiptNo = `R${customer.number}-${step}-000`
  const own: OwnReceipt = { id: draft.id, receiptNo, baht, isReceived: false }
  customer.receipts.push(own)
  const purchasedAt = bangkokMinute(world.time.now() - HOUR_MS)
  const sent = await receipts.send(
    {
      ...draft,
      storeId: 1,
      receiptNo,
      amount: String(baht),
      purchasedAt,
      photos: [
        {
          bytes: new Uint8Array(photo).buffer,
          type: 'image/png',
          width: 200,
          height: 200,
          sha256: sha256Of(photo),
        },
      ],
    },
    null,
  )
  if (sent.state === 'received') own.isReceived = true
  return `${own.receiptNo} ${outcomeOf(sent)}`
}

const outcomeOf = (sent: Sent): string =>
  sent.state === 'refused' ? `refused: ${failureName(sent.failure)}` : sent.state

export async function answer(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer, '/answer')
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  await page.app.answers.question.load()
  return outcomeOf(await page.app.answers.send(customer.words[2] ?? ''))
}

/** Uses the first reward that needs no staff. */
export async function spendReward(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer, '/reward')
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  await page.app.rewards.load()
  const current = page.app.rewards.current.peek()
  const items = current.state === 'ready' ? (current.value?.items ?? []) : []
  const item = items.find(({ state, needsStaff }) => state === 'available' && !needsStaff)
  if (!item) return 'no reward to use'
  const reply = await page.app.rewards.use(item.rewardType, {})
  if (!reply.ok) return `${item.rewardType}: ${failureName(reply.failure)}`
  const shown = customer.vouchers.get(item.rewardType) ?? []
  customer.vouchers.set(item.rewardType, [...shown, reply.value.code])
  return `${item.rewardType} used`
}

/** Switches LINE's messages about receipts and the draw on or off. */
export async function mute(world: World, customer: Customer, on: boolean): Promise<string> {
  const page = await openApp(world, customer, '/profile')
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  return outcomeOf(await page.app.customer.saveMessages({ receipts: !on, draw: !on }))
}

export async function leave(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer, '/profile')
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  const reply = await page.app.session.cancel({ reason: 'OTHER' })
  if (!reply.ok) return failureName(reply.failure)
  customer.leftAt ??= world.time.now()
  return 'left'
}

/** A winner answers whether they take the prize. */
export async function answerPrize(world: World, customer: Customer, attend: boolean): Promise<string> {
  const page = await openApp(world, customer, '/reward')
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  await page.app.rewards.load()
  const current = page.app.rewards.current.peek()
  if (current.state !== 'ready' || current.value === null) return current.state
  const { state } = current.value.luckyDraw
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

/** Opens the app and reads the entries and the draw's state on it. */
export async function look(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer)
  if (phaseOf(page) !== 'ready') return phaseOf(page)
  await page.app.rewards.load()
  const current = page.app.rewards.current.peek()
  if (current.state !== 'ready' || current.value === null) return current.state
  return `${current.value.rights.total} entries, ${current.value.luckyDraw.state}`
}

/** Notes which receipts the app now says that the campaign has. */
export function noteReceived({ phone, receipts }: Customer): void {
  const outbox = phone.page()?.app.outbox
  if (!outbox) return
  for (const receipt of receipts) if (outbox.find(receipt.id)?.state === 'received') receipt.isReceived = true
}
