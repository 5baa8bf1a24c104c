/** The codes of @line/liff 2.26.1 (spec S8). Errors of LINE's servers bring codes of their own. */
export type LiffErrorCode =
  | 'UNKNOWN'
  | 'UNAUTHORIZED'
  | 'INVALID_ARGUMENT'
  | 'INIT_FAILED'
  | 'FORBIDDEN'
  | 'INVALID_CONFIG'
  | 'INVALID_ID_TOKEN'
  | 'CREATE_SUBWINDOW_FAILED'
  | 'EXCEPTION_IN_SUBWINDOW'

/** An error as the SDK throws it: a plain Error, named "Error", whose only own enumerable field is `code`. */
export function liffError(
  code: LiffErrorCode | (string & {}),
  message = '',
): Error & { readonly code: string } {
  return Object.assign(new Error(message), { code })
}

/** What a call without a token is refused with. */
export const NEED_LOGIN = 'Need access_token for api call, Please login first'
