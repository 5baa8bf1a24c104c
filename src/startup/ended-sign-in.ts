import type { ErrorCode } from '#contract/errors.ts'

/**
 * State of the sign-in that runs behind the screens of an ended campaign, so that they can show the customer's result.
 * Without the customer's tap it never leaves the page. It registers no customer, and does not need the official account
 * as a friend.
 */
export type EndedSignIn =
  | { readonly kind: 'running' }
  | { readonly kind: 'signed-in' }
  /** The user's LINE account does not belong to a registered customer. `left`: it did, until the customer left. */
  | { readonly kind: 'not-registered'; readonly left: boolean }
  /** The app runs outside LINE, and the campaign does not allow other browsers. `url` opens this screen in LINE. */
  | { readonly kind: 'open-line'; readonly url: string }
  /**
   * Signing in leaves the page, so the customer must start it. `login`: LINE Login. `renew`: log out of LINE and reload,
   * because LINE's tokens are not valid any more (spec S4).
   */
  | { readonly kind: 'ask'; readonly how: 'login' | 'renew' }
  /** LINE or the server did not respond. The app tries again automatically. */
  | { readonly kind: 'unreachable' }
  /** The server or LINE refused the sign-in. Trying again may help. */
  | { readonly kind: 'refused'; readonly code: ErrorCode | null }
