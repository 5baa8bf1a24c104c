/** Where startup and sign-in stand (S4). One member per state; those that can be tried again say so by `retry()`. */
export type Phase =
  | { readonly kind: 'starting' }
  /** On the way to another address, or about to reload. */
  | { readonly kind: 'leaving'; readonly to: 'line' | 'login' | 'add-friend' | 'reload' }
  /** Opened outside LINE and LINE did not take over: `url` is the campaign's address in LINE. */
  | { readonly kind: 'not-in-line'; readonly url: string }
  | { readonly kind: 'add-friend'; readonly url: string }
  /** The server did not answer and nothing is known from before. */
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly requestId: string | null
    }
  /** Signing in goes round in circles: mostly a wrong clock. Both in milliseconds. */
  | { readonly kind: 'clock'; readonly phone: number; readonly server: number | null }
  | { readonly kind: 'pending' }
  | { readonly kind: 'ended' }
  /** Logged out or withdrawn on this phone; `retry()` signs in again. */
  | { readonly kind: 'signed-out'; readonly cancelled: boolean }
  | { readonly kind: 'register' }
  | { readonly kind: 'ready'; readonly customerId: string; readonly online: boolean }

/** Whether the loading screen shows: startup has no outcome yet. */
export const isLoading = (phase: Phase): boolean => phase.kind === 'starting' || phase.kind === 'leaving'

/** Phases in which something stands in the way of the app, and the customer is told what: they need the network. */
export type Stopped = Extract<
  Phase,
  { kind: 'not-in-line' | 'add-friend' | 'failed' | 'clock' | 'signed-out' }
>

/** Whether the way on is barred until the customer does something. */
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
