import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LiffEmulator } from '../emulator.ts'
import { rewriteCss } from '../line-css.ts'
import { rewriteCdnImports } from '../sdk/cdn.ts'
import { CHARSET, charsetOf, decodersOf, resumed, textOf } from './decode.ts'
import { noScriptTag, SHIM_AND_GUARD } from './guard.ts'
import { withShim } from './html.ts'
import { headerPolicy, withMetaPolicy } from './policy.ts'
import { sniffed, usableType } from './sniff.ts'
import { withPagesOfWorker } from './worker-pages.ts'
import { withShimInXml } from './xml.ts'

const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'trailer']
/** Headers that may no longer match the body, because the proxy may change it. */
const OF_BODY = ['content-length', 'content-encoding']
/** Headers that would block the panel's frame or the shim. */
const REFUSING = ['x-frame-options', 'integrity-policy']

export type ProxiedApp = {
  readonly emulator: LiffEmulator
  readonly target: URL
}

export function throughProxy(address: string, { origin }: URL): string {
  if (!URL.canParse(address) || new URL(address).origin !== origin) return address
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

/** Removes `integrity` from scripts and styles, because the proxy may change them. */
function changedTag(tag: string): string {
  if (/^<meta\b/i.test(tag)) return withMetaPolicy(tag)
  return /^<(script|link)\b/i.test(tag)
    ? tag.replace(/\s+integrity(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, '')
    : tag
}

/** Frameworks write the server's absolute URL into links and forms, so replace it with the proxy's. */
function withOwnPaths(html: string, { origin }: URL): string {
  return html.replace(
    /\b(href|action|formaction)=(["'])(https?:\/\/[^"'/?#]*)([^"']*)\2/gi,
    (whole, attribute: string, quote: string, found: string, rest: string) =>
      found === origin ? `${attribute}=${quote}${rest.startsWith('/') ? rest : `/${rest}`}${quote}` : whole,
  )
}

const pageEncodings = new WeakMap<ProxiedApp, string>()

/** The app's server expects forms in the encoding of its page. */
function inPageEncoding(tag: string, encoding = 'utf-8'): string {
  return encoding === 'utf-8' || !/^<form\b(?![^>]*\saccept-charset\b)/i.test(tag)
    ? tag
    : tag.replace(/^<form/i, `$& accept-charset="${encoding}"`)
}

/** Browsers use the page's encoding for scripts and styles without a charset, but the proxy has made it UTF-8. */
async function* textIn(
  proxy: ProxiedApp,
  type: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  const charset = charsetOf(type)
  if (!/^(text|application)\/((x-)?javascript|css)\b/i.test(type))
    return yield* textOf(bytes, charset, encoding => pageEncodings.set(proxy, encoding))
  if (charset !== undefined) return yield* textOf(bytes, charset)
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  const all = Buffer.concat(parts)
  const encoding = isUtf8(all) ? 'utf-8' : pageEncodings.get(proxy)
  yield* textOf(Readable.from([all], { objectMode: true }), encoding)
}

type Rewrite = (texts: AsyncIterable<string>) => AsyncIterable<string>

const isNavigation = ({ headers }: IncomingMessage): boolean =>
  /^(document|i?frame|embed|object)$/.test(String(headers['sec-fetch-dest'] ?? ''))

function rewriteFor(proxy: ProxiedApp, type: string, incoming: IncomingMessage): Rewrite | null {
  const { emulator, target } = proxy
  const navigation = isNavigation(incoming)
  const tag = (text: string) => inPageEncoding(changedTag(text), pageEncodings.get(proxy))
  if (/^text\/html\b/i.test(type)) {
    const tags = SHIM_AND_GUARD + (navigation ? noScriptTag(incoming.url ?? '/') : '')
    return texts => withShim(texts, { tags, text: html => withOwnPaths(html, target), tag })
  }
  if (/^application\/xhtml\+xml\b/i.test(type) || (navigation && /^[\w.-]+\/([\w.-]+\+)?xml\b/i.test(type)))
    return texts => whole(texts, withShimInXml)
  if (/^(text|application)\/(x-)?javascript\b/i.test(type)) {
    const isWorker = incoming.headers['service-worker'] === 'script'
    return texts =>
      whole(texts, code => {
        const script = emulator.rewriteScript(rewriteCdnImports(code))
        return isWorker ? withPagesOfWorker(script) : script
      })
  }
  return /^text\/css\b/i.test(type) ? texts => whole(texts, css => rewriteCss(css)) : null
}

async function* whole(
  texts: AsyncIterable<string>,
  rewrite: (text: string) => string,
): AsyncGenerator<string> {
  const parts: string[] = []
  for await (const text of texts) parts.push(text)
  yield rewrite(parts.join(''))
}

function headersOf({ target }: ProxiedApp, answer: IncomingMessage): OutgoingHttpHeaders {
  const dropped = [...OF_CONNECTION, ...REFUSING]
  const passed = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !dropped.includes(name)),
  ) as IncomingMessage['headers']
  const { 'content-security-policy': policy, location } = passed
  return {
    ...passed,
    ...(typeof policy === 'string' ? { 'content-security-policy': headerPolicy(policy) } : {}),
    ...(location === undefined ? {} : { location: throughProxy(location, target) }),
  }
}

const inUtf8 = (type: string): string => `${type.replace(CHARSET, '')}; charset=utf-8`

function refuseCoding({ target }: ProxiedApp, problem: string, outgoing: ServerResponse): void {
  outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
  outgoing.end(`${target.origin} sends this page with the content coding ${problem}\n`)
}

/** Waits for the first chunk, so that a decoding error can become an error response. */
async function begun(texts: AsyncIterable<string | Uint8Array>): Promise<AsyncIterable<string | Uint8Array>> {
  const all = texts[Symbol.asyncIterator]()
  const first = await all.next()
  return first.done === true ? Readable.from([]) : resumed(first.value, all)
}

export async function answerWith(
  proxy: ProxiedApp,
  answer: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const status = answer.statusCode ?? 502
  const headers = headersOf(proxy, answer)
  const coding = answer.headers['content-encoding'] ?? ''
  const declared = usableType(answer.headers['content-type'])
  // With `nosniff`, browsers display a document without a content type as text.
  const isSniffed = declared === null && answer.headers['x-content-type-options'] === undefined
  const known = declared === null ? null : rewriteFor(proxy, declared, outgoing.req)
  const decoders = decodersOf(coding)
  const isEmpty = outgoing.req.method === 'HEAD' || status === 204 || status === 304
  // If a response without a content type cannot be decoded, it is passed on unchanged and the browser reports the
  // error.
  if (isEmpty || (known === null && (!isSniffed || typeof decoders === 'string'))) {
    outgoing.writeHead(status, headers)
    return pipeline(answer, outgoing)
  }
  if (typeof decoders === 'string')
    return refuseCoding(
      proxy,
      `"${decoders}", which the emulator has not asked for and Node ${process.versions.node} cannot decode. Switch compression off in development${decoders === 'zstd' ? ', or use Node 22.15 or newer' : ''}`,
      outgoing,
    )
  const decoded = decoders.reduce<AsyncIterable<Uint8Array>>((bytes, decode) => decode(bytes), answer)
  try {
    const found = known === null ? await sniffed(decoded) : { type: declared ?? '', bytes: decoded }
    const rewrite = known ?? rewriteFor(proxy, found.type, outgoing.req)
    const body = rewrite === null ? found.bytes : rewrite(textIn(proxy, found.type, found.bytes))
    const parts = decoders.length === 0 ? body : await begun(body)
    const kept = Object.entries(headers).filter(([name]) => !OF_BODY.includes(name))
    outgoing.writeHead(status, {
      ...Object.fromEntries(kept),
      ...(rewrite === null ? {} : { 'content-type': inUtf8(found.type) }),
    })
    return await pipeline(parts, outgoing)
  } catch (error) {
    if (outgoing.headersSent) throw error
    const problem = `"${coding}", but its body cannot be decoded: ${(error as Error).message}`
    refuseCoding(proxy, problem, outgoing)
  }
}
