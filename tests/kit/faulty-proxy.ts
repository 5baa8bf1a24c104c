import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlain, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createSecure } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** The paths of a key and a self-signed certificate. NODE_EXTRA_CA_CERTS makes Node.js trust the certificate. */
export type Certificate = { readonly key: string; readonly cert: string }

/** Creates a certificate for a host name. It is valid for `days` from now, or expired if `days` is negative. */
export function certificateFor(folder: string, host: string, days: number): Certificate {
  const file = (end: string) => join(folder, `${host}${days}.${end}`)
  const [key, asked, cert] = [file('key'), file('csr'), file('crt')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl('req', '-new', ...curve, ...subject, '-out', asked)
  openssl(
    'x509',
    '-req',
    '-in',
    asked,
    '-signkey',
    key,
    '-days',
    `${days}`,
    '-copy_extensions',
    'copy',
    '-out',
    cert,
  )
  return { key, cert }
}

/** A proxy's faults; none by default. */
export type Faults = {
  /** Changes a response's headers, given as alternating names and values. */
  readonly headers?: (raw: string[], path: string) => string[]
  readonly body?: (text: string, path: string) => string
  readonly answer?: (path: string, from: IncomingMessage) => { status: number; body: string } | null
  readonly drop?: readonly string[]
  /** Forwards `X-Forwarded-For` as the client sent it, without adding the client's address. */
  readonly passOn?: boolean
  readonly http1?: boolean
}

type Proxy = { readonly close: () => void }

const forward = (port: number, faults: Faults) => async (from: IncomingMessage, to: ServerResponse) => {
  const { url = '/', method, headers, socket } = from
  const own = faults.answer?.(url, from)
  if (own) {
    to.writeHead(own.status, { 'Content-Type': 'text/html', Connection: 'close' }).end(own.body)
    return
  }
  const forwarded = [headers['x-forwarded-for'], ...(faults.passOn ? [] : [socket.remoteAddress])]
  const passed = Object.fromEntries(
    Object.entries({ ...headers, 'x-forwarded-for': forwarded.filter(Boolean).join(', ') }).filter(
      ([name]) => !name.startsWith(':') && !faults.drop?.includes(name),
    ),
  )
  const onward = request({ port, path: url, method, headers: passed }, async answer => {
    const raw = faults.headers?.(answer.rawHeaders, url) ?? answer.rawHeaders
    const whole = await buffer(answer)
    const changed = faults.body ? Buffer.from(faults.body(whole.toString(), url)) : whole
    to.writeHead(answer.statusCode ?? 502, without(raw, faults.body ? 'content-length' : ''))
    to.end(changed)
  })
  onward.on('error', () => to.writableEnded || to.writeHead(502).end('<h1>Bad gateway</h1>'))
  from.pipe(onward)
}

/** Removes a header from a list of alternating names and values. */
export const without = (raw: readonly string[], name: string): string[] =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== name)

/** Starts an HTTPS proxy on the port `at` in front of the server on `port`. */
export async function tlsProxy(at: number, port: number, files: Certificate, faults: Faults): Promise<Proxy> {
  const options = { key: readFileSync(files.key), cert: readFileSync(files.cert) }
  const listener = forward(port, faults)
  const server = faults.http1
    ? createSecure(options, listener)
    : createSecureServer({ ...options, allowHTTP1: true }, (from, to) =>
        listener(from as unknown as IncomingMessage, to as unknown as ServerResponse),
      )
  await once(server.listen(at, 'localhost'), 'listening')
  return { close: () => server.close() }
}

/** Starts an HTTP server on the port `at` that redirects to `location`, or answers 200 if `location` is null. */
export async function plainServer(at: number, location: string | null): Promise<Proxy> {
  const server = createPlain((_, to) => {
    to.writeHead(location === null ? 200 : 301, location === null ? {} : { Location: location }).end()
  })
  await once(server.listen(at, 'localhost'), 'listening')
  return { close: () => server.close() }
}

/** A text that is long enough for the server to compress. */
const LONG = `// ${'x'.repeat(2000)}\n`

/** Returns the files of a minimal built app for a public address. */
export const smallApp = (origin: string) => ({
  'index.html': `<!doctype html><meta name="liff" content="1234567890-AbcdEfgh">
<meta property="og:url" content="${origin}/"><script>${LONG}</script><script src="/assets/a.js"></script>`,
  'assets/a.js': LONG,
  'sw.js': LONG,
  'version.json': '{"build":"abc"}',
})
