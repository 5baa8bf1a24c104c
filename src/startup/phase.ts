import type { Obstacle } from './obstacle.ts'

/**
 * Why no customer is signed in in this tab any more. `logged-out`: the customer logged out, here or in another tab.
 * `cancelled`: the customer withdrew from the campaign. `replaced`: another customer signed in in another tab.
 * `retry()` signs in again.
 */
export type SignedOutReason = 'logged-out' | 'cancelled' | 'replaced'

/** The phase of startup and sign-in (spec S4). */
export type Phase =
  | { readonly kind: 'starting' }
  /** The browser is navigating to another URL, or is about to reload. */
  | { readonly kind: 'leaving'; readonly to: 'line' | 'login' | 'add-friend' | 'reload' }
  /** The app was opened outside LINE, and LINE could not be opened. `url` opens the campaign in LINE. */
  | { readonly kind: 'not-in-line'; readonly url: string }
  /**
   * LINE has said that the user has not added the official account. `last`: what the last check behind this screen said, or
   * why it got no answer; null if there was none.
   */
  | { readonly kind: 'add-friend'; readonly url: string; readonly last: 'no' | Obstacle | null }
  /** Startup could not finish, and the phone has nothing to show until it can. It tries again. */
  | ({ readonly kind: 'offline' } & Obstacle)
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly requestId: string | null
    }
  /**
   * Signing in keeps failing because of an expired token, mostly because the phone's clock is wrong. Both
   * clocks are in milliseconds since 1970; `server` is null if unknown.
   */
  | { readonly kind: 'clock'; readonly phone: number; readonly server: number | null }
  | { readonly kind: 'pending' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'signed-out'; readonly why: SignedOutReason }
  | { readonly kind: 'register' }
  | { readonly kind: 'ready'; readonly customerId: string; readonly online: boolean }

/** True if the phase shows more than that the app is loading or that startup cannot continue. */
export const isOnScreen = (phase: Phase): boolean => !isLoading(phase) && phase.kind !== 'offline'

/** True while the loading screen is shown because startup has no outcome yet. */
export const isLoading = (phase: Phase): boolean => phase.kind === 'starting' || phase.kind === 'leaving'

/**
 * Phases that block the app until the customer does something. Their screens say what to do and need the
 * network.
 */
export type Stopped = Extract<
  Phase,
  { kind: 'not-in-line' | 'add-friend' | 'failed' | 'clock' | 'signed-out' }
>

export function isStopped(phase: Phase): phase is Stopped {
  const { kind } = phase
  return (
    kind === 'not-in-line' ||
    kind === 'add-friend' ||
    kind === 'failed' ||
    kind === 'clock' ||
    kind === 'signed-out'
  )
}
