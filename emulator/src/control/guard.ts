import { isLoopback } from '../loopback.ts'

/**
 * Returns the reason for rejecting a request, or null. The Host must be a loopback name or in `allowedHosts`, because
 * other names may resolve to this machine (DNS rebinding). The Origin, if present, must be the request's own, a
 * loopback name on the same port, or in `origins`.
 */
export function refusalReason(
  request: Request,
  allowedHosts: readonly string[],
  origins: readonly string[] = [],
): string | null {
  const url = new URL(request.url)
  if (!isLoopback(url.hostname) && !allowedHosts.includes(url.hostname))
    return `The emulator only accepts requests to localhost or an allowed host, not to ${url.hostname}`
  const origin = request.headers.get('origin')
  if (origin === null || origin === url.origin || origins.includes(origin)) return null
  const from = URL.canParse(origin) ? new URL(origin) : null
  if (from !== null && isLoopback(from.hostname) && from.port === url.port) return null
  return `The origin ${origin} is not allowed to control the emulator`
}
