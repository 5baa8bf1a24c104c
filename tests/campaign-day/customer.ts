import type { Fetch } from '#server/http/pipeline.ts'
import type { Sent } from '#src/state/types.ts'
import { profileForm } from '#tests/kit/profile-form.ts'
import type { Chance } from './chance.ts'
import type { EmulatedLine } from './line.ts'
import { type AppPage, createPhone, type Phone } from './phone.ts'
import type { Time } from './time.ts'

/** A receipt from its customer's point of view. */
type OwnReceipt = {
  readonly id: string
  receiptNo: string
  /** The amount that the customer sent last, and the id of the job that sends it. */
  baht: number
  jobId: string
  /** True once the app has reported that the campaign received the receipt. */
  isReceived: boolean
  /**
   * When the customer first sent the receipt, or sent it again after a restore (milliseconds since 1970), and its
   * photo.
   */
  sentAt: number
  readonly photo: string
  /** True if the app reports that the campaign refused what the customer sent last. */
  isRefused: boolean
  /** True if the app last listed the receipt as rejected. After a restore, the app does not offer to send it again. */
  isSeenRejected: boolean
  /** True if a restore lost the receipt after the app had reported it as received. */
  isLost: boolean
}

/** What the app showed on the home screen after loading. */
export type Seen = {
  readonly at: number
  readonly entries: number
  readonly drawState: string
  /** The statuses of the receipts in the history, by receipt id. Empty if the app could not load the history. */
  readonly receipts: ReadonlyMap<string, string>
}

/** A customer, with everything that the customer knows independently of the campaign's server. */
export type Customer = ReturnType<typeof createCustomer>

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

export function createCustomer(world: World, number: number) {
  const { userId, displayName } = userOf(number)
  const letters = lettersOf(number)
  return {
    number,
    userId,
    displayName,
    /** Words that occur only in this person's data. */
    words: [
      `First${letters}`,
      `Street${letters}`,
      `Answer${letters}`,
      `Last${letters}`,
      `mail${letters}@example.org`,
      `8${91_735_000 + number}`,
      displayName,
      userId,
    ],
    phone: newPhone(world, number, 1),
    /** When the customer began to use this phone, in milliseconds since 1970. */
    phoneSince: 0,
    customerId: null as string | null,
    receipts: [] as OwnReceipt[],
    /** When the app or the desk reported that the person had left. Null before that. */
    leftAt: null as number | null,
    /** When the desk reported that the person was blocked. Null if they are not blocked. */
    blockedAt: null as number | null,
    wasBlocked: false,
    /**
     * When the app reported that LINE messages were off (first field) or that there was no consent to marketing (second
     * field). Null if they are on.
     */
    mutedAt: null as number | null,
    noMarketingAt: null as number | null,
    /**
     * True if messages could not reach the person at any time: they muted messages, blocked the account, or were
     * blocked by the organiser.
     */
    wasUnreachable: false,
    /** The latest deadline for confirming a prize that a message or the app has named, in milliseconds since 1970. */
    promisedUntil: null as number | null,
    seen: null as Seen | null,
    /** Successful accesses to other customers' data. Must stay empty. */
    reached: [] as string[],
    /** Receipts that a restore lost and that the phone still has but did not offer to send again. Must stay empty. */
    notOffered: [] as string[],
    /** True if the person has asked to leave or the desk has tried to erase them, even if the answer was lost. */
    mayHaveLeft: false,
    /** How often the person has written to the official account or added it. The account may reply once to each. */
    greeted: 0,
    /** Vouchers that the app has shown, by reward type. */
    vouchers: new Map<string, string[]>(),
  }
}

export const newPhone = (world: World, number: number, generation: number): Phone =>
  createPhone({ ...world, chance: world.chance.stream(`phone ${number}/${generation}`) }, userOf(number))

/** How often a person checks a loading screen (first constant), and for how long (second constant). */
const LOOK_MS = 500
const PATIENCE_MS = 40_000

export async function waitUntil(time: Time, isSo: () => boolean, ms = PATIENCE_MS): Promise<boolean> {
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
  if (phase.peek().kind === 'ended')
    await waitUntil(time, () => !['none', 'running'].includes(page.app.session.endedSignIn.peek().kind))
  if (isSignedIn(page)) customer.customerId = page.app.session.customerId.peek() ?? customer.customerId
  return page
}

export const phaseOf = ({ app }: AppPage): string => app.session.phase.peek().kind

/**
 * Returns true if the customer can use the app. After the campaign's close, the screen that says so allows signing in.
 */
export const isSignedIn = ({ app: { session } }: AppPage): boolean =>
  session.phase.peek().kind === 'ready' ||
  (session.phase.peek().kind === 'ended' && session.endedSignIn.peek().kind === 'signed-in')

/** Opens the app, registers if the app asks for it, and returns the screen that the app then shows. */
export async function join(world: World, customer: Customer, marketing: boolean): Promise<string> {
  const page = await openApp(world, customer)
  return phaseOf(page) === 'register' ? register(world, customer, page, marketing) : phaseOf(page)
}

export async function register(
  { time }: World,
  customer: Customer,
  page: AppPage,
  marketing: boolean,
): Promise<string> {
  const { words } = customer
  const reply = await page.app.session.register({
    ...profileForm,
    firstName: words[0] ?? '',
    addressLine: words[1] ?? '',
    lastName: words[3] ?? '',
    email: words[4] ?? '',
    phone: `0${words[5]}`,
    consentTerms: 'true',
    consentPrivacy: 'true',
    consentMarketing: marketing ? 'true' : 'false',
  })
  if (!reply.ok) return `not registered: ${failureName(reply.failure)}`
  customer.customerId = reply.value.customerId
  customer.noMarketingAt = marketing ? null : time.now()
  return `registered`
}

const failureName = (failure: { readonly kind: string; readonly code?: string }): string =>
  failure.code ?? failure.kind

export const outcomeOf = (sent: Sent): string =>
  sent.state === 'refused' ? `refused: ${failureName(sent.failure)}` : sent.state

export async function answer(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer, '/answer')
  if (!isSignedIn(page)) return phaseOf(page)
  await page.app.answers.question.load()
  return outcomeOf(await page.app.answers.send(customer.words[2] ?? ''))
}

/** How long a customer looks at a reward before using it. */
const SCREEN_MS = 5000

/** Uses the first reward that needs no staff. */
export async function spendReward(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer, '/reward')
  if (!isSignedIn(page)) return phaseOf(page)
  await page.app.rewards.load()
  const current = page.app.rewards.current.peek()
  const items = current.state === 'ready' ? (current.value?.items ?? []) : []
  const item = items.find(({ state, needsStaff }) => state === 'available' && !needsStaff)
  if (!item) return 'no reward to use'
  // Other customers may use the last reward while this one is still looking at the screen.
  await world.time.sleep(SCREEN_MS)
  const reply = await page.app.rewards.use(item.rewardType, {})
  if (!reply.ok) return `${item.rewardType}: ${failureName(reply.failure)}`
  const shown = customer.vouchers.get(item.rewardType) ?? []
  customer.vouchers.set(item.rewardType, [...shown, reply.value.code])
  return `${item.rewardType} used`
}

/** Switches LINE messages about receipts and the draw off (`on` is true) or back on. */
export async function mute(world: World, customer: Customer, on: boolean): Promise<string> {
  const page = await openApp(world, customer, '/profile')
  if (!isSignedIn(page)) return phaseOf(page)
  const sent = await page.app.customer.saveMessages({ receipts: !on, draw: !on })
  if (on) customer.wasUnreachable = true
  customer.mutedAt = on && sent.state === 'received' ? world.time.now() : null
  return outcomeOf(sent)
}

/** Gives or withdraws the consent to marketing messages. */
export async function consentToMarketing(
  world: World,
  customer: Customer,
  isGiven: boolean,
): Promise<string> {
  const page = await openApp(world, customer, '/profile')
  if (!isSignedIn(page)) return phaseOf(page)
  await page.app.customer.load()
  const reply = await page.app.customer.setMarketing(isGiven ? PRIVACY_VERSION : null)
  customer.noMarketingAt = !isGiven && reply.ok ? world.time.now() : null
  return reply.ok ? (isGiven ? 'consents' : 'withdrawn') : failureName(reply.failure)
}

const PRIVACY_VERSION = '2026-11'

export async function leave(world: World, customer: Customer): Promise<string> {
  const page = await openApp(world, customer, '/profile')
  if (!isSignedIn(page)) return phaseOf(page)
  customer.mayHaveLeft = true
  const reply = await page.app.session.cancel({ reason: 'OTHER' })
  if (!reply.ok) return failureName(reply.failure)
  customer.leftAt ??= world.time.now()
  return 'left'
}
