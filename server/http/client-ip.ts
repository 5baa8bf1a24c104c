/**
 * The address a request came from. With `trustProxy` proxies before the server, the entry that the farthest of
 * them wrote into `X-Forwarded-For`; entries left of it are the caller's own words. With 0 the header is ignored.
 */
export function clientIp(headers: Headers, socketIp: string | undefined, trustProxy: number): string {
  const direct = socketIp ?? 'unknown'
  if (trustProxy <= 0) return direct
  const chain = (headers.get('x-forwarded-for') ?? '').split(',').map(part => part.trim())
  return chain.at(-trustProxy) || direct
}
