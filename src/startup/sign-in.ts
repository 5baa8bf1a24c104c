import type { Answer, BodyInput } from '#contract/calls.ts'
import type { LineProfile, Ports, Reply } from '#src/ports.ts'
import { SIGN_IN_TIMEOUT_MS } from './limits.ts'
import type { SignIn } from './types.ts'

type Needs = Pick<Ports, 'api' | 'line' | 'cookie'>

/** What proves to the server who is there: LINE's ID token, or the access token where the openid scope is missing. */
function proof(line: Ports['line']): Pick<BodyInput<'login'>, 'idToken' | 'lineAccessToken'> {
  const idToken = line.idToken()
  if (idToken !== null) return { idToken }
  const lineAccessToken = line.accessToken()
  return lineAccessToken === null ? {} : { lineAccessToken }
}

/** S4: logs in to the backend with lineUserId, and with LINE's own token as the proof. Keeps nothing yet. */
export function login({ api, line }: Needs, profile: LineProfile): Promise<Reply<Answer<'login'>>> {
  const body = { lineUserId: profile.userId, ...proof(line) }
  return api.call('login', { body, timeout: SIGN_IN_TIMEOUT_MS })
}

/** S4's register path. Without a form: a provisional customer with a session, so that /register can work. */
export function register(
  { api, line }: Needs,
  profile: LineProfile,
  form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'> = {},
): Promise<Reply<Answer<'register'>>> {
  const body = { ...form, lineUserId: profile.userId, ...proof(line) }
  return api.call('register', { body, timeout: SIGN_IN_TIMEOUT_MS })
}

/** What a reply means for signing in. The server's own trouble (5xx, too many calls) is like no answer. */
export function outcomeOf(reply: Reply<Answer<'login'>> | Reply<Answer<'register'>>): SignIn {
  if (reply.ok) {
    const registered = !('status' in reply.value) || reply.value.status === 'registered'
    return { kind: 'ok', customerId: reply.value.customerId, registered }
  }
  const { failure } = reply
  if (failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429) {
    return { kind: 'unreachable' }
  }
  const { code, message, requestId } = failure
  return { kind: 'refused', code, message, requestId }
}
