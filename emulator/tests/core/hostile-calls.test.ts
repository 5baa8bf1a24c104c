import { expect, test } from 'vitest'
import { supportedCalls } from '#emulator/platform/routes.ts'
import { TOKEN, withBot } from './bot-kit.ts'

/** Values for the variable parts of a path. `__proto__` and `constructor` exist on every object. */
const SEGMENTS = ['__proto__', 'constructor', '%00', '%', '..%2f..', 'ก']
const QUERIES = ['', '?limit=-1&start=%F0&date=x&linkToken=__proto__']
const BODIES = [
  ...['', '{', 'null', '[]', '"x"', '1', '[[[[[[]]]]]]', '{"__proto__":{"a":1},"constructor":1}'],
  ...['{"messages":null}', '{"messages":[null]}', '{"messages":[{"type":"__proto__"}]}'],
  '{"to":{"a":1},"messages":[{"type":"text","text":"a"}]}',
  '{"to":["U1",null,{}],"messages":[{"type":"text","text":"\\ud800"}]}',
  '{"areas":[null],"size":null,"name":[],"chatBarText":{}}',
  '{"operations":[{"type":"link","from":null}]}',
  '{"richMenuId":"constructor","userIds":["__proto__"]}',
  '{"recipient":{"type":"operator","and":[{"type":"operator","not":null}]},"messages":[]}',
  'x'.repeat(300_000),
]
const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

/** Returns the method and URL of each request to a call such as `GET, POST https://api.line.me/v2/bot/coupon/:id`. */
function requestsTo(call: string): readonly (readonly [method: string, url: string])[] {
  const at = call.indexOf('https:')
  const methods = call.slice(0, at).trim().split(', ')
  const urls = SEGMENTS.flatMap(segment =>
    QUERIES.map(query => call.slice(at).replace(/:\w+|\*/g, segment) + query),
  )
  return methods.flatMap(method => [...new Set(urls)].map(url => [method, url] as const))
}

test('no path, query or body makes LINE answer with 500', async () => {
  const { emulator } = await withBot()
  const failed: string[] = []
  let count = 0
  for (const [method, url] of supportedCalls().flatMap(requestsTo))
    for (const body of method === 'GET' ? [null] : BODIES) {
      count += 1
      const headers = {
        authorization: `Bearer ${TOKEN}`,
        'content-type': TYPES[count % TYPES.length] ?? '',
        'x-line-retry-key': count % 2 ? 'x' : crypto.randomUUID(),
      }
      const { status } = await emulator.lineFetch(new Request(url, { method, headers, body }))
      if (status >= 500) failed.push(`${status} ${method} ${url} ${body?.slice(0, 80)}`)
    }
  expect(failed).toEqual([])
  expect(count).toBeGreaterThan(5000)
}, 300_000)
