import type { Liff } from '@line/liff'
import { MAX_MESSAGES } from '../limits.ts'
import { isApiAvailable, requireApi } from './availability.ts'
import { compareVersion } from './compare-version.ts'
import { type InitConfig, init } from './init.ts'
import { isSubWindow } from './is-sub-window.ts'
import { liffError } from './liff-error.ts'
import type { LiffMockHost } from './liff-mock-host.ts'
import { login, SDK_VERSION } from './login.ts'
import { clearStore } from './logout.ts'
import { callNative, callPurchase, postNative } from './native-bridge.ts'
import { createUrl, createUrlBy } from './permanent-link.ts'
import { type Agreement, query, requestAll, requirePermission } from './permission.ts'
import {
  accessTokenOf,
  configuredId,
  contextOf,
  inClient,
  lineVersionOf,
  osOf,
  type Phone,
  stored,
} from './phone.ts'
import { loadTexts } from './sdk-assets.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { type ShareAnswer, share } from './share.ts'
import { createShortcut, type ShortcutParams } from './shortcut.ts'
import { childCalls, openSubWindow, type SubWindowParams } from './sub-window.ts'
import { type Listener, listen, unlisten } from './sub-window-events.ts'
import { closeWindow, openWindow } from './windows.ts'

/** What LINE's own screens answer, where the scenario does not say. */
export type ScreenAnswers = {
  /** The code the scanner reads; null: the user closes it. */
  readonly scan: string | null
  /** Null: nobody touches the picker. */
  readonly share: ShareAnswer | null
  readonly agree: Agreement
}

/** What is decided here; the rest is liff-mock's own. */
type OwnCalls = Omit<
  Liff,
  'id' | 'ready' | 'use' | 'internalCreateShortcutOnHomeScreen' | '_addListener' | '_removeListener'
>

type Products = Awaited<ReturnType<Liff['iap']['getPlatformProducts']>>
type HomeScreen = Awaited<ReturnType<NonNullable<Liff['addToHomeScreen']>>>

/** The SDK has one text for both. */
const NO_PRODUCTS = 'Failed to get platform products'

/**
 * The `liff` of a test: each call is checked and decided as SDK 2.26.1 would, then answered by liff-mock with the data
 * the emulated LINE gave. What is not named here is liff-mock's own.
 */
export function createLiff(phone: Phone, host: LiffMockHost, answers: () => ScreenAnswers): Liff {
  const context = () => contextOf(phone)
  const api = <T>(path: string, value: unknown, ...args: readonly unknown[]) =>
    host.answer(path, value, ...args) as T
  const line = (path: string, init?: RequestInit) =>
    sdkFetch(phone.fetch, accessTokenOf(phone), `https://api.line.me/${path}`, init)
  const allowed = (name: 'profile' | 'chat_message.write', last: unknown) =>
    requirePermission(phone, name, answers().agree, last)

  const own: OwnCalls = {
    init: async (config: InitConfig, success?: () => void, failure?: (error: Error) => void) => {
      try {
        await init(phone, config)
      } catch (error) {
        failure?.(error as Error)
        throw error
      }
      success?.()
    },
    getVersion: () => api('getVersion', SDK_VERSION),
    getOS: () => api('getOS', osOf(phone)),
    getLanguage: () => api('getLanguage', phone.scenario().environment.language),
    getAppLanguage: () => api('getAppLanguage', appLanguage(phone)),
    getLineVersion: () => api('getLineVersion', lineVersionOf(phone)),
    isInClient: () => api('isInClient', inClient(phone)),
    isLoggedIn: () => api('isLoggedIn', accessTokenOf(phone) !== null),
    isApiAvailable: (name: string) => api('isApiAvailable', isApiAvailable(phone, name)),
    isSubWindow: () => isSubWindow(phone),
    login: (options?: { readonly redirectUri?: string }) => {
      login(phone, options)
      api('login', undefined)
    },
    logout: () => {
      configuredId(phone)
      clearStore(phone)
      api('logout', undefined)
    },
    getAccessToken: () => api('getAccessToken', accessTokenOf(phone)),
    getIDToken: () => api('getIDToken', stored(phone, 'IDToken')),
    getDecodedIDToken: () => api('getDecodedIDToken', stored(phone, 'decodedIDToken')),
    getContext: () => api('getContext', context()),
    getAId: () => api('getAId', (context()?.d as { aId?: unknown } | undefined)?.aId),
    getIsVideoAutoPlay: () =>
      api('getIsVideoAutoPlay', (context()?.d as { autoplay?: boolean } | undefined)?.autoplay ?? false),
    getProfilePlus: () => api('getProfilePlus', context()?.profilePlus),
    getProfile: async (last?: unknown) => {
      await allowed('profile', last)
      return api('getProfile', await line('v2/profile'))
    },
    getFriendship: async (last?: unknown) => {
      await allowed('profile', last)
      return api('getFriendship', await line('friendship/v1/status'))
    },
    sendMessages: async (messages: unknown, last?: unknown) => {
      await allowed('chat_message.write', last)
      checkMessages(messages)
      const body = JSON.stringify({ messages })
      try {
        return await api('sendMessages', await line('message/v3/share', { method: 'POST', body }), messages)
      } catch (error) {
        alertToUpdate(phone, error)
        throw error
      }
    },
    openWindow: (params: unknown) => {
      openWindow(phone, params)
      api('openWindow', undefined)
    },
    closeWindow: () => {
      closeWindow(phone)
      api('closeWindow', undefined)
    },
    shareTargetPicker: async (messages: unknown, options?: { readonly isMultiple?: boolean }) => {
      const ended = await share(phone, messages, options?.isMultiple ?? true, answers().share)
      return api('shareTargetPicker', ended === 'success' ? { status: 'success' } : undefined)
    },
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
      const event = eventIn(json)
      phone.dom?.dispatchEvent(new phone.dom.CustomEvent('liffEvent', { detail: event }))
    },
    scanCodeV2: async () => {
      requireApi(phone, 'scanCodeV2')
      return api('scanCodeV2', { value: answers().scan })
    },
    permission: {
      query: async (name: string) => api('permission.query', await query(phone, name)),
      requestAll: async () => api('permission.requestAll', await requestAll(phone, answers().agree)),
    },
    permanentLink: {
      createUrl: () => api('permanentLink.createUrl', createUrl(phone)),
      createUrlBy: async (url: string) => api('permanentLink.createUrlBy', await createUrlBy(phone, url)),
      setExtraQueryParam: (text: string) => {
        phone.page().extraQuery = text
      },
    },
    createShortcutOnHomeScreen: async (params?: ShortcutParams) => {
      await createShortcut(phone, params)
      return api('createShortcutOnHomeScreen', undefined)
    },
    iap: {
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
    },
    i18n: { setLang: (language: string) => loadTexts(phone, language) },
    subWindow: {
      on: (event: string, listener: unknown) => listen(phone, event, listener as Listener),
      off: (event: string, listener: unknown) => unlisten(phone, event, listener as Listener),
      open: (params: SubWindowParams) => openSubWindow(phone, params),
      ...childCalls(phone),
    },
  }
  const liff = Object.assign(Object.create(host.liff) as object, own)
  Object.defineProperties(liff, {
    id: { enumerable: true, get: () => phone.page().liffId },
    ready: { enumerable: true, get: () => phone.page().ready },
  })
  // liff-mock writes the rest of the SDK's methods on the prototype, which no type can follow.
  return liff as unknown as Liff
}

function eventIn(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw liffError('INVALID_ARGUMENT', (error as Error).message)
  }
}

/** LINE on iOS is asked by a prompt of the page; elsewhere it is the browser's language. */
function appLanguage(phone: Phone): string {
  const { language } = phone.scenario().environment
  const version = lineVersionOf(phone)
  const asks = inClient(phone) && osOf(phone) === 'ios' && version !== null
  if (!asks || compareVersion(version, '14.11.0') < 0) return language
  return phone.prompt('LIFF:GET_APP_LANGUAGE') || language
}

function checkMessages(messages: unknown): void {
  const good = (item: unknown) => typeof (item as { type?: unknown } | null)?.type === 'string'
  if (!Array.isArray(messages) || !messages.every(good))
    throw liffError('INVALID_ARGUMENT', "Parameter 'messages' must be an array of { type, ... }")
  if (messages.length < 1 || messages.length > MAX_MESSAGES)
    throw liffError('INVALID_ARGUMENT', `Number of messages should be in range 1 to ${MAX_MESSAGES}.`)
}

/** LINE 12.0.0 on iOS could not send; the SDK tells the user to update. */
function alertToUpdate(phone: Phone, error: unknown): void {
  const { code } = error as { code?: string }
  if (code !== '403' || lineVersionOf(phone) !== '12.0.0' || osOf(phone) !== 'ios') return
  phone.recorded.alerts.push(
    'LINEアプリをLINE 12.0.1以降にアップデートしてください。\nPlease update your LINE app to LINE 12.0.1 or later.',
  )
}
