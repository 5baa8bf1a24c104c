import { BlockList, isIP, type Socket } from 'node:net'

type Ends = Partial<Pick<Socket, 'remoteAddress' | 'localAddress'>>

/** Accepts an address such as `192.168.1.20` or `fd00::2`, or a network such as `172.17.0.0/16`. */
export function isClientAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Returns a check that accepts this machine and `allowed` by IP address, because clients can forge the Host header. */
export function clientCheck(allowed: readonly string[]): (connection: Ends) => boolean {
  const list = new BlockList()
  for (const entry of ['127.0.0.0/8', '::1', ...allowed]) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return ({ remoteAddress, localAddress }) => {
    if (remoteAddress === undefined) return false
    return (
      remoteAddress === localAddress || list.check(remoteAddress, isIP(remoteAddress) === 4 ? 'ipv4' : 'ipv6')
    )
  }
}
