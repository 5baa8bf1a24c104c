/** A setting's value, or a few words that say what is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string }

const fine = <T>(value: T): Parsed<T> => ({ ok: true, value })
const wrong = (why: string): Parsed<never> => ({ ok: false, why })

const matching =
  (pattern: RegExp, why: string) =>
  (text: string): Parsed<string> =>
    pattern.test(text) ? fine(text) : wrong(why)

const wholeNumber =
  (min: number, max: number) =>
  (text: string): Parsed<number> =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? fine(Number(text))
      : wrong(`is not a whole number from ${min} to ${max}`)

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** An address that is an origin and nothing more; null for any other text. */
function originIn(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return plain ? url : null
}

/** Production is reached by HTTPS only: LINE opens nothing else, and the token's cookie is Secure. */
function publicUrl(text: string, mode: 'serve' | 'emulator'): Parsed<string> {
  const url = originIn(text)
  if (!url) return wrong('is not an origin such as https://campaign.example')
  if (url.protocol === 'https:' || (mode === 'emulator' && url.protocol === 'http:')) return fine(url.origin)
  return wrong('must begin with https://')
}

/** Several origins, with commas between; each as strict as the server's own. */
function origins(text: string, mode: 'serve' | 'emulator'): Parsed<readonly string[]> {
  const found = text.split(',').map(part => publicUrl(part.trim(), mode))
  const bad = found.findIndex(one => !one.ok)
  if (bad >= 0) return wrong(`number ${bad + 1} is no origin such as https://www.example.com`)
  return fine(found.flatMap(one => (one.ok ? [one.value] : [])))
}

const DATABASE_EXAMPLE = 'postgres://user:password@host:5432/campaign'

/** The address may hold a password: it is never repeated. */
function databaseUrl(text: string): Parsed<string> {
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url) return wrong(`is no address such as ${DATABASE_EXAMPLE}; leave it unset to store in SQLite`)
  if (url.pathname.length < 2) return wrong(`names no database; an address is ${DATABASE_EXAMPLE}`)
  return fine(text)
}

/** `0` turns the figures off. */
function metricsPort(text: string): Parsed<number | null> {
  return text === '0' ? fine(null) : wholeNumber(1, 65_535)(text)
}

function endpoint(text: string): Parsed<string> {
  const url = originIn(text)
  if (!url || !/^https?:$/.test(url.protocol)) return wrong('is not an origin such as https://s3.example.com')
  return fine(url.origin)
}

function onOff(text: string): Parsed<boolean> {
  return text === 'on' || text === 'off' ? fine(text === 'on') : wrong('is neither on nor off')
}

function cspMode(text: string): Parsed<'enforce' | 'report-only'> {
  return text === 'enforce' || text === 'report-only'
    ? fine(text)
    : wrong('is neither enforce nor report-only')
}

/** The address becomes part of a header: nothing in it may end the directive. */
function reportUri(text: string): Parsed<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' && !/[\s;,]/.test(url.href)) return fine(url.href)
  return wrong('is no address such as https://reports.example.com/csp')
}

/** How each setting is read. Secrets are never repeated in what is said of them. */
export const parsers = {
  port: wholeNumber(1, 65_535),
  host: matching(/^[A-Za-z0-9.:-]{1,255}$/, 'is not a host name or an address'),
  liffId: matching(/^\d{10}-[A-Za-z0-9]{8}$/, 'is not a LIFF ID such as 1234567890-AbcdEfgh'),
  channelId: matching(/^\d{10}$/, 'is not a channel ID of ten digits'),
  channelSecret: matching(/^[0-9a-f]{32}$/, 'is not a channel secret of 32 hexadecimal digits'),
  oaId: matching(/^@[A-Za-z0-9._-]{1,20}$/, 'is not an official account ID such as @campaign'),
  publicUrl,
  origins,
  databaseUrl,
  metricsPort,
  endpoint,
  onOff,
  cspMode,
  reportUri,
  bucket: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not a bucket name of 3 to 63 lower-case signs'),
  region: matching(/^[a-z0-9-]{1,40}$/i, 'is not a region such as ap-southeast-1'),
  trustProxy: wholeNumber(0, 10),
  logLevel: (text: string): Parsed<string> =>
    levels.includes(text) ? fine(text) : wrong(`is none of ${levels.join(', ')}`),
} as const
