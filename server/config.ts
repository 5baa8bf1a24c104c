import { misspelt } from './settings/names.ts'
import { type Parsed, parsers } from './settings/parsers.ts'

/** `serve` is production against the real LINE; `emulator` is the development stack. */
export type Mode = 'serve' | 'emulator'

export type Settings = {
  readonly port: number
  readonly host: string
  /** Where the embedded database and the photos are, unless the next two say otherwise. */
  readonly dataDir: string
  /** A PostgreSQL database, `postgres://…`; null for the embedded one. */
  readonly databaseUrl: string | null
  /** A bucket for the photos; null for files. */
  readonly s3: S3Settings | null
  /** Port of this machine on which the figures for monitoring are; null for none. */
  readonly metricsPort: number | null
  readonly liffId: string | null
  readonly lineChannelId: string | null
  readonly lineChannelSecret: string | null
  readonly lineOaId: string | null
  /** The origin under which customers reach the server, without a slash at the end. */
  readonly publicUrl: string | null
  readonly trustProxy: number
  /** Whether the proxies before the server pass on a 103 (Early Hints). */
  readonly earlyHints: boolean
  /** Origins besides its own whose pages may call the API. */
  readonly allowedOrigins: readonly string[]
  /** `report-only`: browsers say what the page's policy would break, and break nothing. */
  readonly cspMode: 'enforce' | 'report-only'
  /** Where browsers send what the policy stopped or would stop; null for their console alone. */
  readonly cspReportUri: string | null
  readonly logLevel: string
}

/** An S3-compatible bucket. `endpoint` is an origin without a slash at the end. */
export type S3Settings = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Settings that production cannot do without: there they are never null. */
const required = ['LIFF_ID', 'LINE_CHANNEL_ID', 'LINE_OA_ID', 'PUBLIC_URL'] as const

export type ServeSettings = Settings & {
  readonly liffId: string
  readonly lineChannelId: string
  readonly lineOaId: string
  readonly publicUrl: string
}

type SettingsOf<M extends Mode> = M extends 'serve' ? ServeSettings : Settings

export type ReadSettings<M extends Mode> =
  | { readonly ok: true; readonly settings: SettingsOf<M> }
  /** One line for each setting that is wrong, naming it. */
  | { readonly ok: false; readonly errors: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

/** The settings of an environment (see `.env.example`). An empty value counts as not set. */
export function readSettings<M extends Mode>(env: Environment, mode: M): ReadSettings<M> {
  const errors: string[] = misspelt(env)
  const given = (name: string): string | null => env[name]?.trim() || null

  function read<T>(name: string, parse: (text: string) => Parsed<T>, fallback: T): T {
    const text = given(name)
    if (text === null) return fallback
    const parsed = parse(text)
    if (parsed.ok) return parsed.value
    errors.push(`${name}: ${parsed.why}`)
    return fallback
  }

  const settings: Settings = {
    port: read('PORT', parsers.port, 4000),
    host: read('HOST', parsers.host, mode === 'serve' ? '0.0.0.0' : '127.0.0.1'),
    dataDir: given('DATA_DIR') ?? '.data',
    databaseUrl: read<string | null>('DATABASE_URL', parsers.databaseUrl, null),
    s3: readS3(given, read, errors),
    metricsPort: read<number | null>('METRICS_PORT', parsers.metricsPort, mode === 'serve' ? 9464 : null),
    liffId: read<string | null>('LIFF_ID', parsers.liffId, null),
    lineChannelId: read<string | null>('LINE_CHANNEL_ID', parsers.channelId, null),
    lineChannelSecret: read<string | null>('LINE_CHANNEL_SECRET', parsers.channelSecret, null),
    lineOaId: read<string | null>('LINE_OA_ID', parsers.oaId, null),
    publicUrl: read<string | null>('PUBLIC_URL', text => parsers.publicUrl(text, mode), null),
    trustProxy: read('TRUST_PROXY', parsers.trustProxy, 0),
    earlyHints: read('EARLY_HINTS', parsers.onOff, false),
    allowedOrigins: read<readonly string[]>('ALLOWED_ORIGINS', text => parsers.origins(text, mode), []),
    cspMode: read<'enforce' | 'report-only'>('CSP_MODE', parsers.cspMode, 'enforce'),
    cspReportUri: read<string | null>('CSP_REPORT_URI', parsers.reportUri, null),
    // Under the emulator a developer reads the terminal: only what is wrong is said there.
    logLevel: read('LOG_LEVEL', parsers.logLevel, mode === 'serve' ? 'info' : 'warn'),
  }
  if (mode === 'serve') {
    for (const name of required) if (given(name) === null) errors.push(`${name}: is required and not set`)
    for (const name of Object.keys(env).filter(one => one.startsWith('EMULATOR_') && given(one) !== null)) {
      errors.push(`${name}: belongs to the emulator and must not be set in production`)
    }
    if (
      settings.liffId &&
      settings.lineChannelId &&
      !settings.liffId.startsWith(`${settings.lineChannelId}-`)
    ) {
      errors.push('LIFF_ID: belongs to another channel than LINE_CHANNEL_ID, with which it must begin')
    }
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, settings: settings as SettingsOf<M> }
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** All five settings of a bucket or none: with some of them nobody knows where the photos go. */
function readS3(
  given: (name: string) => string | null,
  read: (name: string, parse: (text: string) => Parsed<string>, fallback: string) => string,
  errors: string[],
): S3Settings | null {
  if (s3Names.every(name => given(name) === null)) return null
  for (const name of s3Names.filter(one => given(one) === null))
    errors.push(`${name}: is not set, although other settings of the bucket (S3_…) are`)
  return {
    endpoint: read('S3_ENDPOINT', parsers.endpoint, ''),
    bucket: read('S3_BUCKET', parsers.bucket, ''),
    region: read('S3_REGION', parsers.region, ''),
    accessKey: given('S3_ACCESS_KEY') ?? '',
    secretKey: given('S3_SECRET_KEY') ?? '',
  }
}
