import type { LineProfile, Ports } from '#src/ports.ts'
import { lineFacts } from './runner.ts'
import { login, outcomeOf, startSession } from './sign-in.ts'

/**
 * Result of a sign-in in the background. `startup-needed` means that only a full startup run can decide what
 * to show. `other-customer`: LINE's user is another customer than `owner` now. That customer's session is not used.
 */
export type Renewed =
  | { readonly kind: 'ok'; readonly customerId: string; readonly profile: LineProfile }
  | { readonly kind: 'unreachable' | 'sign-in-needed' | 'startup-needed' | 'other-customer' }

/**
 * Gets a new session through LINE without leaving the page, for the customer `owner`, or for any customer if `owner`
 * is null. Needed if the session has expired or was replaced by another customer's, and to show the receipts of an
 * ended campaign. If LINE's tokens have expired, returns `sign-in-needed`, because renewing them reloads
 * the page, and that must not happen without the customer's action.
 */
export async function renewSession(
  ports: Pick<Ports, 'api' | 'line' | 'cookie' | 'tabs'>,
  { owner, knownProfile }: { readonly owner: string | null; readonly knownProfile: LineProfile | null },
  isCurrent: () => boolean,
): Promise<Renewed> {
  const { line } = ports
  const init = await line.init()
  if (!init.ok) return { kind: init.kind === 'offline' ? 'unreachable' : 'sign-in-needed' }
  if (!line.loggedIn()) return { kind: 'sign-in-needed' }
  const { claims } = lineFacts(ports)
  const profile =
    claims?.name == null
      ? knownProfile
      : { userId: claims.sub, displayName: claims.name, pictureUrl: claims.picture }
  if (profile === null) return { kind: 'startup-needed' }
  const reply = await login(ports, profile)
  const outcome = outcomeOf(reply)
  if (outcome.kind === 'unreachable') return outcome
  if (outcome.kind === 'refused') {
    return { kind: outcome.code === 'LINE_TOKEN_EXPIRED' ? 'sign-in-needed' : 'startup-needed' }
  }
  if (!reply.ok || !isCurrent()) return { kind: 'unreachable' }
  const { customerId } = outcome
  if (owner !== null && customerId !== owner) return { kind: 'other-customer' }
  startSession(ports, reply.value, profile.userId)
  return { kind: 'ok', customerId, profile }
}
