import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { requestOf, sendResponse } from '../node-http.ts'
import type { Authority } from './authority.ts'
import { refuseRequest } from './forward-plain.ts'

/** Milliseconds within which a client must complete the TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 30_000

/** Returns the host name in lower case, without the port and trailing dots. */
export function hostNameOf(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '')
}

/** Answers a back end's request for one of LINE's hosts. `path` begins with `/`. */
export async function answerAsLine(
  emulator: Pick<LiffEmulator, 'handle'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { host, path }: { readonly host: string; readonly path: string },
): Promise<void> {
  const address = `https://${host}${path}`
  if (!URL.canParse(address)) return refuseRequest(outgoing, 400, 'The URL of the request is invalid')
  try {
    const response = await emulator.handle(requestOf(incoming, outgoing, address), { via: 'server' })
    await sendResponse(response, outgoing, incoming.method !== 'HEAD')
  } catch (error) {
    refuseRequest(outgoing, 400, (error as Error).message)
  }
}

/** Creates the HTTPS server that answers back ends as LINE, with a certificate for each of LINE's hosts. */
export function createLineServer(emulator: Pick<LiffEmulator, 'handle'>, authority: Authority): Server {
  return createServer(
    {
      ...authority.server,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      ALPNProtocols: ['http/1.1'],
      SNICallback: (name, done) => {
        const host = hostNameOf(name)
        done(null, isLineHost(host) ? authority.contextFor(host) : undefined)
      },
    },
    (incoming, outgoing) => {
      const host = hostNameOf(incoming.headers.host ?? '')
      const path = incoming.url ?? ''
      if (!isLineHost(host)) refuseRequest(outgoing, 421, `${host} is not one of LINE's hosts`)
      else if (!path.startsWith('/')) refuseRequest(outgoing, 400, 'The path must begin with /')
      else void answerAsLine(emulator, incoming, outgoing, { host, path })
    },
  )
}
