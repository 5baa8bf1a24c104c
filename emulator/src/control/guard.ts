/** True for a host name that never leaves this machine. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/**
 * Why a request may not come in, or null: its Host must be this machine (a name that was pointed here does not count)
 * or one the host allows, and its Origin, if any, this machine on the same port or one of `origins`.
 */
export function refusal(
  request: Request,
  allowedHosts: readonly string[],
  origins: readonly string[] = [],
): string | null {
  const url = new URL(request.url)
  if (!isLoopback(url.hostname) && !allowedHosts.includes(url.hostname))
    return `The emulator answers on this machine only, not as ${url.hostname}`
  const origin = request.headers.get('origin')
  if (origin === null || origin === url.origin || origins.includes(origin)) return null
  const from = URL.canParse(origin) ? new URL(origin) : null
  if (from !== null && isLoopback(from.hostname) && from.port === url.port) return null
  return `The origin ${origin} may not control the emulator`
}
