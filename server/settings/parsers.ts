export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string }

const valid = <T>(value: T): Parsed<T> => ({ ok: true, value })
const invalid = (why: string): Parsed<never> => ({ ok: false, why })

const matching =
  (pattern: RegExp, why: string) =>
  (text: string): Parsed<string> =>
    pattern.test(text) ? valid(text) : invalid(why)

const wholeNumber =
  (min: number, max: number) =>
  (text: string): Parsed<number> =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? valid(Number(text))
      : invalid(`must be a whole number from ${min} to ${max}`)

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function originIn(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return plain ? url : null
}

/** Production requires HTTPS: LINE opens only HTTPS pages, and the token's cookie is Secure. */
function publicUrl(text: string, mode: 'serve' | 'emulator'): Parsed<string> {
  const url = originIn(text)
  if (!url) return invalid('must be an origin such as https://campaign.example')
  if (url.protocol === 'https:' || (mode === 'emulator' && url.protocol === 'http:')) return valid(url.origin)
  return invalid('must start with https://')
}

function origins(text: string, mode: 'serve' | 'emulator'): Parsed<readonly string[]> {
  const found = text.split(',').map(part => publicUrl(part.trim(), mode))
  const bad = found.findIndex(one => !one.ok)
  if (bad >= 0) return invalid(`entry ${bad + 1} must be an origin such as https://www.example.com`)
  return valid(found.flatMap(one => (one.ok ? [one.value] : [])))
}

const DATABASE_EXAMPLE = 'postgres://user:password@host:5432/campaign?sslmode=verify-full'

/** The address may contain a password, so error messages do not repeat it. */
function databaseUrl(text: string): Parsed<string> {
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url) return invalid(`must be a URL such as ${DATABASE_EXAMPLE}; leave it unset to use SQLite`)
  if (url.pathname.length < 2) return invalid(`must contain a database name, such as ${DATABASE_EXAMPLE}`)
  return valid(text)
}

/** With `0`, metrics are disabled. */
function metricsPort(text: string): Parsed<number | null> {
  return text === '0' ? valid(null) : wholeNumber(1, 65_535)(text)
}

function endpoint(text: string): Parsed<string> {
  const url = originIn(text)
  if (!url || !/^https?:$/.test(url.protocol))
    return invalid('must be an origin such as https://s3.example.com')
  return valid(url.origin)
}

function onOff(text: string): Parsed<boolean> {
  return text === 'on' || text === 'off' ? valid(text === 'on') : invalid('must be on or off')
}

function cspMode(text: string): Parsed<'enforce' | 'report-only'> {
  return text === 'enforce' || text === 'report-only'
    ? valid(text)
    : invalid('must be enforce or report-only')
}

/** The address becomes part of a CSP header, so characters that would end the directive are rejected. */
function reportUri(text: string): Parsed<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' && !/[\s;,]/.test(url.href)) return valid(url.href)
  return invalid('must be an address such as https://reports.example.com/csp')
}

/**
 * Parses the URL of a service that the server calls. Accepts `http:`, because a receipt reader can be in the operator's
 * own network, and timestamps are signed.
 */
const calledUrl =
  (example: string) =>
  (text: string): Parsed<string> => {
    const url = URL.canParse(text) ? new URL(text) : null
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === ''
    return isPlain ? valid(url.href) : invalid(`must be an address such as ${example}`)
  }

/** The address may contain a password, so error messages do not repeat it. */
function smtpUrl(text: string): Parsed<string> {
  const url = /^smtps?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && url.hostname !== '' && /^\/?$/.test(url.pathname + url.search + url.hash)
  return isPlain ? valid(text) : invalid('must be a URL such as smtps://user:password@mail.example.com')
}

const MAIL_ADDRESS = /^[^\s@<>(),;:"]{1,64}@[A-Za-z0-9.-]{1,200}$/

const listOf =
  (pattern: RegExp, entry: string) =>
  (text: string): Parsed<readonly string[]> => {
    const found = text.split(',').map(part => part.trim())
    const bad = found.findIndex(one => !pattern.test(one))
    return bad >= 0 ? invalid(`entry ${bad + 1} must be ${entry}`) : valid([...new Set(found)])
  }

/** Error messages never contain a secret's value. */
export const parsers = {
  port: wholeNumber(1, 65_535),
  host: matching(/^[A-Za-z0-9.:-]{1,255}$/, 'must be a host name or an IP address'),
  liffId: matching(/^\d{10}-[A-Za-z0-9]{8}$/, 'must be a LIFF ID such as 1234567890-AbcdEfgh'),
  channelId: matching(/^\d{10}$/, 'must be a channel ID of ten digits'),
  channelSecret: matching(/^[0-9a-f]{32}$/, 'must be a channel secret of 32 hexadecimal digits'),
  accessToken: matching(
    /^[A-Za-z0-9+/=._-]{20,2000}$/,
    'must be a channel access token, at least 20 letters, digits and + / = . _ -',
  ),
  oaId: matching(/^@[A-Za-z0-9._-]{1,20}$/, 'must be an official account ID such as @campaign'),
  publicUrl,
  origins,
  databaseUrl,
  metricsPort,
  onOff,
  endpoint,
  cspMode,
  reportUri,
  readerUrl: calledUrl('https://reader.example.com/read'),
  timeStampUrl: calledUrl('https://tsa.example.com/tsr'),
  readerSecret: matching(/^\S{16,200}$/, 'must have 16 to 200 characters and no spaces'),
  smtpUrl,
  mailAddress: matching(MAIL_ADDRESS, 'must be a mail address such as desk@example.com'),
  mailAddresses: listOf(MAIL_ADDRESS, 'a mail address such as lead@example.com'),
  lineIds: listOf(
    /^[UCR][0-9a-f]{32}$/,
    'the id of a user, group or room at LINE: U, C or R and 32 hexadecimal digits',
  ),
  bucket: matching(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be a bucket name of 3 to 63 lower-case characters',
  ),
  region: matching(/^[a-z0-9-]{1,40}$/i, 'must be a region such as ap-southeast-1'),
  trustProxy: wholeNumber(0, 10),
  shutdownDelay: wholeNumber(0, 60),
  logLevel: (text: string): Parsed<string> =>
    levels.includes(text) ? valid(text) : invalid(`must be one of ${levels.join(', ')}`),
} as const
