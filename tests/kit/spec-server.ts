import { Hono } from 'hono'

type Fetch = (request: Request) => Response | Promise<Response>

/** The 21 calls of spec S7, as `METHOD path`. `DELETE /api/customer{suffix}` accepts any suffix. */
export const SPEC_CALLS = [
  'POST /api/authorization/login',
  'POST /api/authorization/register',
  'POST /api/authorization/cancel',
  'POST /api/customer',
  'GET /api/customer',
  'PUT /api/customer',
  'DELETE /api/customer/*',
  'POST /api/logstate',
  'POST /api/logpageview',
  'GET /api/reward',
  'POST /api/reward',
  'POST /api/reward/use',
  'POST /api/reward/confirm-concert',
  'GET /api/answer/customerHistory',
  'POST /api/answer',
  'GET /api/answer/last',
  'GET /api/master/province',
  'GET /api/master/district',
  'GET /api/master/subdistrict',
  'GET /api/master/store',
  'GET /api/master/activity',
] as const

/**
 * The fields that spec S3 and S7 name in the answers. The answer of a call that is not listed is reduced to an empty
 * object ("not shown").
 */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'POST /api/authorization/login': ['customerId', 'accessToken'],
  'GET /api/customer': ['id', 'lineUserId', 'lineDisplayName', 'linePictureUrl'],
  'GET /api/answer/customerHistory': ['answerText'],
  'GET /api/answer/last': ['answerText'],
  'GET /api/master/activity': ['endPlatform', 'pendingPlatform'],
}

/**
 * The calls whose answers cannot be reduced, because the app needs more of the answer than spec S3 shows
 * (docs/decisions/045).
 */
const WHOLE: readonly string[] = [
  'POST /api/authorization/register',
  'GET /api/reward',
  'GET /api/master/province',
  'GET /api/master/district',
  'GET /api/master/subdistrict',
  'GET /api/master/store',
]

/**
 * Returns a server that has only the calls and fields of the specification. It ignores idempotency keys and versions.
 */
export function specServer(fetch: Fetch): Fetch {
  const app = new Hono()
  for (const call of SPEC_CALLS) {
    const [method = '', path = ''] = call.split(' ')
    app.on(method, path, async context =>
      onlyShown(call, withoutKey(await fetch(withoutKey(context.req.raw)))),
    )
  }
  return request => app.fetch(request)
}

function withoutKey<T extends Request | Response>(message: T): T {
  const copy = (message instanceof Request ? new Request(message) : new Response(message.body, message)) as T
  copy.headers.delete('Idempotency-Key')
  copy.headers.delete('If-Match')
  copy.headers.delete('Idempotency-Replayed')
  return copy
}

async function onlyShown(call: string, response: Response): Promise<Response> {
  if (WHOLE.includes(call) || response.status !== 200) return response
  const body: unknown = await response.json()
  const reduced = (given: object) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => SHOWN[call]?.includes(name)))
  const shown = Array.isArray(body) ? body.map(reduced) : reduced(body as object)
  return new Response(JSON.stringify(shown), { headers: { 'Content-Type': 'application/json' } })
}
