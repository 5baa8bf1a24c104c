import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { requestOf, sendResponse } from '../node-http.ts'
import { refuseRequest } from '../proxy/upstream-request.ts'
import type { Authority } from './authority.ts'

const HANDSHAKE_TIMEOUT_MS = 30_000

/** Go sends spaces around a header's value in HTTP/2. Node 20 and @types/node lack the option. */
const TOLERANT = { strictFieldWhitespaceValidation: false }

export function hostNameOf(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '')
}

/** Answers a back end's request to a LINE host. `path` must start with `/`. */
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

/** The absolute URL or `:authority` overrides `Host` (RFC 9112, 3.2.2), which HTTP/1.0 requests can lack. */
function targetOf(
  { url = '', headers, socket }: IncomingMessage,
  authority?: string,
): { readonly host: string; readonly path: string } {
  if (/^https?:/i.test(url) && URL.canParse(url)) {
    const { hostname, pathname, search } = new URL(url)
    return { host: hostNameOf(hostname), path: pathname + search }
  }
  const { servername } = socket as TLSSocket & { readonly servername?: string | false }
  return { host: hostNameOf(authority ?? headers.host ?? (servername || '')), path: url }
}

/** Creates the HTTPS server for back ends. Error messages contain the emulator's URL, `owner`. */
export function createLineServer(
  emulator: Pick<LiffEmulator, 'handle'>,
  authority: Authority,
  owner?: string,
): Http2SecureServer {
  const name = owner === undefined ? 'a LIFF emulator' : `the LIFF emulator at ${owner}`
  return createSecureServer(
    {
      ...authority.server,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      allowHTTP1: true,
      ...TOLERANT,
      SNICallback: (serverName, done) => {
        const host = hostNameOf(serverName)
        done(null, isLineHost(host) ? authority.contextFor(host) : undefined)
      },
    },
    (request, response) => {
      // Node's HTTP/2 compatibility API has the same methods as HTTP/1.1.
      const incoming = request as unknown as IncomingMessage
      const outgoing = response as unknown as ServerResponse
      const { host, path } = targetOf(incoming, request.authority)
      if (!isLineHost(host))
        refuseRequest(
          outgoing,
          421,
          `This is the HTTPS server of ${name}. ${host} is not one of LINE's hosts`,
        )
      else if (!path.startsWith('/')) refuseRequest(outgoing, 400, 'The path must begin with /')
      else void answerAsLine(emulator, incoming, outgoing, { host, path })
    },
  )
}
