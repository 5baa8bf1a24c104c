import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { supportedCalls } from '#emulator/platform/routes.ts'
import { FRIEND, hello, STRANGER } from './bot-kit.ts'
import { DOCUMENTS, GROUP, type Name, preparedBot, requestFor } from './openapi-bot.ts'
import { type ApiOperation, documentNames, operationsOf, validatorFor } from './openapi-kit.ts'

/** Operations that delete objects that other operations need. They are called last, in this order. */
const LAST = [
  'deleteRichMenuAlias',
  'unlinkRichMenuIdFromUser',
  'cancelDefaultRichMenu',
  'deleteRichMenu',
  'leaveGroup',
  'leaveRoom',
  'closeCoupon',
  'deleteAudienceGroup',
  'releaseChatControl',
  'detachModule',
  'deleteLIFFApp',
]
const FIRST = ['setWebhookEndpoint', 'linkRichMenuIdToUser', 'setDefaultRichMenu']

const rankOf = ({ id }: ApiOperation): number =>
  FIRST.includes(id) ? FIRST.indexOf(id) - FIRST.length : LAST.indexOf(id) + 1

test.each(Object.entries(DOCUMENTS) as [Name, number][])(
  'every operation of LINE’s document %s answers a valid request by its schema',
  async (name, count) => {
    const operations = operationsOf(name).toSorted((one, other) => rankOf(one) - rankOf(other))
    expect(operations).toHaveLength(count)
    const { emulator, knownFor } = await preparedBot()
    const validator = validatorFor(name)
    const wrong: string[] = []
    for (const operation of operations) {
      const { id, responses } = operation
      const response = await emulator.lineFetch(requestFor(name, operation, knownFor(id)))
      const { status } = response
      const text = await response.text()
      const expected = Number(Object.keys(responses).find(code => code.startsWith('2')))
      if (status !== expected) wrong.push(`${id}: ${status} ${text}`)
      if (response.headers.get('x-line-request-id') === null) wrong.push(`${id}: no request id`)
      const schema = responses[status]?.content?.['application/json']?.schema
      if (schema === undefined) continue
      const validate = validator(schema)
      if (!validate(JSON.parse(text))) wrong.push(`${id}: ${JSON.stringify(validate.errors)} ${text}`)
    }
    expect(wrong).toEqual([])
    expect(emulator.requests().filter(({ via, error }) => via === 'server' && error !== null)).toEqual([])
  },
)

test.each(Object.keys(DOCUMENTS) as Name[])(
  'every operation of %s refuses a request without a channel access token',
  async name => {
    const { emulator, knownFor } = await preparedBot()
    for (const operation of operationsOf(name)) {
      const { url, method } = requestFor(name, operation, knownFor(operation.id))
      const { status } = await emulator.lineFetch(new Request(url, { method }))
      expect([operation.id, status]).toEqual([operation.id, 401])
    }
  },
)

test('every webhook event has LINE’s format', async () => {
  const { emulator, get, post } = await preparedBot()
  const { chat, friendship, group, membership, webhookEvent } = emulator.control
  const id = chat({ message: { type: 'text', text: 'Gone' } })
  chat({ unsend: { messageId: id.ok ? id.value.messageId : '' } })
  chat({ message: { type: 'sticker', packageId: '446', stickerId: '1988' } })
  chat({ message: { type: 'location', latitude: 13.7, longitude: 100.5 } })
  for (const type of ['image', 'audio']) chat({ message: { type, content: 'AAAA' } })
  chat({ message: { type: 'file', content: 'AAAA', fileName: 'a.pdf' } })
  chat({ postback: { data: 'a' } })
  chat({ videoPlayComplete: { trackingId: 'a' } })
  friendship({ state: 'blocked' })
  friendship({ state: 'friend' })
  const groupId = `C${'2'.repeat(32)}`
  group({ groupId, change: 'invite', userIds: [FRIEND] })
  chat({ text: 'Hello all', chatId: groupId })
  group({ groupId, change: 'join', userIds: [STRANGER] })
  group({ groupId, change: 'leave', userIds: [STRANGER] })
  expect(group({ groupId, change: 'remove' })).toMatchObject({ ok: true })
  for (const change of ['leave', 'join', 'renew']) membership({ membershipId: 1, change })
  const { linkToken } = (await post(`/v2/bot/user/${FRIEND}/linkToken`)).body
  const link = `https://access.line.me/dialog/bot/accountLink?linkToken=${linkToken}&nonce=1234567890`
  for (const _ of [1, 2]) await emulator.handle(new Request(link))
  const to = createHash('sha256').update('+66813300000').digest('hex')
  await post('/bot/pnp/push', { to, messages: [hello] })
  for (const action of ['acquire', 'release']) await post(`/v2/bot/chat/${GROUP}/control/${action}`, {})
  await post('/v2/bot/channel/detach', { botId: (await get('/v2/bot/info')).body.userId })
  webhookEvent({ type: 'beacon', beacon: { hwid: 'd41d8cd98f', type: 'stay' } })
  for (const type of ['botSuspended', 'botResumed']) webhookEvent({ type })
  await emulator.webhooksSettled()
  const sent = emulator
    .requests()
    .filter(({ via }) => via === 'line')
    .map(({ request }) => JSON.parse(request ?? ''))
  const mapping: Readonly<Record<string, string>> = {
    ...{
      message: 'MessageEvent',
      unsend: 'UnsendEvent',
      postback: 'PostbackEvent',
      delivery: 'PnpDeliveryCompletionEvent',
    },
    ...{ unfollow: 'UnfollowEvent', follow: 'FollowEvent', join: 'JoinEvent', leave: 'LeaveEvent' },
    ...{ memberJoined: 'MemberJoinedEvent', memberLeft: 'MemberLeftEvent', accountLink: 'AccountLinkEvent' },
    ...{ membership: 'MembershipEvent', videoPlayComplete: 'VideoPlayCompleteEvent' },
    ...{ beacon: 'BeaconEvent', botSuspended: 'BotSuspendedEvent', botResumed: 'BotResumedEvent' },
    ...{ activated: 'ActivatedEvent', deactivated: 'DeactivatedEvent', module: 'ModuleEvent' },
  }
  const events = sent.flatMap(webhook => webhook.events)
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(mapping)))
  const kinds = events.flatMap(({ message }) => (message === undefined ? [] : [message.type]))
  expect(new Set(kinds).size).toBe(7)
  const compile = validatorFor('webhook')
  const problems = (name: string, value: unknown) => {
    const validate = compile({ $ref: `#/components/schemas/${name}` })
    return validate(value) ? [] : [{ name, value, errors: validate.errors }]
  }
  const contentName = (type: string) => `${type[0]?.toUpperCase()}${type.slice(1)}MessageContent`
  expect(sent.flatMap(webhook => problems('CallbackRequest', webhook))).toEqual([])
  expect(events.flatMap(event => problems(mapping[event.type] ?? '', event))).toEqual([])
  const messages = events.flatMap(({ message = [] }) => message)
  expect(messages.flatMap(message => problems(contentName(message.type), message))).toEqual([])
})

test('every operation of LINE’s documents has a route, and all but those of tokens and of attaching are called above', () => {
  const names = documentNames().filter(name => name !== 'webhook')
  expect(names.filter(name => !(name in DOCUMENTS))).toEqual(['module-attach', 'channel-access-token'])
  const routes = supportedCalls().map(route => route.replace(/:\w+/g, ':'))
  const missing = names.flatMap(operationsOf).filter(({ method, url }) => {
    const path = url.replace(/\{\w+\}/g, ':')
    return !routes.some(route => route.endsWith(` ${path}`) && route.slice(0, -path.length).includes(method))
  })
  expect(missing.map(({ id }) => id)).toEqual([])
})
