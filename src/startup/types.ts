import type { ErrorCode } from '#contract/errors.ts'
import type { LineProfile } from '#src/ports.ts'
import type { Launch } from './launch.ts'
import type { Guards } from './loop-guards.ts'
import type { Phase } from './phase.ts'

/** Who signed in here last: opens the app before LINE answers, and without a network. */
export type CachedIdentity = { readonly customerId: string; readonly profile: LineProfile }

/** The campaign's switches as the server last gave them. `at` and `skew` (server minus phone) in milliseconds. */
export type Verdict = {
  readonly ended: boolean
  readonly pending: boolean
  readonly allowExternalBrowser: boolean
  readonly at: number
  readonly skew: number
}

/** Who opens the app, by the ID token in the launch address; `exp` in seconds since 1970. Not verified yet. */
type EarlyClaims = { readonly profile: LineProfile; readonly exp: number }

/** What is known when a page begins. */
export type Facts = {
  readonly launch: Launch
  readonly cached: CachedIdentity | null
  readonly verdict: Verdict | null
  readonly guards: Guards
  /** Null: not opened by LINE with an ID token that has a name. */
  readonly earlyClaims: EarlyClaims | null
  /** The SDK can begin without leaving the page: it has what it needs, or is in no hurry to get it. */
  readonly canInitLineEarly: boolean
  readonly liffId: string
  readonly oaId: string
  readonly origin: string
}

/** What LINE says once its SDK is ready. `exp` in seconds since 1970. */
export type LineFacts = {
  readonly inClient: boolean
  readonly loggedIn: boolean
  readonly claims: {
    readonly sub: string
    readonly name: string | null
    readonly picture: string | null
    readonly exp: number
  } | null
}

/** What startup waits for. `away`: the browser is leaving the page. `settled`: for nobody. */
export type Step =
  | 'activity'
  | 'init'
  | 'friendship'
  | 'profile'
  | 'login'
  | 'provisional'
  | 'away'
  | 'settled'

/** What can be asked before its turn (`reorder-buffer.ts`). */
export type EarlyCall = 'init' | 'login'

/** What was asked before its turn, and what came of it. */
export type ReorderBuffer = {
  readonly requested: readonly EarlyCall[]
  readonly init: StartupEvent | null
  readonly login: Extract<StartupEvent, { type: 'signed-in' }> | null
  /** The app is shown on the server's word alone; LINE's gates have not all been decided yet. */
  readonly opened: boolean
}

export type StartupState = {
  /** Counts the tries: an answer to an older one is ignored. */
  readonly run: number
  readonly step: Step
  readonly phase: Phase
  readonly facts: Facts
  /** Where the customer is now. */
  readonly path: string
  /** The app has been shown: the after-login rule is not applied a second time. */
  readonly entered: boolean
  /** The server answered in this try: leaving and reloading lead somewhere. */
  readonly reachable: boolean
  readonly line: LineFacts | null
  readonly buffer: ReorderBuffer
  readonly profile: LineProfile | null
}

export type SignIn =
  | { readonly kind: 'ok'; readonly customerId: string; readonly registered: boolean }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly requestId: string | null
    }
  | { readonly kind: 'unreachable' }

type LineFailure =
  | { readonly type: 'line-offline'; readonly run: number }
  | {
      readonly type: 'line-refused'
      readonly run: number
      readonly now: number
      readonly code: string
      readonly message: string
    }

export type StartupEvent =
  | { readonly type: 'started'; readonly now: number }
  | { readonly type: 'activity'; readonly run: number; readonly verdict: Verdict }
  | { readonly type: 'activity-failed'; readonly run: number; readonly now: number }
  | { readonly type: 'line-ready'; readonly run: number; readonly now: number; readonly line: LineFacts }
  | LineFailure
  | { readonly type: 'friendship'; readonly run: number; readonly now: number; readonly friend: boolean }
  | { readonly type: 'profile'; readonly run: number; readonly profile: LineProfile }
  | { readonly type: 'signed-in'; readonly run: number; readonly now: number; readonly outcome: SignIn }
  /** The page was left, and is still there and visible. */
  | { readonly type: 'still-here'; readonly run: number }
  /** The customer came back to the page. */
  | { readonly type: 'returned'; readonly now: number }
  /** The network seems to answer again, or it is time to look. */
  | { readonly type: 'network'; readonly now: number }
  | { readonly type: 'retried'; readonly now: number }
  | { readonly type: 'moved'; readonly path: string }
  | { readonly type: 'registered'; readonly customerId: string }
  /** The server refused LINE's token as expired, outside of startup. */
  | { readonly type: 'token-expired'; readonly now: number }
  | { readonly type: 'signed-out'; readonly cancelled: boolean }

export type Command =
  | { readonly do: 'fetch-activity' }
  | { readonly do: 'init-line' }
  | { readonly do: 'fetch-friendship' }
  | { readonly do: 'fetch-profile' }
  | { readonly do: 'sign-in'; readonly profile: LineProfile }
  | { readonly do: 'register-provisional'; readonly profile: LineProfile }
  | { readonly do: 'go'; readonly path: string }
  /** Takes what the SDK has read, or failed on, out of the address. */
  | { readonly do: 'clean-address' }
  | { readonly do: 'leave'; readonly url: string }
  | { readonly do: 'login-line'; readonly redirectUri: string }
  | { readonly do: 'logout-line' }
  | { readonly do: 'reload' }
  /** Says `still-here` when the page is visible after `ms`. */
  | { readonly do: 'watch-leaving'; readonly ms: number }
  | { readonly do: 'store-guards'; readonly guards: Guards }
  | { readonly do: 'store-verdict'; readonly verdict: Verdict }
  | { readonly do: 'clear-token' }
  /** Another person than the phone knew: nothing of the former one may show. */
  | { readonly do: 'clear-customer'; readonly customerId: string }
  /** The phone's own copy of the customer is opened. */
  | { readonly do: 'open-cached'; readonly customerId: string }
  /** There is a session: bring the customer up to date, log the state (S4). `joined`: it began on /register. */
  | {
      readonly do: 'welcome'
      readonly customerId: string
      readonly profile: LineProfile
      readonly registered: boolean
      readonly joined: boolean
    }
  | { readonly do: 'retry-later' }
  | { readonly do: 'report'; readonly code: string; readonly message: string }

export type Next = { readonly state: StartupState; readonly commands: readonly Command[] }
