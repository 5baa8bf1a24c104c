/** `form` is urlencoded, or multipart with text fields only. The server does not read the body for `none`. */
export type BodyKind = 'none' | 'json' | 'form' | 'bytes'

/** Jobs in the same outbox lane are sent in order. */
export type Lane = 'log' | 'answer' | 'receipt' | 'profile' | 'reward'

/** The data needed to send a call. Excludes schemas, because the first script must stay small. */
export type CallRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Contains `:name` for each parameter. */
  readonly path: string
  readonly bodyKind: BodyKind
  /**
   * `bearer` requires a session token in `Authorization`. `optional` also works without a valid token. Cookies never
   * identify a customer.
   */
  readonly auth: 'none' | 'bearer' | 'optional'
}

/** One row of the generated request table. Positional arguments keep that table small. */
export const request = <const M extends CallRequest['method']>(
  method: M,
  path: string,
  bodyKind: BodyKind = 'none',
  auth: CallRequest['auth'] = 'bearer',
): CallRequest & { readonly method: M } => ({ method, path, bodyKind, auth })

export function pathOf(call: Pick<CallRequest, 'path'>, params: Readonly<Record<string, string>>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
