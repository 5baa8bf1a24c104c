import * as v from 'valibot'
import { isLineHost } from '../line-hosts.ts'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_FAULTS } from '../webhook-event-types.ts'
import { matching, whole } from './values.ts'

/** The host that a fault uses for requests to the app's own server. */
export const APP_HOST = 'app'

/** The host that a fault uses for LINE's webhooks to the bot's server. */
export const WEBHOOK_HOST = 'webhook'

const HOST = `a host name of LINE such as api.line.me, ${APP_HOST} for the app's own server, or ${WEBHOOK_HOST} for webhooks`
const isKnownHost = (host: string) => host === APP_HOST || host === WEBHOOK_HOST || isLineHost(host)

/** Returns the host of a simple pattern such as `^api\\.line\\.me/v2`, or null. */
function hostIn(pattern: string): string | null {
  const [, host] = /^\^((?:[\w-]|\\?\.)+)\\?\//.exec(pattern) ?? []
  return host?.replaceAll('\\', '') ?? null
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text))
  } catch {
    return false
  }
}

const fault = v.strictObject({
  id: v.optional(v.string()),
  /** A LINE host, `app` or `webhook`. Default: every LINE host. */
  host: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/, HOST), v.check(isKnownHost, HOST))),
  /** A path, or a prefix followed by `*`. Default: every path. */
  path: v.optional(matching(/^(\/[^*]*)?\*?$/, 'a path that starts with "/", or "*"')),
  /** Regular expression for `host/path`. If set, `host` and `path` are ignored. */
  pattern: v.optional(
    v.pipe(
      v.string(),
      v.check(isPattern, 'a regular expression'),
      v.check(text => isKnownHost(hostIn(text) ?? APP_HOST), `a pattern for ${HOST}`),
    ),
  ),
  method: v.optional(v.picklist(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /** Number of requests that the fault affects. Default: all, until the fault is deleted. */
  times: v.optional(whole(1, 1_000_000)),
  /** HTTP status of the response. Unless `body` or `raw` is set, the body looks like a LINE error. */
  status: v.optional(whole(200, 599)),
  body: v.optional(v.unknown()),
  raw: v.optional(v.string()),
  /**
   * Delay of the response, in ms. With `webhook: 'wrongOrder'`, the longest wait for the next webhook; five seconds by
   * default.
   */
  latencyMs: v.optional(whole(0, 600_000)),
  /** The request hangs without a response until the caller gives up or the fault is deleted. */
  hang: v.optional(v.boolean()),
  /**
   * Breaks the connection `before` LINE gets the request, or `after` LINE has handled it, so that only the response is
   * lost.
   */
  drop: v.optional(v.picklist(['before', 'after'])),
  /** Changes how a webhook is sent. Only for the host `webhook`. */
  webhook: v.optional(v.picklist(WEBHOOK_FAULTS)),
  /** Type of the webhook's events. Only for the host `webhook`. Default: all types. */
  event: v.optional(v.picklist(WEBHOOK_EVENT_TYPES)),
})

const FAULT_EFFECTS = ['status', 'latencyMs', 'hang', 'drop', 'webhook'] as const

export const faultSchema = v.pipe(
  fault,
  v.check(
    given => FAULT_EFFECTS.some(name => given[name] !== undefined && given[name] !== false),
    `expected at least one of ${FAULT_EFFECTS.join(', ')}`,
  ),
  v.check(
    ({ status, body, raw }) => status !== undefined || (body === undefined && raw === undefined),
    'body and raw need a status',
  ),
  v.check(
    ({ host, webhook }) => webhook === undefined || host === WEBHOOK_HOST,
    'webhook needs the host webhook',
  ),
  v.check(({ host, event }) => event === undefined || host === WEBHOOK_HOST, 'event needs the host webhook'),
  v.check(({ body, raw }) => body === undefined || raw === undefined, 'expected body or raw, not both'),
)
export type Fault = v.InferOutput<typeof faultSchema>
