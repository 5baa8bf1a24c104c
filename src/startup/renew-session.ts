import type { ErrorCode } from '#contract/errors.ts'
import type { LineProfile, Ports } from '#src/ports.ts'
import { lineFacts, withTimeLimit } from './runner.ts'
import { type EarlyLogin, isDecided, login, outcomeOf, startSession } from './sign-in.ts'
import { needsNewTokens } from './steps/line.ts'

/**
 * `sign-in-needed`: signing in would leave the page (for `how`, see `EndedSignIn`). `init-failed`: LINE's SDK did not
 * initialise. `refused`: `code` is null if LINE's profile could not be read. `other-customer`: LINE's user is not
 * `owner`, so the new session is not used.
 */
export type Renewed =
  | { readonly kind: 'ok'; readonly customerId: string; readonly profile: LineProfile }
  | { readonly kind: 'sign-in-needed'; readonly how: 'login' | 'renew' }
  | { readonly kind: 'refused'; readonly code: ErrorCode | null }
  /** Phone's clock, milliseconds since 1970. */
  | { readonly kind: 'unreachable'; readonly until: number | null }
  | { readonly kind: 'init-failed' | 'other-customer' }

type Needs = Pick<Ports, 'api' | 'line' | 'cookie' | 'tabs' | 'clock'>

/**
 * Gets a session without leaving the page, for `owner` or, if null, for any customer. Does not renew expired LINE
 * tokens, because that reloads the page and needs a tap.
 */
export async function renewSession(
  ports: Needs,
  {
    owner,
    knownProfile,
    early,
  }: {
    readonly owner: string | null
    readonly knownProfile: LineProfile | null
    readonly early: EarlyLogin | null
  },
  isCurrent: () => boolean,
): Promise<Renewed> {
  const { line } = ports
  const init = await withTimeLimit(ports.clock, line.init())
  if (!init.ok) {
    if (init.kind !== 'refused') return unreachable
    return needsNewTokens(init) ? { kind: 'sign-in-needed', how: 'renew' } : { kind: 'init-failed' }
  }
  if (!line.loggedIn()) return { kind: 'sign-in-needed', how: 'login' }
  const profile = profileInToken(ports) ?? knownProfile ?? (await profileFromLine(ports))
  if (profile === 'unreachable') return unreachable
  if (profile === null) return { kind: 'refused', code: null }
  const known = early?.userId === profile.userId ? await early.reply : null
  const reply = known !== null && isDecided(known) ? known : await login(ports, profile)
  const outcome = outcomeOf(reply, ports.clock.now())
  if (outcome.kind === 'unreachable') return { kind: 'unreachable', until: outcome.obstacle.until }
  if (outcome.kind === 'refused') {
    const { code } = outcome
    return code === 'LINE_TOKEN_EXPIRED'
      ? { kind: 'sign-in-needed', how: 'renew' }
      : { kind: 'refused', code }
  }
  if (!reply.ok || !isCurrent()) return unreachable
  const { customerId } = outcome
  if (owner !== null && customerId !== owner) return { kind: 'other-customer' }
  startSession(ports, reply.value, profile.userId)
  return { kind: 'ok', customerId, profile }
}

const unreachable = { kind: 'unreachable', until: null } as const

function profileInToken(ports: Needs): LineProfile | null {
  const { claims } = lineFacts(ports)
  if (claims?.name == null) return null
  return { userId: claims.sub, displayName: claims.name, pictureUrl: claims.picture }
}

async function profileFromLine({ line, clock }: Needs): Promise<LineProfile | 'unreachable' | null> {
  const reply = await withTimeLimit(clock, line.profile())
  if (reply.ok) return reply.value
  return reply.kind === 'refused' ? null : 'unreachable'
}
