import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { chooseEncoding, type Encoding, encode } from './compress.ts'
import { linksOf } from './early-hints.ts'
import { sha256Hex } from './hash.ts'
import { matchesEtag, securityHeaders } from './http/headers.ts'
import { notOfTheApp } from './http/paths.ts'

type Options = {
  /** The value of `Content-Security-Policy` for HTML. */
  readonly csp: string
  /** Browsers only report what the policy would stop, and stop nothing. */
  readonly cspReportOnly?: boolean
  /** Decides on HSTS, as for the API. */
  readonly publicUrl: string
  /** Sends text compressed to who takes it. Leave it off where the HTML is changed on its way out. */
  readonly compress?: boolean
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const PERMISSIONS = 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()'

type File = {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
  /** What a document fetches first, for its `Link` header; empty for other files. */
  readonly links: string
  /** What it is when compressed: with brotli made at the start, else at the first request for it. */
  readonly encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

/**
 * Serves the built app. Only files that were in the folder at the start are ever opened, each by its exact
 * path, dotfiles never; a path that names no file is a screen of the app and gets its HTML, one that looks like a
 * file's only where a page is asked for, so that the app can say that it is not there.
 * A missing asset is 404 and never HTML. Null for paths of the API and of the emulator, and for other methods
 * than GET and HEAD.
 */
export function serveStatic(
  distDir: string,
  options: Options,
): (request: Request) => Promise<Response | null> {
  const always = securityHeaders(options.publicUrl)
  let files: Promise<ReadonlyMap<string, File>> | null = null
  // What could not be read, as a folder that is not there yet, the next request asks for again.
  const opened = () => {
    files ??= load(distDir).catch(error => {
      files = null
      throw error
    })
    return files
  }
  // Made before anybody waits for it.
  if (options.compress)
    opened()
      .then(compressAll)
      .catch(() => undefined)

  return async request => {
    const { pathname } = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || notOfTheApp.test(pathname)) return null
    const asksPage = /\btext\/html\b/.test(request.headers.get('accept') ?? '')
    const file = fileFor(await opened(), pathname, asksPage)
    if (!file) return notFound(always)
    const headers: Record<string, string> = { ...always, ...headersOf(file, options) }
    const accepted = options.compress ? request.headers.get('accept-encoding') : null
    const encoding = chooseEncoding(accepted, headers['Content-Type'] ?? '', file.bytes.byteLength)
    if (options.compress) headers.Vary = 'Accept-Encoding'
    if (encoding) headers.ETag = file.etag.replace(/"$/, `-${encoding}"`)
    if (matchesEtag(request.headers.get('if-none-match'), headers.ETag ?? '')) {
      return new Response(null, { status: 304, headers })
    }
    // From here caches and proxies learn what to announce before the next answer (103).
    if (file.links !== '') headers.Link = file.links
    if (encoding) headers['Content-Encoding'] = encoding
    const bytes = encoding ? await encodedOf(file, encoding) : file.bytes
    headers['Content-Length'] = String(bytes.byteLength)
    return new Response(request.method === 'HEAD' ? null : bytes, { headers })
  }
}

/** One after the other, so that requests have the processor too. */
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

async function load(distDir: string): Promise<ReadonlyMap<string, File>> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true })
  const files = new Map<string, File>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const path = `/${relative(distDir, full).split(sep).join('/')}`
    if (path.includes('/.')) continue
    const bytes = new Uint8Array(await readFile(full))
    const links = path === '/index.html' ? linksOf(new TextDecoder().decode(bytes)).join(', ') : ''
    files.set(path, { path, bytes, etag: `"${sha256Hex(bytes).slice(0, 32)}"`, links, encoded: new Map() })
  }
  return files
}

function fileFor(files: ReadonlyMap<string, File>, pathname: string, asksPage: boolean): File | undefined {
  const path = decoded(pathname)
  const exact = files.get(path ?? '')
  if (exact) return exact
  const looksLikeFile = path === null || extname(path) !== ''
  const screen = !pathname.startsWith('/assets/') && !(path ?? '').includes('/.')
  return screen && (asksPage || !looksLikeFile) ? files.get('/index.html') : undefined
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function headersOf(file: File, { csp, cspReportOnly }: Options): Record<string, string> {
  const type = types[extname(file.path).toLowerCase()] ?? 'application/octet-stream'
  return {
    'Content-Type': type,
    ETag: file.etag,
    'Cache-Control': file.path.startsWith('/assets/') ? IMMUTABLE : 'no-cache',
    ...(type.startsWith('text/html')
      ? {
          [`Content-Security-Policy${cspReportOnly ? '-Report-Only' : ''}`]: csp,
          'Permissions-Policy': PERMISSIONS,
        }
      : {}),
  }
}

function notFound(always: Readonly<Record<string, string>>): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { ...always, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
