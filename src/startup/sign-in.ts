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

/** Uses LINE's access token if the app lacks the openid scope. */
function proof(line: Ports['line']): Pick<BodyInput<'login'>, 'idToken' | 'lineAccessToken'> {
  const idToken = line.idToken()
  if (idToken !== null) return { idToken }
  const lineAccessToken = line.accessToken()
  return lineAccessToken === null ? {} : { lineAccessToken }
}

/** Does not store the session. */
export function login({ api, line }: Needs, profile: LineProfile): Promise<Reply<Answer<'login'>>> {
  const body = { lineUserId: profile.userId, ...proof(line) }
  return api.call('login', { body, timeout: SIGN_IN_TIMEOUT_MS })
}

type KnownCustomer = { readonly owner: string; readonly etags: NonNullable<BodyInput<'visit'>['etags']> }

/** Logs in or continues the session of `known`, logs the events (spec S4), and loads the data for home. */
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

export const identityOf = ({ userId, displayName, pictureUrl }: LineProfile): BodyInput<'postCustomer'> => ({
  lineUserId: userId,
  lineDisplayName: clipped(displayName.replace(/\p{Cc}/gu, ' '), LINE_NAME_MAX_LENGTH),
  linePictureUrl: pictureUrl,
})

/** Without form data, the server creates a provisional customer with a session, which /register needs (spec S4). */
export function register(
  { api, line }: Needs,
  profile: LineProfile,
  form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'> = {},
): Promise<Reply<Answer<'register'>>> {
  const body = { ...form, lineUserId: profile.userId, ...proof(line) }
  return api.call('register', { body, timeout: SIGN_IN_TIMEOUT_MS })
}

/** Stores the session and announces it to the other tabs, which share the cookie and may show another customer. */
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

/** Startup's login call, which may begin before the campaign is known to be open. */
export type EarlyLogin = { readonly userId: string; readonly reply: ReturnType<typeof login> }

/**
 * Only our server uses these codes, so they prove that it refused the sign-in. HTTP statuses, and codes such as
 * UNAUTHORIZED, prove nothing.
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

/** True if another call would get the same answer, or the server has requested a pause. */
export const isDecided = (reply: Reply<Session>): boolean =>
  reply.ok ||
  obstacleOf(reply, 0).until !== null ||
  (reply.failure.kind === 'refused' && reply.failure.code.startsWith('CUSTOMER_'))

export function outcomeOf(reply: Reply<Session>, now: number): SignIn {
  if (reply.ok)
    return { kind: 'ok', customerId: reply.value.customerId, registered: isRegistered(reply.value) }
  const { failure } = reply
  if (failure.kind !== 'refused' || !refusals.has(failure.code))
    return { kind: 'unreachable', obstacle: obstacleOf(reply, now) }
  const { code, message, requestId } = failure
  return { kind: 'refused', code, message, requestId }
}
