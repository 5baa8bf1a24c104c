import type { Messaging, NoticeTargets } from './deps.ts'
import { type Environment, misspelt } from './settings/names.ts'
import { type Parsed, parsers } from './settings/parsers.ts'

export type Mode = 'serve' | 'emulator'

export type Settings = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Null to use SQLite in `dataDir` instead of PostgreSQL. */
  readonly databaseUrl: string | null
  /** Bucket for the photos; null to store them in `dataDir`. */
  readonly s3: S3Settings | null
  /** The port is open only on the loopback interface. */
  readonly metricsPort: number | null
  readonly liffId: string | null
  readonly lineChannelId: string | null
  readonly lineChannelSecret: string | null
  readonly lineOaId: string | null
  readonly messaging: Messaging | null
  /** Has no trailing slash. */
  readonly publicUrl: string | null
  readonly hstsSubdomains: boolean
  readonly trustProxy: number
  /** How many seconds the server still accepts calls after a stop signal. */
  readonly shutdownDelayS: number
  readonly allowedOrigins: readonly string[]
  /** With `report-only`, browsers report violations but do not block anything. */
  readonly cspMode: 'enforce' | 'report-only'
  readonly cspReportUri: string | null
  readonly receiptReader: { readonly url: string; readonly secret: string } | null
  readonly desk: DeskSettings | null
  readonly noticeTargets: NoticeTargets
  readonly auditHeadFile: string | null
  readonly timeStampUrl: string | null
  readonly logLevel: string
}

export type DeskSettings = { readonly url: string; readonly port: number }

/** `endpoint` is an origin without a trailing slash. */
export type S3Settings = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

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
  | { readonly ok: false; readonly errors: readonly string[] }

type Source = {
  readonly given: (name: string) => string | null
  readonly read: <T>(name: string, parse: (text: string) => Parsed<T>, fallback: T) => T
  readonly areGiven: (names: readonly string[], others: string) => boolean
  readonly errors: string[]
}

/** Reads environment variables (see `.env.example`). An empty value is treated as unset. */
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

  const optional = <T>(name: string, parse: (text: string) => Parsed<T>): T | null =>
    read<T | null>(name, parse, null)

  function areGiven(names: readonly string[], others: string): boolean {
    const missing = names.filter(name => given(name) === null)
    if (missing.length === names.length) return false
    errors.push(...missing.map(name => `${name}: is not set, but ${others}`))
    return true
  }

  const source: Source = { given, read, areGiven, errors }
  const settings: Settings = {
    port: read('PORT', parsers.port, 4000),
    host: read('HOST', parsers.host, '127.0.0.1'),
    dataDir: given('DATA_DIR') ?? '.data',
    databaseUrl: optional('DATABASE_URL', parsers.databaseUrl),
    s3: readS3(source),
    metricsPort: read('METRICS_PORT', parsers.metricsPort, mode === 'serve' ? 9464 : null),
    liffId: optional('LIFF_ID', parsers.liffId),
    lineChannelId: optional('LINE_CHANNEL_ID', parsers.channelId),
    lineChannelSecret: optional('LINE_CHANNEL_SECRET', parsers.channelSecret),
    lineOaId: optional('LINE_OA_ID', parsers.oaId),
    messaging: readMessaging(source),
    publicUrl: optional('PUBLIC_URL', text => parsers.publicUrl(text, mode)),
    hstsSubdomains: read('HSTS_SUBDOMAINS', parsers.onOff, true),
    trustProxy: read('TRUST_PROXY', parsers.trustProxy, 0),
    shutdownDelayS: read('SHUTDOWN_DELAY', parsers.shutdownDelay, 5),
    allowedOrigins: read<readonly string[]>('ALLOWED_ORIGINS', text => parsers.origins(text, mode), []),
    cspMode: read<'enforce' | 'report-only'>('CSP_MODE', parsers.cspMode, 'enforce'),
    cspReportUri: optional('CSP_REPORT_URI', parsers.reportUri),
    receiptReader: readReader(source),
    desk: readDesk(source, mode),
    noticeTargets: readNoticeTargets(source),
    auditHeadFile: given('AUDIT_HEAD_FILE'),
    timeStampUrl: optional('TIME_STAMP_URL', parsers.timeStampUrl),
    logLevel: read('LOG_LEVEL', parsers.logLevel, mode === 'serve' ? 'info' : 'warn'),
  }
  if (mode === 'serve') {
    for (const name of required) if (given(name) === null) errors.push(`${name}: is required but not set`)
    for (const name of Object.keys(env).filter(one => one.startsWith('EMULATOR_') && given(one) !== null)) {
      errors.push(`${name}: is an emulator setting and must not be set in production`)
    }
    if (
      settings.liffId &&
      settings.lineChannelId &&
      !settings.liffId.startsWith(`${settings.lineChannelId}-`)
    ) {
      errors.push('LIFF_ID: must start with LINE_CHANNEL_ID, but belongs to another channel')
    }
    if (settings.noticeTargets.lineIds.length > 0 && settings.messaging === null)
      errors.push('LINE_MESSAGING_ACCESS_TOKEN: is not set, but DESK_LINE_TO is')
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, settings: settings as SettingsOf<M> }
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** Requires all five settings or none, so that it is clear where photos are stored. */
function readS3({ given, read, areGiven }: Source): S3Settings | null {
  if (!areGiven(s3Names, 'other bucket settings (S3_…) are')) return null
  return {
    endpoint: read('S3_ENDPOINT', parsers.endpoint, ''),
    bucket: read('S3_BUCKET', parsers.bucket, ''),
    region: read('S3_REGION', parsers.region, ''),
    accessKey: given('S3_ACCESS_KEY') ?? '',
    secretKey: given('S3_SECRET_KEY') ?? '',
  }
}

/** The messages link to the LIFF app, so they need its id. */
function readMessaging({ given, read, errors }: Source): Settings['messaging'] {
  const channelSecret = read('LINE_MESSAGING_CHANNEL_SECRET', parsers.channelSecret, '')
  if (given('LINE_MESSAGING_ACCESS_TOKEN') === null) return null
  if (given('LIFF_ID') === null) errors.push('LIFF_ID: is not set, but LINE_MESSAGING_ACCESS_TOKEN is')
  return {
    accessToken: read('LINE_MESSAGING_ACCESS_TOKEN', parsers.accessToken, ''),
    liffId: given('LIFF_ID') ?? '',
    ...(channelSecret === '' ? {} : { channelSecret }),
  }
}

/** The desk is disabled if its public origin is not set, but always enabled with the emulator. */
function readDesk({ given, read, errors }: Source, mode: Mode): DeskSettings | null {
  const port = read('DESK_PORT', parsers.port, DESK_PORT)
  const fallback = mode === 'emulator' ? `http://localhost:${port}` : null
  const url = read<string | null>('DESK_URL', text => parsers.publicUrl(text, mode), fallback)
  if (url === null && given('DESK_PORT') !== null && given('DESK_URL') === null)
    errors.push('DESK_URL: is not set, but DESK_PORT is')
  const campaign = given('PUBLIC_URL')
  // Browsers send a host's cookies to all of its ports, so only a developer's machine may use one host for app and
  // desk.
  const place = mode === 'serve' ? 'hostname' : 'origin'
  if (
    url !== null &&
    campaign !== null &&
    URL.canParse(campaign) &&
    new URL(url)[place] === new URL(campaign)[place]
  )
    errors.push(
      'DESK_URL: must have another host name than PUBLIC_URL, so that customers’ pages cannot reach it',
    )
  return url === null ? null : { url, port }
}

const DESK_PORT = 4100

/** Requires both settings or none: without the secret, anyone could send the requests. */
function readReader({ read, areGiven }: Source): Settings['receiptReader'] {
  const names = ['RECEIPT_READER_URL', 'RECEIPT_READER_SECRET']
  if (!areGiven(names, 'the other RECEIPT_READER_… setting is')) return null
  return {
    url: read('RECEIPT_READER_URL', parsers.readerUrl, ''),
    secret: read('RECEIPT_READER_SECRET', parsers.readerSecret, ''),
  }
}

/** Only the operator can set these targets, so a manager cannot redirect the notices. */
function readNoticeTargets({ read, areGiven }: Source): NoticeTargets {
  const lineIds = read<readonly string[]>('DESK_LINE_TO', parsers.lineIds, [])
  const names = ['DESK_SMTP_URL', 'DESK_MAIL_FROM', 'DESK_MAIL_TO']
  if (!areGiven(names, 'other mail settings of the desk are')) return { mail: null, lineIds }
  const mail = {
    smtpUrl: read('DESK_SMTP_URL', parsers.smtpUrl, ''),
    from: read('DESK_MAIL_FROM', parsers.mailAddress, ''),
    to: read<readonly string[]>('DESK_MAIL_TO', parsers.mailAddresses, []),
  }
  return { mail, lineIds }
}
