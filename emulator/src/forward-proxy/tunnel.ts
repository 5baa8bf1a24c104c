import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { proxyAuthorization } from './upstream.ts'

type Address = { readonly host: string; readonly port: number }

type Target = Address & { readonly url: URL }

const CONNECT_TIMEOUT_MS = 30_000

/**
 * Parses `host:port` or `[IPv6]:port`; returns null if invalid. Only ASCII is allowed, because Node's resolver
 * normalises some other characters: `ªpi.line.me` becomes `api.line.me`.
 */
export function parseTarget(text: string): Target | null {
  const [, address, name, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = (address ?? name ?? '').toLowerCase()
  const port = Number(digits)
  const usable = host !== '' && host.length <= 253 && port >= 1 && port <= 65_535
  return usable && URL.canParse(`https://${text}`) ? { host, port, url: new URL(`https://${text}`) } : null
}

function connectTo({ host, port }: Address): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true })
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('timed out')))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}

function connectThrough(proxy: URL, { host, port }: Address): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const send = proxy.protocol === 'https:' ? secureRequest : request
  return new Promise((resolve, reject) => {
    const asked = send(proxy, {
      method: 'CONNECT',
      path,
      agent: false,
      timeout: CONNECT_TIMEOUT_MS,
      headers: { Host: path, ...proxyAuthorization(proxy) },
    })
    asked.once('timeout', () => asked.destroy(new Error('timed out')))
    asked.once('error', reject)
    asked.once('response', ({ statusCode }) => {
      asked.destroy()
      reject(new Error(`answered CONNECT with ${statusCode}`))
    })
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      socket.setTimeout(0)
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        reject(new Error(`answered CONNECT with ${statusCode}`))
        return
      }
      socket.unshift(head)
      resolve(socket)
    })
    asked.end()
  })
}

function refuse(client: Socket, status: string, message: string): void {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close`
  client.end(`${head}\r\nContent-Length: ${Buffer.byteLength(message) + 1}\r\n\r\n${message}\n`)
}

function join(client: Socket, upstream: Socket): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => one.destroy())
    one.on('close', () => (one.readableEnded ? other.destroySoon() : other.destroy()))
    one.pipe(other)
  }
}

export function refuseTarget(client: Socket): void {
  refuse(client, '400 Bad Request', 'The target of CONNECT must be HOST:PORT')
}

type Tunnel = {
  readonly client: Socket
  readonly head: Buffer
  readonly target: Address
  readonly proxy: URL | null
  readonly opened: (socket: Socket) => void
}

export async function tunnel({ client, head, target, proxy, opened }: Tunnel): Promise<void> {
  try {
    const upstream = await (proxy === null ? connectTo(target) : connectThrough(proxy, target))
    opened(upstream)
    if (client.destroyed) {
      upstream.destroy()
      return
    }
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    client.unshift(head)
    join(client, upstream)
  } catch (error) {
    const where = proxy === null ? `${target.host}:${target.port}` : `The proxy ${proxy.host}`
    refuse(client, '502 Bad Gateway', `${where} cannot be reached: ${(error as Error).message}`)
  }
}
