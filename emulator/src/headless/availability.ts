import { compareVersion } from '../compare-version.ts'
import type { AvailabilityEntry } from '../scenario/schema.ts'
import { isSubWindow } from './is-sub-window.ts'
import { liffError, NEED_LOGIN } from './liff-error.ts'
import { accessTokenOf, contextOf, inClient, lineVersionOf, osOf, type Phone } from './phone.ts'

type Verdict = { readonly available: true } | { readonly available: false; readonly error: Error }

const AVAILABLE: Verdict = { available: true }

function refused(message: string, code: 'FORBIDDEN' | 'UNAUTHORIZED' = 'FORBIDDEN'): Verdict {
  return { available: false, error: liffError(code, message) }
}

function entryOf(phone: Phone, feature: string): AvailabilityEntry | undefined {
  const availability = contextOf(phone)?.availability as Record<string, AvailabilityEntry> | undefined
  return availability?.[feature]
}

/**
 * Checks what most features require: the app's permission, a LINE version that has the feature, and a browser
 * inside LINE unless `worksOutside` is set. `shown` is the feature's name in the error message.
 */
function generic(phone: Phone, feature: string, worksOutside = false, shown = feature): Verdict {
  const entry = entryOf(phone, feature)
  if (!entry) return refused(`${shown} is not allowed in this LIFF app`)
  const version = lineVersionOf(phone)
  const { minVer, unsupportedFromVer } = entry
  const fits =
    !minVer ||
    (version !== null &&
      !(unsupportedFromVer && compareVersion(version, unsupportedFromVer) > 0) &&
      compareVersion(version, minVer) >= 0)
  if (inClient(phone) && !fits) return refused(`${shown} is unavailable in this client version.`)
  if (!entry.permission) return refused(`${shown} is not allowed in this LIFF app`)
  if ((inClient(phone) && fits) || worksOutside) return AVAILABLE
  return refused(`${shown} is not allowed in external browser`)
}

function needsLogin(phone: Phone): Verdict | null {
  return accessTokenOf(phone) ? null : refused(NEED_LOGIN, 'UNAUTHORIZED')
}

function needsParent(phone: Phone): Verdict | null {
  return isSubWindow(phone) ? refused('this api can be only called in parent window') : null
}

function subWindow(phone: Phone): Verdict {
  if (phone.scenario().environment.kind === 'line-browser')
    return needsLogin(phone) ?? refused('Subwindow is not supported in this browser')
  return needsLogin(phone) ?? needsParent(phone) ?? generic(phone, 'subwindowOpen', true)
}

function shortcut(phone: Phone, shown: string): Verdict {
  const login = needsParent(phone) ?? needsLogin(phone)
  if (login) return login
  if (osOf(phone) === 'web') return refused('this api can be only called in mobile device')
  return generic(phone, 'addToHomeV2', true, shown)
}

function multipleTransition(phone: Phone): Verdict {
  if (!entryOf(phone, 'multipleLiffTransition')?.permission)
    return refused('multipleLiffTransition is not allowed in this LIFF app')
  if (inClient(phone)) return AVAILABLE
  return refused('multipleLiffTransition is available only in the LINE App browser')
}

function skipVerification(phone: Phone): Verdict {
  const context = contextOf(phone)
  if (!context) return refused('Context is not found')
  if (context.type === 'square_chat')
    return refused('skipChannelVerificationScreen is not allowed in OpenChat')
  return generic(phone, 'skipChannelVerificationScreen')
}

function internalShortcut(phone: Phone): Verdict {
  const verdict = shortcut(phone, 'internalCreateShortcutOnHomeScreen')
  if (!verdict.available) return verdict
  return generic(phone, 'addToHomeLineScheme', true, 'internalCreateShortcutOnHomeScreen')
}

const rules: Readonly<Record<string, (phone: Phone) => Verdict>> = {
  subwindowOpen: subWindow,
  shareTargetPicker: phone =>
    needsParent(phone) ?? needsLogin(phone) ?? generic(phone, 'shareTargetPicker', true),
  multipleLiffTransition: multipleTransition,
  scanCode: phone => generic(phone, 'scanCode'),
  scanCodeV2: phone => {
    const verdict = subWindow(phone)
    return verdict.available ? generic(phone, 'scanCodeV2', true) : verdict
  },
  getAdvertisingId: phone => generic(phone, 'getAdvertisingId'),
  addToHomeScreen: phone => needsParent(phone) ?? generic(phone, 'addToHomeScreen'),
  bluetoothLeFunction: phone => generic(phone, 'bluetoothLeFunction'),
  skipChannelVerificationScreen: skipVerification,
  createShortcutOnHomeScreen: phone => shortcut(phone, 'createShortcutOnHomeScreen'),
  internalCreateShortcutOnHomeScreen: internalShortcut,
  iap: phone => {
    if (!inClient(phone)) return refused('In-App Purchase is not allowed in external browser')
    return needsLogin(phone) ?? needsParent(phone) ?? generic(phone, 'iap', false, 'In-App Purchase')
  },
}

/** `liff.isApiAvailable`. Throws INVALID_ARGUMENT for an API name that SDK 2.26.1 does not know. */
export function isApiAvailable(phone: Phone, name: string): boolean {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (!rule) throw liffError('INVALID_ARGUMENT', 'Unexpected API name.')
  return rule(phone).available
}

/** Throws the same error as the SDK if the feature is not available. */
export function requireApi(phone: Phone, name: string): void {
  const verdict = rules[name]?.(phone)
  if (verdict && !verdict.available) throw verdict.error
}
