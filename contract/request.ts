/**
 * Format of a call's request body. `form` is urlencoded, or multipart with text fields only. `bytes` is the
 * raw body. `none` means that the server does not read a body.
 */
export type BodyKind = 'none' | 'json' | 'form' | 'bytes'

/** The kinds of jobs in the phone's outbox. Jobs of one lane are sent in order. */
export type Lane = 'log' | 'answer' | 'receipt' | 'profile' | 'reward'

/**
 * The data that the app needs to send a call. Schemas are not included, because the first script must stay
 * small.
 */
export type CallRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with `:name` for each parameter. */
  readonly path: string
  readonly bodyKind: BodyKind
  /**
   * `bearer` requires a session token in the `Authorization` header, `optional` also accepts the call without a valid
   * one. Cookies never identify a customer.
   */
  readonly auth: 'none' | 'bearer' | 'optional'
}

/** Creates one row of the generated request table. Positional arguments keep that table small. */
export const request = <const M extends CallRequest['method']>(
  method: M,
  path: string,
  bodyKind: BodyKind = 'none',
  auth: CallRequest['auth'] = 'bearer',
): CallRequest & { readonly method: M } => ({ method, path, bodyKind, auth })

/** Returns the call's path with its parameters filled in and percent-encoded. */
export function pathOf(call: Pick<CallRequest, 'path'>, params: Readonly<Record<string, string>>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
