/** For the log: explains why the emulator cannot do what LINE would do, or explains LINE's error. */
export const ERROR_HEADER = 'x-liff-emulator-error'

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** Returns an error in the format of LINE's OAuth endpoints. */
export function oauthError(error: string, description: string, status = 400): Response {
  return json({ error, error_description: description }, status)
}

/** Returns an error in the format of LINE's other endpoints. */
export function apiError(status: number, message: string): Response {
  return json({ message }, status)
}

/** Returns an error in the format of the in-app purchases. LINE documents the codes, but not the HTTP statuses. */
export function iapError(errorCode: string, message: string, status = 400, details?: readonly object[]) {
  return json({ errorCode, message, details }, status)
}

export function iapInvalid(details: readonly { readonly message: string; readonly property: string }[]) {
  return iapError('VALIDATION_ERROR', 'Request validation failed.', 400, details)
}

/** Browsers do not cache this redirect. `to` may contain a hash. */
export function redirect(to: string): Response {
  return new Response(null, { status: 302, headers: { location: to, 'cache-control': 'no-store' } })
}

export function script(text: string): Response {
  return new Response(text, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
