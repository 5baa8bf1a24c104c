import type { ErrorCode } from '#contract/errors.ts'
import type { LineProfile } from '#src/ports.ts'
import type { Launch } from './launch.ts'
import type { Guards } from './loop-guards.ts'
import type { Obstacle } from './obstacle.ts'
import type { Phase, SignedOutReason } from './phase.ts'

/**
 * The customer who signed in last on this phone. With this data, the app opens before LINE responds, and
 * without a network.
 */
export type CachedIdentity = { readonly customerId: string; readonly profile: LineProfile }

/**
 * Result of the last activity call. `at` (phone's clock, since 1970) and `skew` (server's clock minus phone's
 * clock) are in milliseconds.
 */
export type Verdict = {
  readonly ended: boolean
  readonly pending: boolean
  readonly allowExternalBrowser: boolean
  readonly at: number
  readonly skew: number
}

/** Claims of the ID token in the launch URL, not yet verified. `exp` is in seconds since 1970. */
type EarlyClaims = { readonly profile: LineProfile; readonly exp: number }

/** The data that startup has when the page has loaded. */
export type Facts = {
  readonly launch: Launch
  readonly cached: CachedIdentity | null
  readonly verdict: Verdict | null
  readonly guards: Guards
  /** Null if LINE's launch URL contains no ID token with a name. */
  readonly earlyClaims: EarlyClaims | null
  /**
   * True if the SDK can initialise without navigating away. Startup may then initialise it before its step.
   */
  readonly canInitLineEarly: boolean
  readonly liffId: string
  readonly oaId: string
  readonly origin: string
}

/** Data that LINE's SDK reports after init. `exp` is in seconds since 1970. */
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

/**
 * What startup is waiting for. `away`: the browser to leave the page. `settled`: nothing; the run has ended.
 */
export type Step =
  | 'activity'
  | 'init'
  | 'friendship'
  | 'profile'
  | 'login'
  | 'provisional'
  | 'away'
  | 'settled'

/** Calls that startup can make before their step (see `reorder-buffer.ts`). */
export type EarlyCall = 'init' | 'login'

/** Records which calls were made before their step, and their buffered results. */
export type ReorderBuffer = {
  readonly requested: readonly EarlyCall[]
  readonly init: StartupEvent | null
  readonly login: Extract<StartupEvent, { type: 'signed-in' }> | null
  /**
   * True if the app was opened after the server accepted the login, before all checks by LINE have finished.
   */
  readonly opened: boolean
}

export type StartupState = {
  /** Number of the current run. Results of older runs are ignored. */
  readonly run: number
  readonly step: Step
  readonly phase: Phase
  readonly facts: Facts
  /** The current path. */
  readonly path: string
  /** True if the app has been shown. The after-login rule is then not applied again. */
  readonly entered: boolean
  /** Why our server gave no activity in this run; null if it did, so leaving or reloading the page will probably work. */
  readonly unreached: Obstacle | null
  /**
   * The latest time before which our server has asked startup not to call it again, by any of its answers; null if it
   * never has. By the phone's clock, in milliseconds since 1970.
   */
  readonly askedUntil: number | null
  /** Why the last run was interrupted, so that startup tries again; null if it has finished. */
  readonly obstacle: Obstacle | null
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
  | { readonly kind: 'unreachable'; readonly obstacle: Obstacle }

type LineFailure =
  /** LINE has not answered the question. `code` is null if LINE could not be reached. */
  | { readonly type: 'line-offline'; readonly run: number; readonly code: string | null }
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
  | {
      readonly type: 'activity-failed'
      readonly run: number
      readonly now: number
      readonly obstacle: Obstacle
    }
  | { readonly type: 'line-ready'; readonly run: number; readonly now: number; readonly line: LineFacts }
  | LineFailure
  | { readonly type: 'friendship'; readonly run: number; readonly now: number; readonly friend: boolean }
  | { readonly type: 'profile'; readonly run: number; readonly profile: LineProfile }
  | { readonly type: 'signed-in'; readonly run: number; readonly now: number; readonly outcome: SignIn }
  /** Our server has refused a sign-in call that is not part of the run, and has named a time. */
  | { readonly type: 'asked'; readonly until: number }
  /** The app sent the browser to another URL, but the page is still visible. */
  | { readonly type: 'still-here'; readonly run: number }
  /** The customer returned to the page. */
  | { readonly type: 'returned'; readonly now: number }
  /** The network may be back, or the retry delay has passed. */
  | { readonly type: 'network'; readonly now: number }
  | { readonly type: 'retried'; readonly now: number }
  | { readonly type: 'moved'; readonly path: string }
  | { readonly type: 'registered'; readonly customerId: string }
  /** After startup, the server rejected LINE's token as expired. */
  | { readonly type: 'token-expired'; readonly now: number }
  | { readonly type: 'signed-out'; readonly why: SignedOutReason }
  /** Another customer has signed in in another tab while this tab is still starting. */
  | { readonly type: 'replaced' }

export type Command =
  | { readonly do: 'fetch-activity' }
  | { readonly do: 'init-line' }
  | { readonly do: 'fetch-friendship' }
  | { readonly do: 'fetch-profile' }
  | { readonly do: 'sign-in'; readonly profile: LineProfile }
  | { readonly do: 'register-provisional'; readonly profile: LineProfile }
  | { readonly do: 'go'; readonly path: string }
  /** Removes LINE's parameters from the URL, once the SDK has read them or failed to. */
  | { readonly do: 'clean-address' }
  | { readonly do: 'leave'; readonly url: string }
  | { readonly do: 'login-line'; readonly redirectUri: string }
  | { readonly do: 'logout-line' }
  | { readonly do: 'reload' }
  /** Reports `still-here` if the page is visible after `ms` milliseconds. */
  | { readonly do: 'watch-leaving'; readonly ms: number }
  | { readonly do: 'store-guards'; readonly guards: Guards }
  | { readonly do: 'store-verdict'; readonly verdict: Verdict }
  | { readonly do: 'clear-token' }
  /**
   * Clears the previous customer's data from the screen and the phone, because a different customer is using
   * the phone.
   */
  | { readonly do: 'clear-customer'; readonly customerId: string; readonly left?: boolean }
  /** Opens the app with the customer's cached data. */
  | { readonly do: 'open-cached'; readonly customerId: string }
  /**
   * Uses the new session to update the customer's data and log the state (spec S4). `joined` is true if the
   * customer came from /register.
   */
  | {
      readonly do: 'welcome'
      readonly customerId: string
      readonly profile: LineProfile
      readonly registered: boolean
      readonly joined: boolean
    }
  /** Runs startup again later, but not before `until` (phone's clock, since 1970), unless it is null. */
  | { readonly do: 'retry-later'; readonly until: number | null }
  | { readonly do: 'report'; readonly code: string; readonly message: string }

export type Next = { readonly state: StartupState; readonly commands: readonly Command[] }
