import { createHash } from 'node:crypto'
import { CLOCK_SKEW_S, MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { type Finding, fail, ok, skip, unless, warn } from '#server/cli/checks.ts'
import { ask, fieldOf, reasonOf } from './ask.ts'

/** Checks that http:// only redirects to https://. `port` is the port for http://. */
export async function redirectCheck(url: URL, port: number | null): Promise<Finding> {
  if (port === null) return skip('the address contains a port; set the port of http:// with --http-port')
  const plain = new URL(`http://${url.hostname}:${port}/`)
  const answer = await ask(plain).catch(reasonOf)
  if (typeof answer === 'string')
    return warn(
      `${plain.origin} does not answer (${answer}): people who type the address without https:// see an error`,
    )
  const [location = ''] = answer.values('location')
  const leads = URL.canParse(location, plain.href) ? new URL(location, plain).origin : ''
  const isRedirect = answer.status >= 301 && answer.status <= 308
  return isRedirect && leads === url.origin
    ? ok(`${plain.origin} leads to ${url.origin}`)
    : fail(
        `${plain.origin} answers ${answer.status}${location === '' ? '' : ` and leads to ${location}`}. Let the proxy redirect it to ${url.origin}.`,
      )
}

export async function readyCheck(url: URL): Promise<Finding> {
  const { status, body } = await ask(new URL('/readyz', url))
  if (status === 200 && fieldOf(body, 'ok') === true) return ok('/readyz answers 200')
  return fieldOf(body, 'error') === 'UNAVAILABLE'
    ? fail('the server does not reach its database or its photo storage; see its log')
    : fail(`/readyz answers ${status}, but not as the server does. Check where the proxy sends its requests.`)
}

/**
 * Checks that the largest photo reaches the server. Without a session, the server rejects the photo before reading it;
 * with one, because it is not a real photo.
 */
export async function photoCheck(url: URL, session: string | null): Promise<Finding> {
  const bytes = Buffer.alloc(MAX_IMAGE_BYTES, 1)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const size = `${MAX_IMAGE_BYTES / 1024 / 1024} MB`
  const advice = 'Let the proxy accept bodies of 10 MB (client_max_body_size).'
  const answer = await ask(new URL(`/api/receipt/image/${sha256}`, url), {
    method: 'PUT',
    headers: {
      'Content-Type': 'image/jpeg',
      ...(session === null ? {} : { Authorization: `Bearer ${session}` }),
    },
    body: bytes,
    verified: session !== null,
  }).catch(reasonOf)
  if (typeof answer === 'string') return fail(`a photo of ${size} was cut off (${answer}). ${advice}`)
  const error = fieldOf(answer.body, 'error')
  if (error === (session === null ? 'UNAUTHORIZED' : 'IMAGE_TYPE'))
    return ok(
      session === null
        ? `a photo of ${size} reaches the server, which refuses it without a session`
        : `a photo of ${size} reaches the server completely`,
    )
  return typeof error === 'string'
    ? fail(`the server answers a photo of ${size} with ${error}`)
    : fail(
        `a proxy answers a photo of ${size} with ${answer.status}. ${answer.status >= 500 ? 'See its log.' : advice}`,
      )
}

/** These paths exist only if a proxy serves the files in the server's folder. */
const FILES = [
  '/.env',
  '/.git/config',
  '/.git/HEAD',
  '/.data/campaign.sqlite',
  '/campaign.sqlite',
  '/package.json',
]

export async function privateCheck(url: URL): Promise<Finding> {
  const found: string[] = []
  for (const path of FILES)
    if ((await ask(new URL(path, url))).status < 300) found.push(`${path} can be fetched`)
  const { body } = await ask(new URL('/metrics', url))
  if (body.includes('# HELP ')) found.push('/metrics can be fetched')
  return unless(
    found,
    'metrics, settings and data cannot be fetched',
    'Let the proxy send every path to the server’s PORT, and serve no folder itself.',
  )
}

export async function clockCheck(url: URL): Promise<Finding> {
  const before = Date.now()
  const { body } = await ask(new URL('/api/master/activity', url))
  const time = Date.parse(String(fieldOf(body, 'serverTime')))
  if (Number.isNaN(time)) return fail('the server does not send its time (/api/master/activity)')
  // The server read its clock between the request and the response, so only a larger difference is an error.
  const off = Math.max(0, before - time, time - Date.now())
  const seconds = Math.round(off / 1000)
  return seconds > CLOCK_SKEW_S
    ? fail(
        `the server’s clock differs from this machine’s by ${seconds} s; more than ${CLOCK_SKEW_S} s break the sign-in. Turn on NTP on both.`,
      )
    : ok(`the server’s clock differs from this machine’s by ${seconds} s`)
}
