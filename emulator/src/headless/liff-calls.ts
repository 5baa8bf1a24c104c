import type { Liff } from '@line/liff'
import { compareVersion } from '../compare-version.ts'
import { MAX_MESSAGES } from '../limits.ts'
import { isApiAvailable, requireApi } from './availability.ts'
import { isSubWindow } from './is-sub-window.ts'
import { liffError } from './liff-error.ts'
import { SDK_VERSION } from './login.ts'
import { requirePermission } from './permission.ts'
import { contextOf, inClient, lineVersionOf, osOf, type Phone } from './phone.ts'
import type { ScreenAnswers } from './screen-answers.ts'
import { share } from './share.ts'
import { createShortcut, type ShortcutParams } from './shortcut.ts'
import { closeWindow, openWindow } from './windows.ts'

/**
 * The SDK's calls. `id`, `ready` and `use` belong to the `liff` object itself. Plugins add names that start with `$`, in the
 * types, too.
 */
export type LiffCalls = Omit<Liff, 'id' | 'ready' | 'use' | `$${string}`>

/** What the implementations of the SDK's calls depend on. */
export type CallContext = {
  readonly phone: Phone
  readonly answers: () => ScreenAnswers
  /** Sends a request for a path of api.line.me with the user's access token. */
  readonly line: (path: string, init?: RequestInit) => Promise<unknown>
}

type EnvironmentCall =
  | 'getVersion'
  | 'getOS'
  | 'getLanguage'
  | 'getAppLanguage'
  | 'getLineVersion'
  | 'isInClient'
  | 'isApiAvailable'
  | 'isSubWindow'
  | 'getContext'
  | 'getAId'
  | 'getIsVideoAutoPlay'
  | 'getProfilePlus'

/** Creates the SDK calls about the phone, its browser and the chat or page from which the app was opened. */
export function environmentCalls({ phone }: CallContext): Pick<LiffCalls, EnvironmentCall> {
  const context = () => contextOf(phone) as ReturnType<Liff['getContext']>
  return {
    getVersion: () => SDK_VERSION,
    getOS: () => osOf(phone),
    getLanguage: () => phone.scenario().environment.language,
    getAppLanguage: () => appLanguage(phone),
    getLineVersion: () => lineVersionOf(phone),
    isInClient: () => inClient(phone),
    isApiAvailable: (name: string) => isApiAvailable(phone, name),
    isSubWindow: () => isSubWindow(phone),
    getContext: () => context(),
    getAId: () => context()?.d?.aId,
    getIsVideoAutoPlay: () => context()?.d?.autoplay ?? false,
    getProfilePlus: () => context()?.profilePlus,
  }
}

/** Creates the SDK calls that send messages. */
export function messageCalls({
  phone,
  line,
  answers,
}: CallContext): Pick<LiffCalls, 'sendMessages' | 'shareTargetPicker'> {
  return {
    sendMessages: async (messages: unknown, last?: unknown) => {
      await requirePermission(phone, 'chat_message.write', answers().agree, last)
      checkMessages(messages)
      const body = JSON.stringify({ messages })
      try {
        await line('message/v3/share', { method: 'POST', body })
      } catch (error) {
        alertToUpdate(phone, error)
        throw error
      }
    },
    shareTargetPicker: async (messages: unknown, options?: { readonly isMultiple?: boolean }) => {
      const ended = await share(phone, messages, options?.isMultiple ?? true, answers().share)
      return ended === 'success' ? { status: 'success' } : undefined
    },
  }
}

type WindowCall =
  | 'openWindow'
  | 'closeWindow'
  | 'scanCodeV2'
  | 'createShortcutOnHomeScreen'
  | 'internalCreateShortcutOnHomeScreen'

/** Creates the SDK calls that open or close a window. */
export function windowCalls({ phone, answers }: CallContext): Pick<LiffCalls, WindowCall> {
  return {
    openWindow: (params: unknown) => openWindow(phone, params),
    closeWindow: () => closeWindow(phone),
    scanCodeV2: async () => {
      requireApi(phone, 'scanCodeV2')
      return { value: answers().scan }
    },
    createShortcutOnHomeScreen: (params?: ShortcutParams) =>
      createShortcut(phone, 'createShortcutOnHomeScreen', params),
    internalCreateShortcutOnHomeScreen: (params?: ShortcutParams) =>
      createShortcut(phone, 'internalCreateShortcutOnHomeScreen', params),
  }
}

/**
 * Returns the language of the LINE app. LINE 14.11.0 and newer on iOS returns it from `window.prompt`;
 * otherwise it is the browser's language.
 */
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

/**
 * Shows the SDK's alert to update LINE if sending fails with 403 in LINE 12.0.0 on iOS, which cannot send
 * messages.
 */
function alertToUpdate(phone: Phone, error: unknown): void {
  const { code } = error as { code?: string }
  if (code !== '403' || lineVersionOf(phone) !== '12.0.0' || osOf(phone) !== 'ios') return
  phone.recorded.alerts.push(
    'LINEアプリをLINE 12.0.1以降にアップデートしてください。\nPlease update your LINE app to LINE 12.0.1 or later.',
  )
}
