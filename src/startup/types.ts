import type { ErrorCode } from '#contract/errors.ts'
import type { LineClaims, LineProfile } from '#src/ports.ts'
import type { Launch } from './launch.ts'
import type { Guards } from './loop-guards.ts'
import type { Obstacle } from './obstacle.ts'
import type { Phase, SignedOutReason } from './phase.ts'

/** The last customer who signed in on this phone. Lets the app open offline or before LINE responds. */
export type CachedIdentity = { readonly customerId: string; readonly profile: LineProfile }

/** `at` (phone's clock, since 1970) and `skew` (server's clock minus phone's clock) are in milliseconds. */
export type Verdict = {
  readonly ended: boolean
  readonly pending: boolean
  readonly allowExternalBrowser: boolean
  readonly at: number
  readonly skew: number
}

/** Unverified claims of the launch URL's ID token. `exp` is in seconds since 1970. */
type EarlyClaims = { readonly profile: LineProfile; readonly exp: number }

export type Facts = {
  readonly launch: Launch
  readonly cached: CachedIdentity | null
  readonly verdict: Verdict | null
  readonly guards: Guards
  /** Null if the launch URL has no ID token with a name. */
  readonly earlyClaims: EarlyClaims | null
  /** True if the SDK can initialise without navigating away. */
  readonly canInitLineEarly: boolean
  readonly liffId: string
  readonly oaId: string
  readonly origin: string
}

export type LineFacts = {
  readonly inClient: boolean
  readonly loggedIn: boolean
  readonly claims: LineClaims | null
}

/** The response that startup is waiting for. `away`: the browser is leaving the page. `settled`: the run has ended. */
export type Step =
  | 'activity'
  | 'init'
  | 'friendship'
  | 'profile'
  | 'login'
  | 'provisional'
  | 'away'
  | 'settled'

export type EarlyCall = 'init' | 'login'

export type ReorderBuffer = {
  readonly requested: readonly EarlyCall[]
  readonly init: StartupEvent | null
  readonly login: Extract<StartupEvent, { type: 'signed-in' }> | null
  /** True if the app was opened before LINE's checks finished. */
  readonly opened: boolean
}

export type StartupState = {
  readonly run: number
  readonly step: Step
  readonly phase: Phase
  readonly facts: Facts
  readonly path: string
  /** True once the app has been shown, which ends the after-login rule. */
  readonly entered: boolean
  /** Why our server did not return the activity in this run. If null, leaving the page will probably work. */
  readonly unreached: Obstacle | null
  /** The end of the longest requested pause (phone's clock, milliseconds since 1970). */
  readonly askedUntil: number | null
  /** Why the last run was interrupted, or null if it finished. */
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
  /** `code` is null if LINE could not be reached. */
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
  /** The server refused a sign-in outside the run and requested a pause until this time. */
  | { readonly type: 'asked'; readonly until: number }
  /** The page is still visible after the app sent the browser to another URL. */
  | { readonly type: 'still-here'; readonly run: number }
  | { readonly type: 'returned'; readonly now: number }
  /** The network may be back, or the retry delay has passed. */
  | { readonly type: 'network'; readonly now: number }
  | { readonly type: 'retried'; readonly now: number }
  | { readonly type: 'moved'; readonly path: string }
  | { readonly type: 'registered'; readonly customerId: string }
  /** After startup, the server rejected LINE's token. */
  | { readonly type: 'token-expired'; readonly now: number }
  | { readonly type: 'signed-out'; readonly why: SignedOutReason }
  /** While this tab was starting, another customer signed in from another tab. */
  | { readonly type: 'replaced' }

export type Command =
  | { readonly do: 'fetch-activity' }
  | { readonly do: 'init-line' }
  | { readonly do: 'fetch-friendship' }
  | { readonly do: 'fetch-profile' }
  | { readonly do: 'sign-in'; readonly profile: LineProfile }
  | { readonly do: 'register-provisional'; readonly profile: LineProfile }
  | { readonly do: 'go'; readonly path: string }
  /** Removes LINE's parameters once the SDK has read them or failed. */
  | { readonly do: 'clean-address' }
  | { readonly do: 'leave'; readonly url: string }
  | { readonly do: 'login-line'; readonly redirectUri: string }
  | { readonly do: 'logout-line' }
  | { readonly do: 'reload' }
  | { readonly do: 'watch-leaving'; readonly ms: number }
  | { readonly do: 'store-guards'; readonly guards: Guards }
  | { readonly do: 'store-verdict'; readonly verdict: Verdict }
  | { readonly do: 'clear-token' }
  /** Another customer is using the phone, or this customer has `left` the campaign. */
  | { readonly do: 'clear-customer'; readonly customerId: string; readonly left?: boolean }
  | { readonly do: 'open-cached'; readonly customerId: string }
  /** Starts using a new session. `joined` is true if the customer came from /register. */
  | {
      readonly do: 'welcome'
      readonly customerId: string
      readonly profile: LineProfile
      readonly registered: boolean
      readonly joined: boolean
    }
  /** Runs startup again, but not before `until` (phone's clock, milliseconds since 1970). */
  | { readonly do: 'retry-later'; readonly until: number | null }
  | { readonly do: 'report'; readonly code: string; readonly message: string }

export type Next = { readonly state: StartupState; readonly commands: readonly Command[] }
