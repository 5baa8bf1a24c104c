import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerNode } from '#emulator/node.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { listen } from '#tests/kit/listen.ts'
import { ACCEPTED } from './accepted-mutations.ts'
import { FRIEND, hello, TOKEN, withBot } from './bot-kit.ts'
import { DOCUMENTS, type Name, preparedBot, requestFor } from './openapi-bot.ts'
import { operationsOf, sampleOf } from './openapi-kit.ts'

/** Values that replace a field's valid value. */
const WRONG: readonly unknown[] = [{}, [], 'text', '', -1, 2 ** 40, 1.5, true, null]

type Json = Readonly<Record<string, unknown>>

/** Yields the path of each field of a body, and a function that returns the body with another value in this field. */
function* mutations(
  value: unknown,
  path: readonly string[] = [],
): Generator<[string, (wrong: unknown) => unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    const at = [...path, key]
    const replaced = (wrong: unknown) =>
      Array.isArray(value) ? value.with(Number(key), wrong) : { ...(value as Json), [key]: wrong }
    yield [at.join('.'), replaced]
    for (const [inner, change] of mutations(field, at)) yield [inner, wrong => replaced(change(wrong))]
  }
}

/** True if a mutation keeps the type of the field, so that LINE may accept the value. */
const sameType = (before: unknown, wrong: unknown) =>
  typeof before === typeof wrong &&
  Array.isArray(before) === Array.isArray(wrong) &&
  (before === null) === (wrong === null)

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Json)[key], body)

/** The optional fields that the smallest valid bodies lack, by operation. */
const OPTIONAL: Readonly<Record<string, Json>> = {
  narrowcast: {
    filter: { demographic: { type: 'gender', oneOf: ['male'] } },
    limit: { max: 1, upToRemainingQuota: true, forbidPartialDelivery: false },
    notificationDisabled: false,
  },
  createClickBasedAudienceGroup: { clickUrl: 'https://example.com/' },
  createAudienceGroup: { isIfaAudience: false, uploadDescription: 'a' },
  createRichMenu: {
    areas: [{ bounds: { x: 0, y: 0, width: 1, height: 1 }, action: { type: 'message', text: 'a' } }],
  },
}

const { post, get, emulator } = eachTest(withBot)

test('every accepted mutation of a valid body has a reason', async () => {
  const accepted: string[] = []
  let count = 0
  for (const name of Object.keys(DOCUMENTS) as Name[]) {
    const { emulator, knownFor } = await preparedBot()
    const fresh = emulator.export()
    for (const operation of operationsOf(name)) {
      const schema = operation.request?.['application/json']?.schema
      if (schema === undefined) continue
      const known = knownFor(operation.id)
      const valid = { ...(sampleOf(name, schema, known) as Json), ...OPTIONAL[operation.id] }
      for (const [path, change] of mutations(valid))
        for (const wrong of WRONG) {
          if (sameType(at(valid, path), wrong)) continue
          count += 1
          const { url, method, headers } = requestFor(name, operation, known)
          const body = JSON.stringify(change(wrong))
          const { status } = await emulator.lineFetch(new Request(url, { method, headers, body }))
          if (status >= 400 && status < 500) continue
          accepted.push(`${operation.id} ${path.replace(/\b\d+\b/g, '#')} ${JSON.stringify(wrong)}`)
          await emulator.import(fresh)
        }
    }
  }
  expect(count).toBeGreaterThan(500)
  expect(accepted.toSorted()).toEqual([...ACCEPTED.keys()].toSorted())
})

test.each([
  ['filter', { filter: 'text' }],
  ['filter', { filter: [] }],
  ['limit', { limit: 5 }],
  ['limit.upToRemainingQuota', { limit: { upToRemainingQuota: 'yes' } }],
])('a narrowcast is refused because of the type of %s', async (property, fields) =>
  expect(await post('/v2/bot/message/narrowcast', { messages: [hello], ...fields })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`'${property}'`) },
  }),
)

test('null counts as a missing flag, and a number as a quote token', async () => {
  const push = (message: object, fields = {}) =>
    post('/v2/bot/message/push', { to: FRIEND, messages: [message], ...fields })
  expect((await push(hello, { notificationDisabled: null })).status).toBe(200)
  expect((await push({ ...hello, quoteToken: null })).status).toBe(200)
  expect((await push({ ...hello, quoteToken: 5 })).body.details).toEqual([
    { message: 'Invalid quote token', property: 'messages[0].quoteToken' },
  ])
})

test.each([
  ...['/v2/bot/followers/ids?start=x', '/v2/bot/followers/ids?start=!', '/v2/bot/coupon?start=x'],
  ...['limit=101', 'limit=0', 'start=x'].map(query => `/v2/bot/message/aggregation/list?${query}`),
  '/v2/bot/audienceGroup/list?page=1&createRoute=X',
])('a list is refused with a wrong parameter: %s', async path => expect((await get(path)).status).toBe(400))

test('the list of aggregation units has pages', async () => {
  for (const unit of ['a', 'b', 'c'])
    await post('/v2/bot/message/push', { to: FRIEND, messages: [hello], customAggregationUnits: [unit] })
  const path = '/v2/bot/message/aggregation/list?limit=2'
  const { customAggregationUnits, next } = (await get(path)).body
  expect(customAggregationUnits).toEqual(['a', 'b'])
  expect((await get(`${path}&start=${next}`)).body).toEqual({ customAggregationUnits: ['c'] })
})

test.each([{}, [], 'text', 1.5])('an audience is refused if isIfaAudience is %j', async isIfaAudience => {
  const audience = { description: 'a', audiences: [{ id: FRIEND }] }
  const refused = await post('/v2/bot/audienceGroup/upload', { ...audience, isIfaAudience })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('isIfaAudience') } })
  for (const flag of [false, 'false', null])
    expect((await post('/v2/bot/audienceGroup/upload', { ...audience, isIfaAudience: flag })).status).toBe(
      202,
    )
})

test.each([
  [{}, "The property, 'replyToken', in the request body is invalid (line: -, column: -)"],
  [['a'], "The property, 'replyToken', in the request body is invalid (line: -, column: -)"],
  [5, 'Invalid reply token'],
  [null, 'The request body has 1 error(s)'],
  ['', 'The request body has 1 error(s)'],
])('the reply token %j is refused with LINE’s words', async (replyToken, message) =>
  expect(await post('/v2/bot/message/reply', { replyToken, messages: [hello] })).toMatchObject({
    status: 400,
    body: { message },
  }),
)

test('a POST over HTTP that does not say its length gets 411', async () => {
  const server = createServer((incoming, outgoing) => void answerNode(emulator, incoming, outgoing))
  const { port } = await listen(server)
  const send = async (header: string) => {
    const socket = connect(port, '127.0.0.1')
    const path = `/__line/api.line.me/v2/bot/user/${FRIEND}/linkToken`
    const head = [`POST ${path} HTTP/1.1`, `Host: localhost:${port}`, `Authorization: Bearer ${TOKEN}`]
    socket.write([...head, ...(header === '' ? [] : [header]), 'Connection: close', '', ''].join('\r\n'))
    return (await text(socket)).split('\r\n')[0]
  }
  expect(await send('')).toBe('HTTP/1.1 411 Length Required')
  expect(await send('Content-Length: 0')).toBe('HTTP/1.1 200 OK')
})
