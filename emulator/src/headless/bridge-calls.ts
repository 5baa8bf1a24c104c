import type { Liff } from '@line/liff'
import { requireApi } from './availability.ts'
import type { CallContext, OwnCalls } from './liff-calls.ts'
import { liffError } from './liff-error.ts'
import { callNative, callPurchase, postNative } from './native-bridge.ts'

type BridgeCall =
  | 'scanCode'
  | 'getAdvertisingId'
  | 'addToHomeScreen'
  | '_call'
  | '_postMessage'
  | '_dispatchEvent'

type Products = Awaited<ReturnType<Liff['iap']['getPlatformProducts']>>
type HomeScreen = Awaited<ReturnType<NonNullable<Liff['addToHomeScreen']>>>

/** Creates the SDK calls that need the LINE app's native bridge. */
export function bridgeCalls({ phone, api }: CallContext): Pick<OwnCalls, BridgeCall> {
  return {
    scanCode: async () => {
      requireApi(phone, 'scanCode')
      return api('scanCode', await callNative(phone, 'scanCode'))
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
  }
}

/** Error message for both `getPlatformProducts` and `createPayment`, as in the SDK. */
const NO_PRODUCTS = 'Failed to get platform products'

/** Creates the methods of `liff.iap` (in-app purchases). */
export function purchaseCalls({ phone }: CallContext): OwnCalls['iap'] {
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

function parseEvent(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw liffError('INVALID_ARGUMENT', (error as Error).message)
  }
}
