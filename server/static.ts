import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Hono } from 'hono'
import { ASSETS_COOKIE } from '#contract/limits.ts'
import { chooseEncoding, type Encoding, encode } from './compress.ts'
import { sha256Hex } from './hash.ts'
import { inlineScriptHashes } from './http/csp.ts'
import { matchesEtag } from './http/etag.ts'
import { notOfTheApp } from './http/paths.ts'
import { securityHeaders } from './http/secure-headers.ts'

type Options = {
  readonly csp: (scriptHashes: readonly string[]) => string
  readonly cspReportOnly?: boolean
  readonly hsts: string | false
  readonly compress?: boolean
  readonly rewriteHtml?: (html: string) => string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

const MISSING = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/**
 * A phone that reopens the app within five minutes does not request the document again. The
 * response is `private`, because the document depends on a cookie.
 */
export const DOCUMENT = 'private, max-age=300'
export const PERMISSIONS = 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()'

type File = {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
  readonly cacheControl: string
  readonly scriptHashes: readonly string[]
  /** Filled with Brotli at startup, and with gzip on the first request. */
  readonly encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

const SMALL = '/index.html'
/** This document contains the first scripts (`build/inline-document.ts`). */
const INLINE = '/index-inline.html'
/** The app sets this cookie once the phone has the files that the small document needs. */
const HAS_FILES = `${ASSETS_COOKIE}=1`

/**
 * Serves only files that were in the folder at the first request, and never dotfiles or symbolic links. Other paths are
 * screens and get `index.html`, but those with a file extension only if the client accepts HTML. Missing `/assets/`
 * files get a 404. Clients without the app's first files get a document that contains them. Returns null for paths of
 * the API and the emulator, and for methods other than GET and HEAD.
 */
export function serveStatic(
  distDir: string,
  options: Options,
): (request: Request) => Promise<Response | null> {
  let files: Promise<ReadonlyMap<string, File>> | null = null
  // Retry later if the folder could not be read, for example because the app has not been built yet.
  const opened = () => {
    files ??= load(distDir, options.rewriteHtml).catch(error => {
      files = null
      throw error
    })
    return files
  }
  // Compress before the first request, because brotli takes seconds at its best quality.
  if (options.compress)
    opened()
      .then(compressAll)
      .catch(() => undefined)

  const app = new Hono()
  app.use(securityHeaders(options.hsts))
  app.get('*', async c => {
    const { pathname } = new URL(c.req.url)
    const asksPage = /\btext\/html\b/.test(c.req.header('accept') ?? '')
    const [file, ...older] = filesFor(await opened(), pathname, asksPage, hasFiles(c.req.header('cookie')))
    if (!file) return c.body('Not found\n', 404, MISSING)
    const accepted = options.compress ? c.req.raw.headers.get('accept-encoding') : null
    const { headers, encoding } = described(file, accepted, options)
    for (const one of [headers, ...older.map(file => described(file, accepted, options).headers)])
      if (matchesEtag(c.req.raw.headers.get('if-none-match'), one.ETag ?? ''))
        return new Response(null, { status: 304, headers: one })
    if (encoding) headers['Content-Encoding'] = encoding
    const bytes = encoding ? await encodedOf(file, encoding) : file.bytes
    headers['Content-Length'] = String(bytes.byteLength)
    return new Response(bytes, { headers })
  })
  app.onError(error => {
    throw error
  })
  return async request => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    return reads && !notOfTheApp.test(new URL(request.url).pathname) ? app.fetch(request) : null
  }
}

/** Compresses one file at a time, so that the server can respond in between. */
async function compressAll(files: ReadonlyMap<string, File>): Promise<void> {
  for (const file of files.values()) {
    const type = types[extname(file.path).toLowerCase()] ?? ''
    if (chooseEncoding('br', type, file.bytes.byteLength) === 'br') await encodedOf(file, 'br')
  }
}

function encodedOf(file: File, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const made = file.encoded.get(encoding) ?? encode(file.bytes, encoding)
  file.encoded.set(encoding, made)
  return made
}

async function load(
  distDir: string,
  rewriteHtml = (html: string) => html,
): Promise<ReadonlyMap<string, File>> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true })
  const files = new Map<string, File>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const path = `/${relative(distDir, full).split(sep).join('/')}`
    if (path.includes('/.')) continue
    const read = await readFile(full)
    const html = path.endsWith('.html') ? rewriteHtml(read.toString()) : null
    const bytes = new Uint8Array(html === null ? read : Buffer.from(html))
    files.set(path, {
      path,
      bytes,
      etag: `"${sha256Hex(bytes).slice(0, 32)}"`,
      cacheControl: path.startsWith('/assets/') ? IMMUTABLE : 'no-cache',
      scriptHashes: inlineScriptHashes(html ?? ''),
      encoded: new Map(),
    })
  }
  return files
}

/** Returns the file to send, followed by other current files that the client may have cached. */
function filesFor(
  files: ReadonlyMap<string, File>,
  pathname: string,
  asksPage: boolean,
  hasFiles: boolean,
): readonly File[] {
  const path = decoded(pathname)
  const exact = path === INLINE ? undefined : files.get(path ?? '')
  if (exact) return [exact]
  const looksLikeFile = path === null || extname(path) !== ''
  const isScreen = !pathname.startsWith('/assets/') && !(path ?? '').includes('/.')
  if (!isScreen || (looksLikeFile && !asksPage)) return []
  const documents = hasFiles ? [SMALL] : [INLINE, SMALL]
  return documents.flatMap(document => {
    const file = files.get(document)
    return file ? { ...file, cacheControl: DOCUMENT } : []
  })
}

const hasFiles = (cookies: string | undefined): boolean =>
  (cookies ?? '').split(';').some(cookie => cookie.trim() === HAS_FILES)

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function described(file: File, accepted: string | null, { csp, cspReportOnly, compress }: Options) {
  const type = types[extname(file.path).toLowerCase()] ?? 'application/octet-stream'
  const encoding = chooseEncoding(accepted, type, file.bytes.byteLength)
  const headers: Record<string, string> = {
    'Content-Type': type,
    ETag: encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag,
    'Cache-Control': file.cacheControl,
    ...(compress ? { Vary: 'Accept-Encoding' } : {}),
    ...(type.startsWith('text/html')
      ? {
          [`Content-Security-Policy${cspReportOnly ? '-Report-Only' : ''}`]: csp(file.scriptHashes),
          'Permissions-Policy': PERMISSIONS,
        }
      : {}),
  }
  return { headers, encoding }
}
