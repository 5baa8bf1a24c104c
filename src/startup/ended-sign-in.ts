import type { ErrorCode } from '#contract/errors.ts'

/** The sign-in behind the screens of an ended campaign. It leaves the page only after a tap. */
export type EndedSignIn =
  | { readonly kind: 'running' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'not-registered'; readonly left: boolean }
  | { readonly kind: 'open-line'; readonly url: string }
  /** Needs a tap, because signing in leaves the page. `renew`: LINE's tokens are invalid (spec S4). */
  | { readonly kind: 'ask'; readonly how: 'login' | 'renew' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly code: ErrorCode | null }
