import { ACCOUNT_LINK_ROUTES } from './account-link.ts'
import { API_ROUTES } from './api.ts'
import { AUTHORIZE_ROUTES } from './authorize.ts'
import { MODULE_ATTACH_ROUTES } from './bot/module-attach.ts'
import { BOT_ROUTES } from './bot/routes.ts'
import { CHANNEL_TOKEN_ROUTES } from './channel-tokens.ts'
import { FRIEND_ROUTES } from './friend.ts'
import { PURCHASE_HISTORY_ROUTES } from './iap/history.ts'
import { PURCHASE_ROUTES } from './iap/reserve.ts'
import { LAUNCH_ROUTES } from './launch.ts'
import { NATIVE_ROUTES } from './native-screens.ts'
import { OAUTH_ROUTES } from './oauth.ts'
import type { Route } from './route.ts'
import { SERVICE_MESSAGE_ROUTES } from './service-messages.ts'
import { SHARE_PICKER_ROUTES } from './share-picker.ts'
import { SHORTCUT_ROUTES } from './shortcut.ts'
import { STATIC_ROUTES } from './static.ts'
import { SUB_APP_ROUTES } from './sub-apps.ts'
import { SUB_WINDOW_ROUTES } from './sub-window.ts'
import { WEB_LOGIN_ROUTES } from './web-login/authorize.ts'

export const ROUTES: readonly Route[] = [
  ...OAUTH_ROUTES,
  ...CHANNEL_TOKEN_ROUTES,
  ...BOT_ROUTES,
  ...MODULE_ATTACH_ROUTES,
  ...SERVICE_MESSAGE_ROUTES,
  ...PURCHASE_ROUTES,
  ...PURCHASE_HISTORY_ROUTES,
  ...SUB_WINDOW_ROUTES,
  ...SHARE_PICKER_ROUTES,
  ...SHORTCUT_ROUTES,
  ...API_ROUTES,
  ...AUTHORIZE_ROUTES,
  ...WEB_LOGIN_ROUTES,
  ...ACCOUNT_LINK_ROUTES,
  ...FRIEND_ROUTES,
  ...SUB_APP_ROUTES,
  ...NATIVE_ROUTES,
  ...LAUNCH_ROUTES,
  ...STATIC_ROUTES,
]

/** These hosts serve pages and pictures, which apps do not call. */
const NO_API_HOSTS = ['line.me', 'profile.line-scdn.net']
const API_HOSTS = new Set(ROUTES.map(({ host }) => host).filter(host => !NO_API_HOSTS.includes(host)))

/** A link to any other host opens part of LINE. */
export function isApiHost(host: string): boolean {
  return API_HOSTS.has(host) || /^(api|uts)\b/.test(host)
}

/** Returns calls such as `GET https://api.line.me/v2/profile`, sorted by host and path. */
export function supportedCalls(): readonly string[] {
  const calls = new Map<string, string>()
  for (const { method, host, path } of ROUTES) {
    const url = `https://${host}${path.replace(/\*\w*$/, '*')}`
    calls.set(url, [...new Set([...(calls.get(url)?.split(', ') ?? []), method])].sort().join(', '))
  }
  return [...calls]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([url, methods]) => `${methods} ${url}`)
}
