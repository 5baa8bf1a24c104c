import type { Obstacle } from './obstacle.ts'

/**
 * `logged-out`: the customer logged out, possibly in another tab. `cancelled`: the customer withdrew from the campaign.
 * `replaced`: another customer signed in.
 */
export type SignedOutReason = 'logged-out' | 'cancelled' | 'replaced'

export type Phase =
  | { readonly kind: 'starting' }
  | { readonly kind: 'leaving'; readonly to: 'line' | 'login' | 'add-friend' | 'reload' }
  /** LINE did not open. `url` opens the campaign in LINE. */
  | { readonly kind: 'not-in-line'; readonly url: string }
  /** `last` is LINE's last response, or why there was none. Null before the first check. */
  | { readonly kind: 'add-friend'; readonly url: string; readonly last: 'no' | Obstacle | null }
  /** The phone has no data to show yet; startup tries again. */
  | ({ readonly kind: 'offline' } & Obstacle)
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly requestId: string | null
    }
  /** Tokens keep expiring, usually because the phone's clock is wrong. Both times are in milliseconds since 1970. */
  | { readonly kind: 'clock'; readonly phone: number; readonly server: number | null }
  | { readonly kind: 'pending' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'signed-out'; readonly why: SignedOutReason }
  | { readonly kind: 'register' }
  | { readonly kind: 'ready'; readonly customerId: string; readonly online: boolean }

export const isOnScreen = (phase: Phase): boolean => !isLoading(phase) && phase.kind !== 'offline'

export const isLoading = (phase: Phase): boolean => phase.kind === 'starting' || phase.kind === 'leaving'

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
