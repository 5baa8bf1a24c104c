import { createHmac, randomBytes } from 'node:crypto'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Values that are never written, wherever in a logged object they stand up to two levels deep. */
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

/** An error without what drivers hang on to it: PostgreSQL's `detail` repeats the values of a row. */
function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is no error' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  }
}

/** Of lines that cannot be written, in bytes; the next line tries again. */
const KEPT_BYTES = 1024 * 1024

/**
 * The server's log: a line of JSON for each event, on standard output unless another destination is given.
 * A LINE user id is written as its HMAC under a key of this process, so that lines about one user can be put
 * together and nobody can be looked up by them.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const key = randomBytes(32)
  const pseudonym = (lineUserId: string) =>
    createHmac('sha256', key).update(lineUserId).digest('hex').slice(0, 16)
  const options = {
    level,
    serializers: { err: safeError },
    redact: { paths, censor: '[redacted]' },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (event: Record<string, unknown>) =>
        typeof event.lineUserId === 'string' ? { ...event, lineUserId: pseudonym(event.lineUserId) } : event,
    },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return pino(options, destination ?? standardOutput())
}

/** Standard output. A disk that is full under it costs lines beyond those that are kept, and not the server. */
function standardOutput(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES })
  out.on('error', () => undefined)
  return out
}
