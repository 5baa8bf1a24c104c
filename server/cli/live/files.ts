import { type Finding, skip, unless } from '#server/cli/checks.ts'
import { DOCUMENT, IMMUTABLE } from '#server/static.ts'
import { ask } from './ask.ts'

const PHONE = { 'Accept-Encoding': 'gzip, deflate, br', Accept: 'text/html' }
const NO_CACHE = 'no-cache'

/**
 * Checks the caching and compression of the page and of one file of each kind, and the 304 response for unchanged
 * files.
 */
export async function filesCheck(url: URL): Promise<Finding> {
  const page = await ask(new URL('/', url), { headers: { Accept: 'text/html' } })
  const asset = /\/assets\/[\w./-]+\.(?:js|css)/.exec(page.body)?.[0]
  if (asset === undefined) return skip('the page loads no file from /assets/: is the app built?')
  const problems = [
    ...(await problemsOf(new URL('/', url), DOCUMENT)),
    ...(await problemsOf(new URL(asset, url), IMMUTABLE)),
    ...(await problemsOf(new URL('/sw.js', url), NO_CACHE)),
    ...(await problemsOf(new URL('/version.json', url), NO_CACHE)),
  ]
  return unless(
    problems,
    'compressed, cached for the server’s times, and not sent again if unchanged',
    'The proxy must not compress, cache or change files on its own.',
  )
}

/** Smaller responses are not compressed. */
const SMALL_BYTES = 1000

async function problemsOf(url: URL, cacheControl: string): Promise<string[]> {
  const { status, values, body } = await ask(url, { headers: PHONE })
  const { pathname } = url
  if (status !== 200) return [`${pathname} answers ${status}`]
  const caching = values('cache-control').join(', ')
  const encoding = values('content-encoding').join(', ')
  const etag = values('etag')[0]
  const again = etag === undefined ? null : await ask(url, { headers: { ...PHONE, 'If-None-Match': etag } })
  return [
    ...(caching === cacheControl
      ? []
      : [`${pathname} has Cache-Control "${caching}" instead of "${cacheControl}"`]),
    ...(encoding === 'br' || body.length < SMALL_BYTES
      ? []
      : [
          `${pathname} is ${encoding === '' ? 'not compressed' : `compressed with ${encoding}`} instead of br`,
        ]),
    ...(again?.status === 304 ? [] : [`${pathname} is sent again although it has not changed`]),
  ]
}
