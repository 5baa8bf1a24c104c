import { mostSimilar } from '#server/similar-words.ts'

/** In the same order as in `.env.example`. */
const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'METRICS_PORT',
  'LIFF_ID',
  'LINE_CHANNEL_ID',
  'LINE_CHANNEL_SECRET',
  'LINE_OA_ID',
  'LINE_MESSAGING_ACCESS_TOKEN',
  'LINE_MESSAGING_CHANNEL_SECRET',
  'PUBLIC_URL',
  'HSTS_SUBDOMAINS',
  'TRUST_PROXY',
  'SHUTDOWN_DELAY',
  'ALLOWED_ORIGINS',
  'CSP_MODE',
  'CSP_REPORT_URI',
  'RECEIPT_READER_URL',
  'RECEIPT_READER_SECRET',
  'DESK_URL',
  'DESK_PORT',
  'DESK_SMTP_URL',
  'DESK_MAIL_FROM',
  'DESK_MAIL_TO',
  'DESK_LINE_TO',
  'AUDIT_HEAD_FILE',
  'TIME_STAMP_URL',
  'LOG_LEVEL',
] as const

/**
 * Prefixes used only by this server, so an unknown name with such a prefix is always a mistake. `LIFF_EMULATOR_…` names
 * belong to the script that sends a program's LINE requests to the emulator.
 */
const OWN_FAMILY = /^(S3|DESK|LIFF(?!_EMULATOR_))_/
/** In names shorter than this, only one letter may differ: allowing two would match unrelated variables. */
const SHORT = 6

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns an error for each variable that is probably a misspelt setting: one or two letters differ, or it has a prefix
 * used only by this server. Other unknown variables belong to other programs.
 */
export function misspelt(env: Environment): string[] {
  const known = new Set<string>(settingNames)
  return Object.keys(env).flatMap(name => {
    const sameInCapitals = name !== name.toUpperCase() && env[name.toUpperCase()] === env[name]
    // Windows ignores case in variable names, so `Port` with the same value as `PORT` is the same variable.
    if (known.has(name) || sameInCapitals || !env[name]?.trim()) return []
    const near = nearest(name, OWN_FAMILY.test(name) ? Number.POSITIVE_INFINITY : null)
    return near === null ? [] : [`${name}: is not a setting; did you mean ${near}?`]
  })
}

/** Returns the most similar setting, or null. If `most` is null, 1 or 2 letters may differ (see `SHORT`). */
const nearest = (name: string, most: number | null): string | null =>
  mostSimilar(name.toUpperCase(), settingNames, setting => most ?? (setting.length < SHORT ? 1 : 2))
