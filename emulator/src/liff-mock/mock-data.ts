import type { Liff } from '@line/liff'
import type { HeadlessLiff } from '../headless/create-headless-liff.ts'

/** What liff-mock's functions return, by name: `getProfile`, `permission.query`, … */
export type MockData = Readonly<Record<string, unknown>>

/**
 * Returns what the call resolves to. If the call fails, returns a rejected promise, which liff-mock's function
 * then returns.
 */
async function outcomeOf(call: () => unknown): Promise<{ readonly value: unknown }> {
  try {
    return { value: await call() }
  } catch (error) {
    const refused = Promise.reject(error)
    // Without a handler, Node ends the process if the app does not call the function.
    refused.catch(() => {})
    return { value: refused }
  }
}

/** The functions that return a promise, with arguments that LINE accepts. */
const CALLS: Readonly<Record<string, (liff: Liff, phone: HeadlessLiff) => unknown>> = {
  getProfile: liff => liff.getProfile(),
  getFriendship: liff => liff.getFriendship(),
  sendMessages: liff => liff.sendMessages([{ type: 'text', text: 'liff-mock' }]),
  shareTargetPicker: liff => liff.shareTargetPicker([{ type: 'text', text: 'liff-mock' }]),
  // liff-mock returns the same value from scanCode and scanCodeV2.
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

/**
 * liff-mock has one answer of `permission.query` for all scopes, so this is the one that restricts the app
 * most.
 */
async function permissionData(liff: Liff): Promise<MockData> {
  const answers = await Promise.all(
    SCOPES.map(async scope => ({ scope, query: await outcomeOf(() => liff.permission.query(scope)) })),
  )
  const stateOf = (query: { readonly value: unknown }) => (query.value as { readonly state?: string }).state
  const granted = answers.filter(({ query }) => stateOf(query) === 'granted').map(({ scope }) => scope)
  const worst = STATES.find(state => answers.some(({ query }) => stateOf(query) === state))
  return {
    'permission.query': worst === undefined ? answers[0]?.query.value : { state: worst },
    'permission.getGrantedAll': granted,
  }
}

/** Returns the results of the functions that return a value at once. */
function valuesOf(liff: Liff): MockData {
  return {
    getOS: liff.getOS(),
    getLanguage: liff.getLanguage(),
    getAppLanguage: liff.getAppLanguage(),
    getVersion: liff.getVersion(),
    getLineVersion: liff.getLineVersion(),
    isInClient: liff.isInClient(),
    isLoggedIn: liff.isLoggedIn(),
    // liff-mock has one answer for all names. Apps ask for the share picker most often.
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

/** Calls the functions of a headless `liff`, whose init has resolved, and returns their results for liff-mock. */
export async function mockDataOf(headless: HeadlessLiff): Promise<MockData> {
  const { liff } = headless
  const data: Record<string, unknown> = { ...valuesOf(liff), ...(await permissionData(liff)) }
  for (const [name, call] of Object.entries(CALLS))
    data[name] = (await outcomeOf(() => call(liff, headless))).value
  await headless.endSubWindow('close')
  return data
}
