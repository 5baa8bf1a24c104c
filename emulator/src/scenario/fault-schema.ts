import * as v from 'valibot'
import { isLineHost } from '../line-hosts.ts'
import { WEBHOOK_EVENT_TYPES } from '../webhook-event-types.ts'
import { WEBHOOK_FAULTS } from './webhook-faults.ts'

/** Host name by which faults refer to the app's own server. */
export const APP_HOST = 'app'

/** Host name by which faults refer to the webhooks that LINE sends to the bot's server. */
export const WEBHOOK_HOST = 'webhook'

const HOST = `a host name of LINE such as api.line.me, ${APP_HOST} for the app's own server, or ${WEBHOOK_HOST} for webhooks`
const isKnownHost = (host: string) => host === APP_HOST || host === WEBHOOK_HOST || isLineHost(host)

/**
 * Returns the host that a pattern such as `^api\\.line\\.me/v2` names; null if the pattern is not so simple. The
 * emulator sees no requests to hosts that are neither LINE's nor the app's, so a fault for one would do nothing.
 */
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
  /** Host of LINE to which the request is sent, or `app`. Default: every host of LINE. */
  host: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/, HOST), v.check(isKnownHost, HOST))),
  /** Path of the request, or a prefix of the path followed by `*`. Default: every path. */
  path: v.optional(v.pipe(v.string(), v.regex(/^(\/[^*]*)?\*?$/, 'a path that starts with "/", or "*"'))),
  /** Regular expression that is matched against `host/path`. If set, `host` and `path` are ignored. */
  pattern: v.optional(
    v.pipe(
      v.string(),
      v.check(isPattern, 'a regular expression'),
      v.check(text => isKnownHost(hostIn(text) ?? APP_HOST), `a pattern for ${HOST}`),
    ),
  ),
  method: v.optional(v.picklist(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /**
   * Number of requests that the fault affects. Default: every matching request until the fault is deleted.
   */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  /**
   * HTTP status of the response. If `body` and `raw` are missing, the body looks like that of LINE's errors.
   */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  raw: v.optional(v.string()),
  /**
   * Delay before the response, in milliseconds. For a webhook in the wrong order: the longest time for which it waits for the
   * next one; five seconds by default.
   */
  latencyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))),
  /** If true, the request gets no response until the caller gives up or the fault is deleted. */
  hang: v.optional(v.boolean()),
  /**
   * Breaks the connection: `before` LINE gets the request, or `after` LINE has handled it, so that only the
   * response is lost.
   */
  drop: v.optional(v.picklist(['before', 'after'])),
  /** Changes how a webhook is sent. Only for the host `webhook`. */
  webhook: v.optional(v.picklist(WEBHOOK_FAULTS)),
  /** Type of the events in the webhook. Only for the host `webhook`. Default: every type. */
  event: v.optional(v.picklist(WEBHOOK_EVENT_TYPES)),
})

/** Fields of a fault that have an effect on a request. */
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
