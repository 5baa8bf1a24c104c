import { isIP } from 'node:net'

/**
 * Returns the client's network, for limits per address. The outermost of `trustProxy` proxies added the client's
 * address to `X-Forwarded-For`; entries further left can be forged. If the entry is not an address, the connection's
 * address is used.
 */
export function clientNetwork(headers: Headers, socketIp: string | undefined, trustProxy: number): string {
  const chain = trustProxy > 0 ? (headers.get('x-forwarded-for') ?? '').split(',') : []
  const entry = chain.at(-trustProxy)?.trim() ?? ''
  return networkOf(entry) ?? networkOf(socketIp ?? '') ?? 'unknown'
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address, because a customer has at least a /64. Accepts
 * ports, brackets and mapped addresses (`::ffff:192.0.2.7`). Returns null if the text is not an address.
 */
export function networkOf(text: string): string | null {
  const [, address = text] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  switch (isIP(address)) {
    case 4:
      return address
    case 6:
      return networkOfIpv6(address)
    default:
      return null
  }
}

function networkOfIpv6(address: string): string {
  const groups = groupsOf(address)
  const isIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isIpv4) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .map(group => Number.parseInt(group, 16))
    .flatMap(bits => [bits >> 8, bits & 0xff])
    .join('.')
}

function groupsOf(address: string): readonly string[] {
  const [withoutZone = ''] = address.split('%', 1)
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const parts = (text: string) => text.split(':').filter(part => part !== '')
  const [start, end] = [parts(head), parts(tail ?? '')]
  return [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
}
