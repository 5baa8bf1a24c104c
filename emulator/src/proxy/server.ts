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
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connect as secureConnect } from 'node:tls'
import type { LiffEmulator } from '../emulator.ts'
import { rewriteCss } from '../line-css.ts'
import { answerNode, isEmulatorPath, throughNetwork } from '../node.ts'
import { rewriteCdnImports } from '../sdk/cdn.ts'
import { decodersOf, textOf } from './decode.ts'
import { withShim } from './html.ts'
import { headerPolicy, withMetaPolicies } from './policy.ts'

/**
 * Response headers that are not forwarded, because they describe the connection or the body that the proxy
 * changes.
 */
const NOT_FORWARDED = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']

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

type Bytes = AsyncIterable<Uint8Array>

/** Returns the function that rewrites responses of a media type, or null if the proxy does not change this type. */
function rewriteFor(
  { emulator, target }: Proxy,
  type: string,
): ((texts: AsyncIterable<string>) => AsyncIterable<string>) | null {
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(type))
    return texts => withShim(texts, html => withMetaPolicies(withoutIntegrity(withOwnPaths(html, target))))
  if (/^(text|application)\/(x-)?javascript\b/.test(type))
    return texts => whole(texts, code => emulator.rewriteScript(rewriteCdnImports(code)))
  return type.startsWith('text/css') ? texts => whole(texts, css => rewriteCss(css)) : null
}

async function* whole(
  texts: AsyncIterable<string>,
  rewrite: (text: string) => string,
): AsyncGenerator<string> {
  const parts: string[] = []
  for await (const text of texts) parts.push(text)
  yield rewrite(parts.join(''))
}

/** Without a type in the header, browsers show a document as HTML if it begins like one. */
const LOOKS_LIKE_HTML =
  /^\s*<(!doctype html|!--|(html|head|body|script|title|meta|div|p|h1|table|iframe|style)[\s>])/i

/** Guesses the media type of a response without one from its first bytes, as a browser does. Also returns the complete response. */
async function sniffed(bytes: Bytes): Promise<{ readonly type: string; readonly bytes: Bytes }> {
  const all = bytes[Symbol.asyncIterator]()
  const { value: first } = await all.next()
  const start: Uint8Array = first ?? new Uint8Array()
  async function* again() {
    yield start
    for (let next = await all.next(); next.done !== true; next = await all.next()) yield next.value
  }
  const isHtml = LOOKS_LIKE_HTML.test(Buffer.from(start).toString('latin1'))
  return { type: isHtml ? 'text/html' : '', bytes: again() }
}

/** Returns the headers of a response as the browser gets them. For the browser, the page is on the proxy's origin. */
function headersOf({ target }: Proxy, answer: IncomingMessage): OutgoingHttpHeaders {
  const { 'x-frame-options': _, ...passed } = answer.headers
  const { 'content-security-policy': policy, location } = passed
  return {
    ...passed,
    ...(typeof policy === 'string' ? { 'content-security-policy': headerPolicy(policy) } : {}),
    ...(location === undefined ? {} : { location: throughProxy(location, target) }),
  }
}

async function answerWith(proxy: Proxy, answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const status = answer.statusCode ?? 502
  const headers = headersOf(proxy, answer)
  const declared = answer.headers['content-type']
  const isEmpty = outgoing.req.method === 'HEAD' || status === 204 || status === 304
  const known = declared === undefined ? null : rewriteFor(proxy, declared)
  const decoders = decodersOf(answer.headers['content-encoding'] ?? '')
  // If a response has no type and cannot be decoded, the browser reports the error.
  if (
    isEmpty ||
    (declared !== undefined && known === null) ||
    (known === null && typeof decoders === 'string')
  ) {
    outgoing.writeHead(status, headers)
    return pipeline(answer, outgoing)
  }
  if (typeof decoders === 'string') return refuseCoding(proxy, decoders, outgoing)
  const decoded = decoders.reduce<Readable>((source, decoder) => compose(source, decoder), answer)
  const found = known === null ? await sniffed(decoded) : { type: declared ?? '', bytes: decoded as Bytes }
  const rewrite = known ?? rewriteFor(proxy, found.type)
  const kept = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name))
  outgoing.writeHead(status, {
    ...Object.fromEntries(kept),
    ...(rewrite === null ? {} : { 'content-type': inUtf8(found.type) }),
  })
  if (rewrite === null) return pipeline(found.bytes, outgoing)
  return pipeline(rewrite(textOf(found.bytes, charsetOf(found.type))), outgoing)
}

/** Pipes a stream into a decoder. If the stream fails, the decoder fails with the same error. */
function compose(source: Readable, decoder: Transform): Readable {
  source.on('error', error => decoder.destroy(error))
  return source.pipe(decoder)
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i
const charsetOf = (type: string): string | undefined => CHARSET.exec(type)?.[1]
const inUtf8 = (type: string): string => `${type.replace(CHARSET, '')}; charset=utf-8`

function refuseCoding({ target }: Proxy, coding: string, outgoing: ServerResponse): void {
  outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
  outgoing.end(
    `${target.origin} sends this page with the content coding "${coding}", which the emulator has not asked for and Node ${process.versions.node} cannot decode. Switch compression off in development${coding === 'zstd' ? ', or use Node 22.15 or newer' : ''}\n`,
  )
}

/** True for a server on this machine. Such servers use self-signed certificates, for example with `next dev --experimental-https`. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

function forward(proxy: Proxy, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { target } = proxy
  const headers = { ...headersFor(target, incoming), 'accept-encoding': 'identity' }
  const options = { method: incoming.method, headers, rejectUnauthorized: !isLoopback(target) }
  const send = target.protocol === 'https:' ? secureRequest : request
  const upstream = send(new URL(incoming.url ?? '/', target), options, answer => {
    answerWith(proxy, answer, outgoing).catch(() => outgoing.destroy())
  })
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
    const upstream = secure
      ? secureConnect({ ...where, servername: hostname, rejectUnauthorized: !isLoopback(proxy.target) })
      : connect(where)
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
