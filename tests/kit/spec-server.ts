import { Hono } from 'hono'

type Fetch = (request: Request) => Response | Promise<Response>

/** The 21 calls of spec S7, as `METHOD path`. The suffix of `DELETE /api/customer{suffix}` may be any. */
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
 * Returns a server that has only the specification's calls: they go to `fetch`, and everything else gets Hono's own
 * 404, which is not in our error format. It ignores idempotency keys, and its answers do not contain them.
 */
export function specServer(fetch: Fetch): Fetch {
  const app = new Hono()
  for (const call of SPEC_CALLS) {
    const [method = '', path = ''] = call.split(' ')
    app.on(method, path, async context => withoutKey(await fetch(withoutKey(context.req.raw))))
  }
  return request => app.fetch(request)
}

function withoutKey<T extends Request | Response>(message: T): T {
  const copy = (message instanceof Request ? new Request(message) : new Response(message.body, message)) as T
  copy.headers.delete('Idempotency-Key')
  copy.headers.delete('Idempotency-Replayed')
  return copy
}
