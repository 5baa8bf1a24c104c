import { AUTH_CODE_LIFETIME_MS } from '../limits.ts'
import type { Line } from '../world/line.ts'
import type { AuthCode } from '../world/state.ts'

/** The scenario can make the code unusable from the start. */
export function issueCode(line: Line, login: Omit<AuthCode, 'expiresAt'>): string {
  const code = line.secret()
  const now = line.now()
  const { authorizationCode } = line.world().scenario.tokens
  const expiresAt = authorizationCode === 'expired' ? now : now + AUTH_CODE_LIFETIME_MS
  line.dispatch({ type: 'code-issued', code, now, record: { ...login, expiresAt } })
  if (authorizationCode === 'used') line.dispatch({ type: 'code-spent', code })
  return code
}
