import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as secureConnect, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { createLiffEmulator } from '#emulator/emulator.ts'
import { type ForwardProxy, startForwardProxy } from '#emulator/forward-proxy/start.ts'
import { testFolder } from '#tests/kit/folder.ts'

/** Starts an emulator and its forward proxy with a new certificate authority. The proxy closes when the test ends. */
export async function startWithProxy({ scenario = 'friend', env = {} } = {}) {
  const emulator = await createLiffEmulator({ scenario })
  const folder = await testFolder()
  const proxy = await startForwardProxy({ emulator, env: { XDG_CACHE_HOME: folder, ...env } })
  onTestFinished(proxy.close)
  return { emulator, proxy, folder, ca: await readFile(proxy.trust.extra, 'utf8') }
}

export const portOf = (url: string): number => Number(new URL(url).port)

/** Asks the proxy for a tunnel. Resolves with the status and the connection. */
export function openTunnel(proxy: string, target: string): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve, reject) => {
    request(proxy, { method: 'CONNECT', path: target })
      .on('connect', ({ statusCode = 0 }, socket, head) => {
        socket.unshift(head)
        resolve({ status: statusCode, socket })
      })
      .on('error', reject)
      .end()
  })
}

/** Opens a tunnel and completes the TLS handshake in it. */
export async function openTls(
  proxy: string,
  target: string,
  servername: string,
  ca?: string,
  protocols: string[] = ['http/1.1'],
) {
  const { socket } = await openTunnel(proxy, target)
  return new Promise<TLSSocket>((resolve, reject) => {
    const secure: TLSSocket = secureConnect(
      { socket, servername, ALPNProtocols: protocols, ...(ca === undefined ? {} : { ca }) },
      () => resolve(secure),
    )
    secure.on('error', reject)
  })
}

type Call = { readonly proxy: ForwardProxy; readonly ca: string; readonly target?: string }

/** Calls an https URL through the proxy, and resolves with the status and the text of the response. */
export async function callThrough(
  { proxy, ca, target }: Call,
  url: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<{ status: number; text: string }> {
  const { hostname, host } = new URL(url)
  const secure = await openTls(proxy.url, target ?? (host.includes(':') ? host : `${host}:443`), hostname, ca)
  return new Promise((resolve, reject) => {
    secureRequest(url, { method, headers, createConnection: () => secure }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', part => {
        text += part
      })
      answer.on('end', () => {
        secure.destroy()
        resolve({ status: answer.statusCode ?? 0, text })
      })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Opens a plain connection to a local port, and closes it when the test ends. */
export function openSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}
