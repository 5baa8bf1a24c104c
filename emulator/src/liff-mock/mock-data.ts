import type { Liff } from '@line/liff'
import type { HeadlessLiff } from '../headless/create-headless-liff.ts'

/** A call's result or error as JSON. Without `value`, the call resolves to undefined. */
type Outcome =
  | { readonly value?: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly code?: unknown } }

/** Keyed by the functions that liff-mock replaces: `getProfile`, `permission.query`, … */
export type Outcomes = Readonly<Record<string, Outcome>>

export type MockData = Readonly<Record<string, unknown>>

async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    return { value: await call() }
  } catch (thrown) {
    const { name, message, code } = thrown as Error & { readonly code?: unknown }
    return { error: { name, message, code } }
  }
}

/** Converts outcomes to liff-mock's data. A failed call becomes a rejected promise. */
export const dataOf = (outcomes: Outcomes): MockData =>
  Object.fromEntries(
    Object.entries(outcomes).map(([name, outcome]) => [
      name,
      'error' in outcome ? rejected(outcome.error) : outcome.value,
    ]),
  )

function rejected({ message, ...more }: { readonly message: string }): Promise<never> {
  const refused = Promise.reject(Object.assign(new Error(message), more))
  // Without a handler, Node would exit if the app never calls the function.
  refused.catch(() => {})
  return refused
}

const CALLS: Readonly<Record<string, (liff: Liff, phone: HeadlessLiff) => unknown>> = {
  getProfile: liff => liff.getProfile(),
  getFriendship: liff => liff.getFriendship(),
  sendMessages: liff => liff.sendMessages([{ type: 'text', text: 'liff-mock' }]),
  shareTargetPicker: liff => liff.shareTargetPicker([{ type: 'text', text: 'liff-mock' }]),
  // liff-mock uses the same value for scanCode and scanCodeV2.
  scanCode: liff => liff.scanCodeV2(),
  'permission.requestAll': liff => liff.permission.requestAll(),
  'permanentLink.createUrlBy': (liff, { url }) => liff.permanentLink.createUrlBy(url()),
  createShortcutOnHomeScreen: (liff, { url }) => liff.createShortcutOnHomeScreen({ url: url() }),
  internalCreateShortcutOnHomeScreen: (liff, { url }) =>
    liff.internalCreateShortcutOnHomeScreen({ url: url() }),
  'subWindow.open': (liff, { url }) => liff.subWindow.open({ url: url() }),
  'iap.getPlatformProducts': (liff, { scenario }) =>
    liff.iap.getPlatformProducts({ productIds: Object.keys(scenario().device.products) }),
  'iap.createPayment': liff => liff.iap.createPayment({ productId: 'liff-mock', orderId: 'liff-mock' }),
  'iap.requestConsentAgreement': liff => liff.iap.requestConsentAgreement(),
}

const SCOPES = ['profile', 'chat_message.write', 'openid', 'email'] as const
const STATES = ['unavailable', 'prompt', 'granted'] as const

/** liff-mock has one `permission.query` result for all scopes, so use the most restrictive. */
async function permissionOutcomes(liff: Liff): Promise<Outcomes> {
  const answers = await Promise.all(
    SCOPES.map(async scope => ({ scope, query: await outcomeOf(() => liff.permission.query(scope)) })),
  )
  const stateOf = (query: Outcome) =>
    'value' in query ? (query.value as { readonly state: string }).state : undefined
  const granted = answers.filter(({ query }) => stateOf(query) === 'granted').map(({ scope }) => scope)
  const worst = STATES.find(state => answers.some(({ query }) => stateOf(query) === state))
  return {
    'permission.query': worst === undefined ? (answers[0]?.query ?? {}) : { value: { state: worst } },
    'permission.getGrantedAll': { value: granted },
  }
}

function valuesOf(liff: Liff): Readonly<Record<string, unknown>> {
  return {
    getOS: liff.getOS(),
    getLanguage: liff.getLanguage(),
    getAppLanguage: liff.getAppLanguage(),
    getVersion: liff.getVersion(),
    getLineVersion: liff.getLineVersion(),
    isInClient: liff.isInClient(),
    isLoggedIn: liff.isLoggedIn(),
    // liff-mock has one answer for all names, so use the share target picker, which apps check most often.
    isApiAvailable: liff.isApiAvailable('shareTargetPicker'),
    isSubWindow: liff.isSubWindow(),
    getAccessToken: liff.getAccessToken(),
    getIDToken: liff.getIDToken(),
    getDecodedIDToken: liff.getDecodedIDToken(),
    getContext: liff.getContext(),
    getAId: liff.getAId(),
    getProfilePlus: liff.getProfilePlus(),
    getIsVideoAutoPlay: liff.getIsVideoAutoPlay(),
    'permanentLink.createUrl': liff.permanentLink.createUrl(),
  }
}

/** Calls the functions of a headless `liff` after `liff.init` and returns their results. */
export async function outcomesOf(headless: HeadlessLiff): Promise<Outcomes> {
  const { liff } = headless
  const outcomes: Record<string, Outcome> = await permissionOutcomes(liff)
  for (const [name, value] of Object.entries(valuesOf(liff))) outcomes[name] = { value }
  for (const [name, call] of Object.entries(CALLS))
    outcomes[name] = await outcomeOf(() => call(liff, headless))
  await headless.endSubWindow('close')
  return outcomes
}
