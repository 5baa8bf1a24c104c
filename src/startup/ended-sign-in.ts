import type { ErrorCode } from '#contract/errors.ts'

/**
 * The background sign-in after the end of a campaign. It leaves the page only after a tap, never registers a customer
 * and does not check the friendship.
 */
export type EndedSignIn =
  | { readonly kind: 'running' }
  | { readonly kind: 'signed-in' }
  /** `left` is true if the customer was registered but has left the campaign. */
  | { readonly kind: 'not-registered'; readonly left: boolean }
  /** `url` opens this screen in LINE, because other browsers are not allowed. */
  | { readonly kind: 'open-line'; readonly url: string }
  /** Requires a tap, because signing in leaves the page. `renew`: LINE's tokens are invalid (spec S4). */
  | { readonly kind: 'ask'; readonly how: 'login' | 'renew' }
  | { readonly kind: 'unreachable' }
  /** LINE or the server refused the sign-in. Trying again may help. */
  | { readonly kind: 'refused'; readonly code: ErrorCode | null }
