import type { TextKey } from '#src/i18n/keys.ts'
import type { Fault } from '#tests/kit/network.ts'
import type { HeldCall } from '#tests/kit/own-line.ts'

/** The failures in startup histories, and the conditions under which sentences about startup are true. */

export const servers = [
  'ok',
  'drop-request',
  'hang',
  'portal',
  'wait-a-minute',
  'down-for-a-minute',
  'too-many',
  'internal',
  'unavailable',
  'gateway-503',
  'gateway-429',
  'gateway-429-minute',
  'gateway-503-minute',
  'no-such-page',
  'no-such-call',
  'look-alike-401',
  'look-alike-403',
] as const satisfies readonly Fault[]
export type ServerAnswer = (typeof servers)[number]

/** Faults of LINE, either in the calls that `init` makes or in the friendship check. */
export const lines = {
  ok: [],
  'verify 503': [{ path: '/oauth2/v2.1/verify', status: 503 }],
  'certs 429': [{ path: '/oauth2/v2.1/certs', status: 429 }],
  'verify lost': [{ path: '/oauth2/v2.1/verify', drop: 'before' }],
  'friendship 503': [{ path: '/friendship/v1/status', status: 503 }],
  'friendship lost': [{ path: '/friendship/v1/status', drop: 'before' }],
  'init hangs': [],
  'friendship hangs': [],
} as const
export type LineAnswer = keyof typeof lines
export const heldCalls: { readonly [L in LineAnswer]?: HeldCall } = {
  'init hangs': 'init',
  'friendship hangs': 'friendship',
}
export const lineNames = Object.keys(lines) as LineAnswer[]

/**
 * The answers to the calls of the newest startup attempt, which begins with `activity`, and LINE's faults since then.
 */
export type Facts = {
  readonly activity: ServerAnswer | null
  readonly signIn: ServerAnswer | null
  readonly line: readonly LineAnswer[]
  readonly newest: ServerAnswer | null
  readonly hanging: readonly ('server' | 'line')[]
  /** Time for which the loading screen has been shown, in seconds. */
  readonly loading: number
}

export const nothingKnown: Facts = {
  activity: null,
  signIn: null,
  line: [],
  newest: null,
  hanging: [],
  loading: 0,
}

export type Truth = (facts: Facts) => boolean

const answered =
  (...answers: readonly ServerAnswer[]): Truth =>
  ({ activity, signIn }) =>
    [activity, signIn].some(one => one !== null && answers.includes(one))

const network = answered('drop-request')
const timeout = answered('hang')
const portal = answered('portal')
const busy = answered('wait-a-minute', 'too-many', 'gateway-429', 'gateway-429-minute')
const server = answered('internal', 'unavailable', 'down-for-a-minute', 'gateway-503', 'gateway-503-minute')
const unknown = answered('no-such-page', 'no-such-call', 'look-alike-401', 'look-alike-403')
/** True if our server, or a gateway in front of it, has said when to retry. */
const named = answered(
  'wait-a-minute',
  'too-many',
  'unavailable',
  'down-for-a-minute',
  'gateway-429-minute',
  'gateway-503-minute',
)
/** Returns the answer if it said when to retry, because the next page remembers that; otherwise returns null. */
export const ifNamed = (answer: ServerAnswer | null): ServerAnswer | null =>
  named({ ...nothingKnown, activity: answer }) ? answer : null
/** True if our server has answered one of the calls and LINE has failed, either for the phone or for our server. */
const line: Truth = facts =>
  [facts.activity, facts.signIn].includes('ok') && facts.line.some(one => one !== 'ok')
/** These histories contain nothing that could make such a sentence true. */
export const never: Truth = () => false
const always: Truth = () => true

/** Texts about the present moment. All other texts are about the attempt that has ended. */
const presentTruths = {
  'start.slow': ({ loading }) => loading >= 10,
  'start.waits.server': ({ hanging }) => hanging.includes('server'),
  // The app also asks LINE again after LINE's answer was lost.
  'start.waits.line': ({ hanging, line }) => hanging.includes('line') || line.some(one => one !== 'ok'),
} as const satisfies { readonly [K in TextKey]?: Truth }

export const startupTruths = {
  ...presentTruths,
  'start.leaving.line': never,
  'start.leaving.login': never,
  'start.leaving.add-friend': never,
  'start.leaving.reload': never,
  'start.network.title': facts => network(facts) || portal(facts),
  'start.network.text': network,
  'start.timeout.title': timeout,
  'start.timeout.text': timeout,
  'start.portal.title': facts => network(facts) || portal(facts),
  'start.portal.text': portal,
  'start.busy.title': busy,
  'start.busy.text': busy,
  'start.server.title': server,
  'start.server.text': server,
  'start.unknown.title': unknown,
  'start.unknown.text': unknown,
  'start.line.title': line,
  'start.line.text': line,
  // Our server also says when to retry if it cannot ask LINE about a token.
  'start.retryAt': facts => named(facts) || line(facts),
  'start.retrySoon': always,
  'start.reference': always,
  'start.notInLine.title': never,
  'start.notInLine.text': never,
  'start.addFriend.title': never,
  'start.addFriend.text': never,
  'start.addFriend.notYet': never,
  'start.failed.title': never,
  'start.failed.text': never,
  'start.blocked.title': never,
  'start.blocked.text': never,
  'start.clock.title': never,
  'start.clock.text': never,
  'start.signedOut.title': never,
  'start.signedOut.text': never,
  'start.replaced.title': never,
  'start.replaced.text': never,
  'start.cancelled.title': never,
  'start.cancelled.text': never,
  'start.cancelled.again': never,
} as const satisfies { readonly [K in TextKey]?: Truth }

const offline: Truth = ({ newest }) => newest === 'drop-request' || newest === 'hang'
const behindPortal: Truth = ({ newest }) => newest === 'portal'

const stripTruths = {
  'offline.strip': offline,
  'offline.since': offline,
  'offline.portal': behindPortal,
  'offline.portalSince': behindPortal,
} as const satisfies { readonly [K in TextKey]?: Truth }

export const isAboutNow = (key: Sentence): boolean => key in presentTruths || key in stripTruths

export const allTruths = { ...startupTruths, ...stripTruths }
export type Sentence = keyof typeof allTruths
