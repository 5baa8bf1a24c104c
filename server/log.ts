import { createHmac, randomBytes } from 'node:crypto'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Keys that are redacted at the top level of a logged object and up to two levels below. */
const secret = [
  'authorization',
  'Authorization',
  'accessToken',
  'lineAccessToken',
  'idToken',
  'token',
  'cookie',
  'staffPin',
  'phone',
  'firstName',
  'lastName',
  'lineDisplayName',
  'email',
  'birthDate',
  'addressLine',
]
const paths = secret.flatMap(name => [name, `*.${name}`, `*.*.${name}`])

type SafeError = {
  type: string
  code?: unknown
  message: string
  stack?: string | undefined
  cause?: SafeError
}

/** Omits the extra fields of database drivers, because PostgreSQL's `detail` contains row values. */
function safeError(error: unknown): SafeError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is not an Error was thrown' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  }
}

const MAX_BUFFERED_BYTES = 1024 * 1024

const pseudonymous = ['lineUserId', 'address']

/**
 * Creates a JSON log. LINE user ids and addresses are replaced with an HMAC with a random key per process, so that all
 * lines about one user can be found without identifying the user.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const key = randomBytes(32)
  const pseudonym = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16)
  const options = {
    level,
    serializers: { err: safeError },
    redact: { paths, censor: '[redacted]' },
    formatters: {
      level: (label: string) => ({ level: label }),
      log(event: Record<string, unknown>) {
        const replaced = pseudonymous.flatMap(name => {
          const value = event[name]
          return typeof value === 'string' ? [[name, pseudonym(value)] as const] : []
        })
        return replaced.length === 0 ? event : { ...event, ...Object.fromEntries(replaced) }
      },
    },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return pino(options, destination ?? standardOutput())
}

/** If the disk is full, excess lines are dropped and the server keeps running. */
function standardOutput(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, maxLength: MAX_BUFFERED_BYTES })
  out.on('error', () => undefined)
  return out
}
