import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect } from 'node:net'
import { connect as secureConnect } from 'node:tls'
import type { LiffEmulator } from '../emulator.ts'
import { rewriteCss } from '../line-css.ts'
import { answerNode, isEmulatorPath, throughNetwork } from '../node.ts'
import { PANEL_HOST } from '../phones.ts'
import { rewriteCdnImports } from '../sdk/cdn.ts'

/**
 * Response headers that are not forwarded, because they describe the connection or the body that the proxy
 * changes.
 */
const NOT_FORWARDED = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']

/**
 * Extends the app's content security policy, so that the panel can frame the page, the page can use LINE, which is on
 * the same origin here, and changed scripts can run.
 */
function policyFor(policy: string): string {
  return policy
    .split(';')
    .map(directive => directive.trim())
    .filter(directive => directive !== '' && !directive.startsWith('frame-ancestors'))
    .map(directive =>
      /^(script|connect|img|frame|form)-/.test(directive) && !directive.includes("'self'")
        ? `${directive.replace("'none'", '')} 'self'`
        : directive,
    )
    .map(directive => (directive.startsWith('script-src') ? withoutHashes(directive) : directive))
    .concat(`frame-ancestors 'self' http://${PANEL_HOST}:*`)
    .join('; ')
}

/** Allows every inline script in place of those with a hash, because the proxy changes inline scripts. */
function withoutHashes(directive: string): string {
  const rest = directive.replace(/\s*'sha(256|384|512)-[^']*'/g, '')
  return rest === directive ? directive : `${rest} 'unsafe-inline'`
}

type Proxy = {
  readonly emulator: LiffEmulator
  /** URL of the app's server. */
  readonly target: URL
}

/** Rewrites `host`, `origin` and `referer`, so that the app's server sees requests to its own URL. */
function headersFor(target: URL, incoming: IncomingMessage): IncomingMessage['headers'] {
  const { origin, referer, host } = incoming.headers
  const own = `http://${host}`
  return {
    ...incoming.headers,
    host: target.host,
    ...(origin === own ? { origin: target.origin } : {}),
    ...(referer?.startsWith(`${own}/`) ? { referer: target.origin + referer.slice(own.length) } : {}),
  }
}

/** Returns the address of a redirect. The app's server reaches the browser only through the proxy. */
function throughProxy(address: string, { origin }: URL): string {
  if (!URL.canParse(address) || new URL(address).origin !== origin) return address
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

/** Sends the whole text of a response after `rewrite` has changed it. */
function sendText(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  rewrite: (text: string) => string,
): void {
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('end', () => {
    outgoing.end(rewrite(Buffer.concat(parts).toString('utf8')))
  })
}

/** Removes the hashes of the app's own scripts and styles, which the proxy may change. */
function withoutIntegrity(html: string): string {
  return html.replace(/<(?:script|link)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi, tag =>
    tag.replace(/\s+integrity(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}

/**
 * Rewrites the app server's address in links and forms to the proxy's, because frameworks write the server's own address into
 * pages.
 */
function withOwnPaths(html: string, { origin }: URL): string {
  return html.replace(
    /\b(href|action|formaction)=(["'])(https?:\/\/[^"'/?#]*)([^"']*)\2/gi,
    (whole, attribute: string, quote: string, found: string, rest: string) =>
      found === origin ? `${attribute}=${quote}${rest.startsWith('/') ? rest : `/${rest}`}${quote}` : whole,
  )
}

/** Returns the function that changes responses of a media type; null if they are passed on unchanged. */
function rewriteFor({ emulator, target }: Proxy, type: string): ((text: string) => string) | null {
  if (type.startsWith('text/html'))
    return html => emulator.injectShim(withoutIntegrity(withOwnPaths(html, target)))
  if (/^(text|application)\/(x-)?javascript\b/.test(type))
    return code => emulator.rewriteScript(rewriteCdnImports(code))
  return type.startsWith('text/css') ? text => rewriteCss(text) : null
}

function forward(proxy: Proxy, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { target } = proxy
  const send = target.protocol === 'https:' ? secureRequest : request
  const headers = { ...headersFor(target, incoming), 'accept-encoding': 'identity' }
  const upstream = send(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers },
    answer => {
      const type = answer.headers['content-type'] ?? ''
      const rewrite = rewriteFor(proxy, type)
      const kept = Object.entries(answer.headers).filter(
        ([name]) => name !== 'x-frame-options' && (rewrite === null || !NOT_FORWARDED.includes(name)),
      )
      const passed = Object.fromEntries(kept)
      const policy = passed['content-security-policy']
      if (typeof policy === 'string') passed['content-security-policy'] = policyFor(policy)
      if (typeof passed.location === 'string') passed.location = throughProxy(passed.location, target)
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      if (rewrite !== null && incoming.method !== 'HEAD') sendText(answer, outgoing, rewrite)
      else answer.pipe(outgoing)
    },
  )
  upstream.on('error', error => {
    if (outgoing.headersSent) return outgoing.destroy()
    outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
    return outgoing.end(`${target.origin} does not answer: ${error.message}\n`)
  })
  incoming.pipe(upstream)
}

/**
 * Makes LINE's redirects to the app's server lead through the proxy. A back end names its own address as the callback URL of
 * LINE Login, where the emulator could no longer intercept the page's requests to LINE.
 */
function redirectThroughProxy({ target }: Proxy, outgoing: ServerResponse): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...args: unknown[]) => ServerResponse
  const own = {
    writeHead: (status: number, headers: OutgoingHttpHeaders = {}) => {
      const { location } = headers
      const local = typeof location === 'string' ? { location: throughProxy(location, target) } : {}
      return writeHead(status, { ...headers, ...local })
    },
  }
  Object.assign(outgoing, own)
}

async function handle(proxy: Proxy, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  if (isEmulatorPath(path)) redirectThroughProxy(proxy, outgoing)
  if (await answerNode(proxy.emulator, incoming, outgoing)) return
  if (await throughNetwork(proxy.emulator, incoming, outgoing)) forward(proxy, incoming, outgoing)
}

/**
 * Creates a server with the app at `target` and LINE on one origin. Forwards WebSockets, for example for hot
 * reload.
 */
export function createProxy(proxy: Proxy): Server {
  const server = createServer((incoming, outgoing) => {
    handle(proxy, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('upgrade', (incoming, socket, head) => {
    const { hostname, port, protocol } = proxy.target
    const secure = protocol === 'https:'
    const where = { host: hostname, port: Number(port || (secure ? 443 : 80)) }
    const upstream = secure ? secureConnect({ ...where, servername: hostname }) : connect(where)
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (const [name, value] of Object.entries(headersFor(proxy.target, incoming)))
      lines.push(`${name}: ${String(value)}`)
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
    for (const one of [upstream, socket]) {
      one.on('error', () => {
        upstream.destroy()
        socket.destroy()
      })
    }
  })
  return server
}
