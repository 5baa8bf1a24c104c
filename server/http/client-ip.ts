/**
 * Returns the client's IP address. With `trustProxy` proxies in front of the server, this is the entry of
 * `X-Forwarded-For` that the outermost proxy added; entries to its left come from the client and can be forged. With
 * `trustProxy` 0 the header is ignored.
 */
export function clientIp(headers: Headers, socketIp: string | undefined, trustProxy: number): string {
  const direct = socketIp ?? 'unknown'
  if (trustProxy <= 0) return direct
  const chain = (headers.get('x-forwarded-for') ?? '').split(',').map(part => part.trim())
  return chain.at(-trustProxy) || direct
}
