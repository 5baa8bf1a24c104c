import type { Answer, BodyInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { LINE_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'
import type { LogEvent } from '#contract/schema/log.ts'
import type { LineProfile, Ports, Reply } from '#src/ports.ts'
import { SIGN_IN_TIMEOUT_MS } from './limits.ts'
import { obstacleOf } from './obstacle.ts'
import type { SignIn } from './types.ts'

type Needs = Pick<Ports, 'api' | 'line'>
type Session = Answer<'login'> | Answer<'register'>

/**
 * Returns the customer's proof of identity for the server: LINE's ID token, or LINE's access token if the app
 * lacks the openid scope.
 */
function proof(line: Ports['line']): Pick<BodyInput<'login'>, 'idToken' | 'lineAccessToken'> {
  const idToken = line.idToken()
  if (idToken !== null) return { idToken }
  const lineAccessToken = line.accessToken()
  return lineAccessToken === null ? {} : { lineAccessToken }
}

/**
 * Logs in to the server with the LINE user id, and with LINE's token as proof (spec S4). Does not store the
 * session.
 */
export function login({ api, line }: Needs, profile: LineProfile): Promise<Reply<Answer<'login'>>> {
  const body = { lineUserId: profile.userId, ...proof(line) }
  return api.call('login', { body, timeout: SIGN_IN_TIMEOUT_MS })
}

/** The customer whose data the phone has, and the ETags of that data. */
type KnownCustomer = { readonly owner: string; readonly etags: NonNullable<BodyInput<'visit'>['etags']> }

/**
 * Makes the visit call: logs in like `login`, or continues the session of `known`. Also posts the customer and logs the
 * events (spec S4), and returns what home shows.
 */
export function visit(
  { api, line }: Needs,
  profile: LineProfile,
  events: readonly LogEvent[],
  known: KnownCustomer | null,
): Promise<Reply<Answer<'visit'>>> {
  const { owner, etags } = known ?? {}
  const body = { ...identityOf(profile), ...proof(line), events: [...events], etags }
  return api.call('visit', { body, timeout: SIGN_IN_TIMEOUT_MS, ...(owner && { owner }) })
}

/** Returns LINE's data of a customer, as the server stores it. */
export const identityOf = ({ userId, displayName, pictureUrl }: LineProfile): BodyInput<'postCustomer'> => ({
  lineUserId: userId,
  lineDisplayName: clipped(displayName.replace(/\p{Cc}/gu, ' '), LINE_NAME_MAX_LENGTH),
  linePictureUrl: pictureUrl,
})

/**
 * Makes spec S4's register call. Without form data, the server creates a provisional customer with a session,
 * which /register needs.
 */
export function register(
  { api, line }: Needs,
  profile: LineProfile,
  form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'> = {},
): Promise<Reply<Answer<'register'>>> {
  const body = { ...form, lineUserId: profile.userId, ...proof(line) }
  return api.call('register', { body, timeout: SIGN_IN_TIMEOUT_MS })
}

/**
 * Puts a new session into the cookie and announces it to the other tabs: they share the cookie, and may show another
 * customer. `lineUserId` is the user who signed in.
 */
export function startSession(
  { cookie, tabs }: Pick<Ports, 'cookie' | 'tabs'>,
  session: Session,
  lineUserId: string,
): void {
  cookie.set(session.accessToken)
  const { customerId } = session
  tabs.post({ type: 'signed-in', customerId, lineUserId, registered: isRegistered(session) })
}

const isRegistered = (session: Session): boolean => !('status' in session) || session.status === 'registered'

/** The login call that startup has made, perhaps before it knew whether the campaign was open. */
export type EarlyLogin = { readonly userId: string; readonly reply: ReturnType<typeof login> }

/**
 * The refusals that are about the customer or LINE's token. No gateway uses these codes, so they prove that our server has
 * refused the sign-in, even a server with only the specification's calls (S7), which repeats no key. A status or a code
 * such as UNAUTHORIZED or NOT_FOUND proves nothing: gateways and other programs send them in the same format.
 */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'LINE_TOKEN_REQUIRED',
  'LINE_TOKEN_INVALID',
  'LINE_TOKEN_EXPIRED',
  'LINE_USER_MISMATCH',
  'CUSTOMER_NOT_REGISTERED',
  'CUSTOMER_CANCELLED',
  'CUSTOMER_BLOCKED',
])

/**
 * True if another login call would get the same answer: the server knows who LINE's user is, or has asked not to be called
 * for a while.
 */
export const isDecided = (reply: Reply<Session>): boolean =>
  reply.ok ||
  obstacleOf(reply, 0).until !== null ||
  (reply.failure.kind === 'refused' && reply.failure.code.startsWith('CUSTOMER_'))

/** Maps a reply to a sign-in outcome. Any failure that is not one of `refusals` counts as an unreachable server. */
export function outcomeOf(reply: Reply<Session>, now: number): SignIn {
  if (reply.ok)
    return { kind: 'ok', customerId: reply.value.customerId, registered: isRegistered(reply.value) }
  const { failure } = reply
  if (failure.kind !== 'refused' || !refusals.has(failure.code))
    return { kind: 'unreachable', obstacle: obstacleOf(reply, now) }
  const { code, message, requestId } = failure
  return { kind: 'refused', code, message, requestId }
}
