import type { Liff } from '@line/liff'
import { requireApi } from './availability.ts'
import type { CallContext, LiffCalls } from './liff-calls.ts'
import { liffError } from './liff-error.ts'
import { callNative, callPurchase, postNative } from './native-bridge.ts'
import type { Phone } from './phone.ts'

type BridgeCall =
  | 'scanCode'
  | 'getAdvertisingId'
  | 'addToHomeScreen'
  | '_call'
  | '_postMessage'
  | '_dispatchEvent'
  | '_addListener'
  | '_removeListener'

type Products = Awaited<ReturnType<Liff['iap']['getPlatformProducts']>>
type ScanResult = Awaited<ReturnType<NonNullable<Liff['scanCode']>>>
type HomeScreen = Awaited<ReturnType<NonNullable<Liff['addToHomeScreen']>>>

/** Creates the SDK calls that need the LINE app's native bridge. */
export function bridgeCalls({ phone }: CallContext): Pick<LiffCalls, BridgeCall> {
  return {
    scanCode: async () => {
      requireApi(phone, 'scanCode')
      return (await callNative(phone, 'scanCode')) as ScanResult
    },
    getAdvertisingId: async () => {
      requireApi(phone, 'getAdvertisingId')
      const { advertisingId } = (await callNative(phone, 'getAdvertisingId')) as { advertisingId: string }
      return advertisingId
    },
    addToHomeScreen: async (params: unknown) => {
      requireApi(phone, 'addToHomeScreen')
      return (await callNative(phone, 'addToHomeScreen', params)) as HomeScreen
    },
    _call: (type: string, params?: unknown) => callNative(phone, type, params),
    _postMessage: (type: string, params?: unknown, callbackId?: string) =>
      void postNative(phone, type, params, callbackId),
    _dispatchEvent: (json: string) => {
      const event = parseEvent(json)
      phone.dom?.dispatchEvent(new phone.dom.CustomEvent('liffEvent', { detail: event }))
    },
    ...eventCalls(phone),
  }
}

/** Error message for both `getPlatformProducts` and `createPayment`, as in the SDK. */
const NO_PRODUCTS = 'Failed to get platform products'

/** Creates the methods of `liff.iap` (in-app purchases). */
export function purchaseCalls({ phone }: CallContext): LiffCalls['iap'] {
  return {
    getPlatformProducts: async (params: { readonly productIds?: unknown }) => {
      requireApi(phone, 'iap')
      const { productIds } = params
      const found = await callPurchase(phone, 'getPlatformProducts', { productIds }, NO_PRODUCTS)
      return (found as { readonly products: Products }).products
    },
    createPayment: async (params: { readonly productId?: unknown; readonly orderId?: unknown }) => {
      requireApi(phone, 'iap')
      const { productId, orderId } = params
      await callPurchase(phone, 'createPayment', { productId, orderId }, NO_PRODUCTS)
    },
    requestConsentAgreement: async () => {
      requireApi(phone, 'iap')
      await callPurchase(phone, 'requestConsentAgreement', {}, 'Failed to request consent agreement')
    },
  }
}

type EventListener = (event: CustomEvent) => void

/** Creates the SDK calls that listen for the LINE app's events. Only a test with a document receives them. */
function eventCalls({ dom, page }: Phone): Pick<LiffCalls, '_addListener' | '_removeListener'> {
  const added: { type: string; listener: EventListener; stop: AbortController }[] = []
  return {
    _addListener: (type: string, listener: EventListener) => {
      const stop = new AbortController()
      const onEvent = (event: Event) => {
        const { detail } = event as CustomEvent<{ readonly type?: unknown } | null>
        if (detail?.type === type) listener(event as CustomEvent)
      }
      page().gone.signal.addEventListener('abort', () => stop.abort(), { once: true })
      added.push({ type, listener, stop })
      dom?.addEventListener('liffEvent', onEvent, { signal: stop.signal })
    },
    _removeListener: (type: string, listener: EventListener) => {
      const at = added.findIndex(one => one.type === type && one.listener === listener)
      if (at >= 0) added.splice(at, 1)[0]?.stop.abort()
    },
  }
}

function parseEvent(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw liffError('INVALID_ARGUMENT', (error as Error).message)
  }
}
