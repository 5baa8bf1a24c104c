import { assertNever } from '#contract/assert-never.ts'
import type { Answer } from '#contract/calls.ts'
import { momentOf } from '#contract/time.ts'
import { backoff } from '#src/outbox/backoff.ts'
import type { LineProfile, LineReply, Ports, Reply } from '#src/ports.ts'
import type { createAsked } from './asked.ts'
import { ACTIVITY_TIMEOUT_MS, LINE_RETRIES, LINE_TIMEOUT_MS } from './limits.ts'
import { obstacleOf } from './obstacle.ts'
import { type login, outcomeOf, register, startSession } from './sign-in.ts'
import type { StartupCache } from './startup-cache.ts'
import type { Command, LineFacts, SignIn, StartupEvent } from './types.ts'

type Asked = ReturnType<typeof createAsked>

type Bare<E> = E extends { readonly run: number } ? Omit<E, 'run'> : never
type CommandAnswer = Bare<StartupEvent>

export type CommandContext = {
  readonly ports: Ports
  readonly cache: StartupCache
  readonly campaign: () => { accept(activity: Answer<'activity'>): void }
  readonly isCurrent: () => boolean
  answer(event: CommandAnswer): void
  readonly asked: Asked
  readonly run: number
  /** `left` is true if the customer has left the campaign, so the queued jobs can never be sent. */
  clearCustomer(customerId: string, left: boolean): void
  openCached(customerId: string): void
  login(profile: LineProfile): Promise<Reply<Answer<'login'>>>
  welcome(command: Extract<Command, { do: 'welcome' }>): void
  retryLater(until: number | null): void
}

export const needsNetwork = ({ do: name }: Command): boolean =>
  name === 'fetch-activity' || name === 'init-line' || name === 'sign-in'

/** Never rejects. An exception thrown by the SDK counts as an error from LINE. */
export async function runCommand(command: Command, host: CommandContext): Promise<void> {
  try {
    await execute(command, host)
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    const refusal = { code: String(code ?? 'UNEXPECTED'), message: String(message ?? error) }
    report(refusal.code, refusal.message)
    host.answer({ type: 'line-refused', now: host.ports.clock.now(), ...refusal })
  }
}

async function execute(command: Command, host: CommandContext): Promise<void> {
  const { ports, cache: kept } = host
  switch (command.do) {
    case 'fetch-activity':
      return fetchActivity(host)
    case 'init-line':
      return callLine(host, askAgain(ports, ports.line.init), () => ({
        type: 'line-ready',
        line: lineFacts(ports),
      }))
    case 'fetch-friendship':
      return callLine(host, askAgain(ports, ports.line.friendship, true), friend => ({
        type: 'friendship',
        friend,
      }))
    case 'fetch-profile':
      return callLine(host, askAgain(ports, ports.line.profile), profile => ({ type: 'profile', profile }))
    case 'sign-in':
      return finishSignIn(
        host,
        command.profile,
        await host.login(command.profile),
        customerOfStoredSession(host, command.profile.userId),
      )
    case 'register-provisional':
      return finishSignIn(host, command.profile, await register(ports, command.profile))
    case 'go':
      return ports.navigation.go(command.path, { replace: true })
    case 'clean-address':
      return ports.navigation.removeSdkParameters()
    case 'leave':
      return ports.navigation.leave(command.url)
    case 'login-line':
      return ports.line.login(command.redirectUri)
    case 'logout-line':
      return ports.line.logout()
    case 'reload':
      return ports.navigation.reload()
    case 'watch-leaving':
      return watchLeaving(host, command.ms)
    case 'store-guards':
      return kept.storeGuards(command.guards)
    case 'store-verdict':
      return kept.storeVerdict(command.verdict)
    case 'clear-token':
      return ports.cookie.remove()
    case 'clear-customer':
      return host.clearCustomer(command.customerId, command.left ?? false)
    case 'open-cached':
      return host.openCached(command.customerId)
    case 'welcome':
      return host.welcome(command)
    case 'retry-later':
      return host.retryLater(command.until)
    case 'report':
      return report(command.code, command.message)
    default:
      return assertNever(command)
  }
}

export function lineFacts({ line }: Pick<Ports, 'line'>): LineFacts {
  return { inClient: line.inClient(), loggedIn: line.loggedIn(), claims: line.claims() }
}

async function fetchActivity({ ports, campaign, answer, asked, run }: CommandContext): Promise<void> {
  const refused = asked.refusal('activity', run)
  const reply = refused ?? (await ports.api.call('activity', { timeout: ACTIVITY_TIMEOUT_MS }))
  if (refused === null) asked.note('activity', reply)
  if (!reply.ok) {
    const now = ports.clock.now()
    return answer({ type: 'activity-failed', now, obstacle: obstacleOf(reply, now) })
  }
  const { value } = reply
  campaign().accept(value)
  const at = ports.clock.now()
  // A server with only the switches of spec S7 does not send its time.
  const serverTime = 'serverTime' in value ? momentOf(value.serverTime) : at
  answer({
    type: 'activity',
    verdict: {
      ended: value.endPlatform,
      pending: value.pendingPlatform,
      allowExternalBrowser: 'features' in value && value.features.allowExternalBrowser,
      at,
      skew: serverTime - at,
    },
  })
}

async function callLine<T>(
  { ports: { clock }, answer }: CommandContext,
  call: Promise<LineReply<T>>,
  toEvent: (value: T) => { type: 'line-ready'; line: LineFacts } | Pick<CommandAnswer, 'type'>,
): Promise<void> {
  const reply = await withTimeLimit(clock, call)
  const now = clock.now()
  if (reply.ok) return answer({ ...toEvent(reply.value), now } as CommandAnswer)
  if (reply.kind === 'offline') return answer({ type: 'line-offline', code: null })
  if (reply.kind === 'unavailable') {
    report(reply.code, reply.message)
    return answer({ type: 'line-offline', code: reply.code })
  }
  answer({ type: 'line-refused', now, code: reply.code, message: reply.message })
}

/** Retries if LINE is temporarily unavailable or, with `evenIfLost`, could not be reached. */
async function askAgain<T>(
  { clock, ids, visibility }: Pick<Ports, 'clock' | 'ids' | 'visibility'>,
  ask: () => Promise<LineReply<T>>,
  evenIfLost = false,
): Promise<LineReply<T>> {
  for (let failures = 0; ; failures += 1) {
    const reply = await ask()
    const isFinal = reply.ok || reply.kind === 'refused' || (reply.kind === 'offline' && !evenIfLost)
    if (isFinal || failures === LINE_RETRIES) return reply
    const wait = backoff(failures, ids.random(), { visible: visibility.visible(), retryAfter: null })
    await new Promise<void>(resolve => clock.after(wait, resolve))
  }
}

export function withTimeLimit<T>(clock: Ports['clock'], call: Promise<LineReply<T>>): Promise<LineReply<T>> {
  return new Promise(resolve => {
    const cancel = clock.after(LINE_TIMEOUT_MS, () => resolve({ ok: false, kind: 'offline' }))
    void call.then(reply => {
      cancel()
      resolve(reply)
    })
  })
}

function finishSignIn(
  host: CommandContext,
  { userId }: LineProfile,
  reply: Awaited<ReturnType<typeof login | typeof register>>,
  session: string | null = null,
): void {
  if (!host.isCurrent()) return
  if (reply.ok) startSession(host.ports, reply.value, userId)
  const now = host.ports.clock.now()
  const rateLimited = !reply.ok && 'status' in reply.failure && reply.failure.status === 429
  const outcome: SignIn =
    rateLimited && session !== null
      ? { kind: 'ok', customerId: session, registered: true }
      : outcomeOf(reply, now)
  host.answer({ type: 'signed-in', now, outcome })
}

/** Lets the app continue if frequent reloads make the server rate-limit the login. */
function customerOfStoredSession({ ports, cache: kept }: CommandContext, userId: string): string | null {
  const known = kept.identity()
  return ports.cookie.get() !== null && known?.profile.userId === userId ? known.customerId : null
}

/** A hidden page means that LINE has opened, so this waits for the customer to return. */
function watchLeaving({ ports: { clock, visibility }, answer }: CommandContext, ms: number): void {
  clock.after(ms, () => {
    if (visibility.visible()) return answer({ type: 'still-here' })
    const stop = visibility.onVisible(() => {
      stop()
      answer({ type: 'still-here' })
    })
  })
}

function report(code: string, message: string): void {
  // biome-ignore lint/suspicious/noConsole: spec S8 requires it.
  console.error(`LINE: ${code}: ${message}`)
}
