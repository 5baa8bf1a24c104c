/**
 * Error codes that @line/liff 2.26.1 itself throws (spec S8). Errors from LINE's servers have other codes.
 */
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

/** Creates an error like the SDK's: a plain Error named "Error" whose only own enumerable property is `code`. */
export function liffError(
  code: LiffErrorCode | (string & {}),
  message = '',
): Error & { readonly code: string } {
  return Object.assign(new Error(message), { code })
}

/** The SDK's error message for a call without an access token. */
export const NEED_LOGIN = 'Need access_token for api call, Please login first'
