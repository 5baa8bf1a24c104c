import { isLoopback } from '../../loopback.ts'
import type { App } from '../../scenario/schema.ts'
import { endpointOf } from '../../world/selectors.ts'

/** Ignores the query, like LINE. */
export function isCallbackUrl(app: App, redirectUri: string, origin: string): boolean {
  if (!/^https?:/.test(redirectUri) || !URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  const isOwn =
    isLoopback(url.hostname) || [origin, new URL(endpointOf(app, origin)).origin].includes(url.origin)
  if (app.callbackUrls === null) return isOwn
  return app.callbackUrls.some(registered => {
    const isPath = registered.startsWith('/')
    const { origin: expected, pathname } = new URL(registered, url)
    return pathname === url.pathname && (isPath ? isOwn : expected === url.origin)
  })
}
