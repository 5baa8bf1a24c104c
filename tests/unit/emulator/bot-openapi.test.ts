// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FRIEND, hello, TOKEN, withBot } from './bot-kit.ts'
import { type ApiOperation, operationsOf, sampleOf, validatorFor } from './openapi-kit.ts'

const GROUP = `C${'1'.repeat(32)}`
const ROOM = `R${'1'.repeat(32)}`
const MENU_SAMPLE = {
  ...{ size: { width: 2500, height: 843 }, selected: false, name: 'a', chatBarText: 'b', areas: [] },
}

/** Operations that LINE refuses for this account, with the status. The documents describe the refusal, or only the answer. */
const REFUSED: Readonly<Record<string, number>> = {
  pushMessagesByPhone: 422,
  getMembershipSubscription: 404,
  getJoinedMembershipUsers: 404,
  getMessageContent: 404,
  getMessageContentPreview: 404,
  getMessageContentTranscodingByMessageId: 404,
}

/** Operations that delete objects that other operations need. They are called last, in this order. */
const LAST = [
  'deleteRichMenuAlias',
  'unlinkRichMenuIdFromUser',
  'cancelDefaultRichMenu',
  'deleteRichMenu',
  'leaveGroup',
  'leaveRoom',
  'closeCoupon',
]
/** Operations that create objects that other operations need. They are called first, in this order. */
const FIRST = ['setWebhookEndpoint', 'linkRichMenuIdToUser', 'setDefaultRichMenu']

const rankOf = ({ id }: ApiOperation): number =>
  FIRST.includes(id) ? FIRST.indexOf(id) - FIRST.length : LAST.indexOf(id) + 1

/** Creates an account with all objects that the requests refer to. */
async function preparedBot() {
  const server = createServer((_, outgoing) => outgoing.end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}/`
  const line = await withBot({ messaging: { webhook: endpoint } })
  onTestFinished(() => line.emulator.close())
  const groups = [GROUP, ROOM].map(id => ({ id, name: 'Family', members: [FRIEND] }))
  line.emulator.control.patch({ messaging: { groups } })
  line.emulator.control.chat({ text: 'Hello' })
  const { bot } = line.emulator.export().world
  const menuId = async () => {
    const { richMenuId } = (await line.post('/v2/bot/richmenu', MENU_SAMPLE)).body
    const url = `https://api-data.line.me/v2/bot/richmenu/${richMenuId}/content`
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'image/png' }
    await line.emulator.lineFetch(new Request(url, { method: 'POST', headers, body: new Uint8Array([1]) }))
    return String(richMenuId)
  }
  const richMenuId = await menuId()
  const bare = String((await line.post('/v2/bot/richmenu', MENU_SAMPLE)).body.richMenuId)
  await line.post('/v2/bot/richmenu/alias', { richMenuAliasId: 'known', richMenuId })
  const coupon = {
    ...{
      acquisitionCondition: { type: 'normal' },
      maxUseCountPerTicket: 1,
      title: 'a',
      visibility: 'PUBLIC',
    },
    ...{ startTimestamp: 1, endTimestamp: 2, timezone: 'ASIA_BANGKOK' },
  }
  const { couponId } = (await line.post('/v2/bot/coupon', coupon)).body
  const requestId = (await line.post('/v2/bot/message/narrowcast', { messages: [hello] })).headers.get(
    'x-line-request-id',
  )
  const batch = (
    await line.post('/v2/bot/richmenu/batch', { operations: [{ type: 'unlinkAll' }] })
  ).headers.get('x-line-request-id')
  const known = {
    ...{
      Message: hello,
      RichMenuRequest: MENU_SAMPLE,
      to: FRIEND,
      userId: FRIEND,
      userIds: [FRIEND],
      chatId: FRIEND,
    },
    ...{
      groupId: GROUP,
      roomId: ROOM,
      richMenuId,
      richMenuAliasId: 'known',
      couponId,
      endpoint,
      date: '20260202',
    },
    ...{ replyToken: Object.keys(bot.replyTokens)[0], markAsReadToken: Object.keys(bot.readTokens)[0] },
    ...{ messageId: '1', membershipId: '1', requestId, operations: [{ type: 'unlinkAll' }] },
    ...{
      AcquisitionConditionRequest: { type: 'normal' },
      startTimestamp: 1,
      endTimestamp: 2,
      loadingSeconds: 5,
    },
  }
  const special: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    multicast: { to: [FRIEND] },
    createRichMenuAlias: { richMenuAliasId: 'new' },
    setRichMenuImage: { richMenuId: bare },
    getRichMenuBatchProgress: { requestId: batch },
  }
  return {
    ...line,
    knownFor: (id: string): Readonly<Record<string, unknown>> => ({ ...known, ...special[id] }),
  }
}

function requestFor(operation: ApiOperation, known: Readonly<Record<string, unknown>>): Request {
  const url = new URL(operation.url.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name])))
  for (const { name, schema } of operation.query)
    url.searchParams.set(name, String(sampleOf('messaging-api', schema, known, name)))
  const [type, content] = Object.entries(operation.request ?? {})[0] ?? []
  const isJson = type === 'application/json'
  const sample = isJson ? sampleOf('messaging-api', content?.schema ?? {}, known) : null
  return new Request(url, {
    method: operation.method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': isJson ? type : 'image/png' },
    ...(type === undefined ? {} : { body: isJson ? JSON.stringify(sample) : new Uint8Array([1]) }),
  })
}

test('every operation of LINE’s Messaging API answers a valid request by its schema', async () => {
  const operations = operationsOf('messaging-api').toSorted((one, other) => rankOf(one) - rankOf(other))
  expect(operations.length).toBeGreaterThan(70)
  const { emulator, knownFor } = await preparedBot()
  const validator = validatorFor('messaging-api')
  const wrong: string[] = []
  for (const operation of operations) {
    const { id, responses } = operation
    const response = await emulator.lineFetch(requestFor(operation, knownFor(id)))
    const { status } = response
    const text = await response.text()
    const expected = REFUSED[id] ?? Number(Object.keys(responses).find(code => code.startsWith('2')))
    if (status !== expected) wrong.push(`${id}: ${status} ${text}`)
    if (response.headers.get('x-line-request-id') === null) wrong.push(`${id}: no request id`)
    const schema = responses[status]?.content?.['application/json']?.schema
    if (schema === undefined) continue
    const validate = validator(schema)
    if (!validate(JSON.parse(text))) wrong.push(`${id}: ${JSON.stringify(validate.errors)} ${text}`)
  }
  expect(wrong).toEqual([])
  expect(emulator.requests().filter(({ via, error }) => via === 'server' && error !== null)).toEqual([])
})

test('every operation refuses a request without a channel access token', async () => {
  const { emulator, knownFor } = await preparedBot()
  for (const operation of operationsOf('messaging-api')) {
    const { url, method } = requestFor(operation, knownFor(operation.id))
    const { status } = await emulator.lineFetch(new Request(url, { method }))
    expect([operation.id, status]).toEqual([operation.id, 401])
  }
})

test('webhook events have LINE’s format', async () => {
  const { emulator } = await preparedBot()
  emulator.control.chat({ postback: { data: 'a' } })
  emulator.control.friendship({ state: 'blocked' })
  emulator.control.friendship({ state: 'friend' })
  await emulator.webhooksSettled()
  const sent = emulator
    .requests()
    .filter(({ via }) => via === 'line')
    .map(({ request }) => JSON.parse(request ?? ''))
  const types = sent.flatMap(({ events }) => events.map(({ type }: { type: string }) => type))
  expect(types).toEqual(['message', 'postback', 'unfollow', 'follow'])
  const compile = validatorFor('webhook')
  const validateWebhook = compile({ $ref: '#/components/schemas/CallbackRequest' })
  const names: Readonly<Record<string, string>> = {
    message: 'MessageEvent',
    postback: 'PostbackEvent',
    unfollow: 'UnfollowEvent',
    follow: 'FollowEvent',
  }
  for (const webhook of sent) {
    expect([validateWebhook(webhook), validateWebhook.errors]).toEqual([true, null])
    for (const event of webhook.events) {
      const validate = compile({ $ref: `#/components/schemas/${names[event.type]}` })
      expect([event.type, validate(event), validate.errors]).toEqual([event.type, true, null])
    }
  }
})
