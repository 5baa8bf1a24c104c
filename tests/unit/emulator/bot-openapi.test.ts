// @vitest-environment node
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { supportedCalls } from '#emulator/platform/routes.ts'
import { tokensOf } from '#emulator/world/token-map.ts'
import { png } from '#tests/kit/images.ts'
import { call, FRIEND, hello, STRANGER, TOKEN, withBot } from './bot-kit.ts'
import { type ApiOperation, documentNames, operationsOf, sampleOf, validatorFor } from './openapi-kit.ts'

const GROUP = `C${'1'.repeat(32)}`
const ROOM = `R${'1'.repeat(32)}`
const MENU_SAMPLE = {
  ...{ size: { width: 2500, height: 843 }, selected: false, name: 'a', chatBarText: 'b', areas: [] },
}

/** The documents whose operations are called, with the number of operations. */
const DOCUMENTS = {
  'messaging-api': 73,
  'manage-audience': 12,
  insight: 7,
  shop: 1,
  module: 4,
  liff: 4,
} as const

type Name = keyof typeof DOCUMENTS

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
/** Operations that create objects that other operations need. They are called first, in this order. */
const FIRST = ['setWebhookEndpoint', 'linkRichMenuIdToUser', 'setDefaultRichMenu']

const rankOf = ({ id }: ApiOperation): number =>
  FIRST.includes(id) ? FIRST.indexOf(id) - FIRST.length : LAST.indexOf(id) + 1

const VIEW = { type: 'tall', url: 'https://example.com/app' }
const PERIOD = { from: '20260201', to: '20260202' }

/** Adds a LIFF app with a token of its channel, because the account's own channel has none. */
async function withLiffApp(emulator: LiffEmulator) {
  const [channelId = ''] = emulator.scenario().apps[0]?.liffId.split('-') ?? []
  const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: 'a' }
  const url = 'https://api.line.me/oauth2/v3/token'
  const issued = await emulator.lineFetch(
    new Request(url, { method: 'POST', body: new URLSearchParams(form) }),
  )
  const { access_token: channelToken } = (await issued.json()) as { readonly access_token: string }
  const headers = { authorization: `Bearer ${channelToken}` }
  const added = await call(emulator, 'POST', '/liff/v1/apps', { view: VIEW }, headers)
  return { channelToken, liffId: added.body.liffId }
}

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
  const memberships = [{ membershipId: 1, members: [{ userId: FRIEND }] }]
  const users = line.emulator
    .scenario()
    .users.map(user => ({ ...user, phoneNumber: user.userId === FRIEND ? '+66813300000' : null }))
  line.emulator.control.patch({ messaging: { memberships }, users })
  line.emulator.control.chat({ text: 'Hello' })
  const file = { type: 'video', content: 'AAAA' }
  const video = line.emulator.control.chat({ message: file })
  const messageId = video.ok ? video.value.messageId : ''
  const { bot } = line.emulator.export().world
  const menuId = async () => {
    const { richMenuId } = (await line.post('/v2/bot/richmenu', MENU_SAMPLE)).body
    const url = `https://api-data.line.me/v2/bot/richmenu/${richMenuId}/content`
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'image/png' }
    await line.emulator.lineFetch(
      new Request(url, { method: 'POST', headers, body: new Uint8Array(png(2500, 843)) }),
    )
    return String(richMenuId)
  }
  const richMenuId = await menuId()
  const { channelToken, liffId } = await withLiffApp(line.emulator)
  const botId = (await line.get('/v2/bot/info')).body.userId
  const bare = String((await line.post('/v2/bot/richmenu', MENU_SAMPLE)).body.richMenuId)
  await line.post('/v2/bot/richmenu/alias', { richMenuAliasId: 'known', richMenuId })
  const coupon = {
    ...{
      acquisitionCondition: { type: 'normal' },
      maxUseCountPerTicket: 1,
      title: 'a',
      visibility: 'PUBLIC',
    },
    ...{ startTimestamp: 1, endTimestamp: 1_800_000_000, timezone: 'ASIA_BANGKOK' },
  }
  const { couponId } = (await line.post('/v2/bot/coupon', coupon)).body
  const requestId = (await line.post('/v2/bot/message/narrowcast', { messages: [hello] })).headers.get(
    'x-line-request-id',
  )
  const audience = { description: 'a', audiences: [{ id: FRIEND }] }
  const { audienceGroupId } = (await line.post('/v2/bot/audienceGroup/upload', audience)).body
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
    ...{ replyToken: tokensOf(bot.replyTokens)[0], markAsReadToken: tokensOf(bot.readTokens)[0] },
    ...{ messageId, membershipId: '1', requestId, operations: [{ type: 'unlinkAll' }] },
    ...{ audienceGroupId, productType: 'STICKER', CreateAudienceGroupRequest: audience },
    AddAudienceToAudienceGroupRequest: { ...audience, audienceGroupId },
    ...{ channelToken, liffId, LiffView: VIEW, UpdateLiffView: VIEW },
    UpdateAudienceGroupDescriptionRequest: { description: 'b' },
    CreateClickBasedAudienceGroupRequest: { description: 'c', requestId },
    CreateImpBasedAudienceGroupRequest: { description: 'd', requestId },
    ...{
      AcquisitionConditionRequest: { type: 'normal' },
      startTimestamp: 1,
      endTimestamp: 1_800_000_000,
      loadingSeconds: 5,
    },
  }
  const special: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    multicast: { to: [FRIEND] },
    detachModule: { DetachModuleRequest: { botId } },
    pushMessagesByPhone: { to: createHash('sha256').update('+66813300000').digest('hex') },
    createRichMenuAlias: { richMenuAliasId: 'new' },
    setRichMenuImage: { richMenuId: bare },
    getRichMenuBatchProgress: { requestId: batch },
    ...{ getStatisticsPerUnit: PERIOD, getRichMenuInsightSummary: PERIOD, getRichMenuInsightDaily: PERIOD },
  }
  return {
    ...line,
    knownFor: (id: string): Readonly<Record<string, unknown>> => ({ ...known, ...special[id] }),
  }
}

function requestFor(name: Name, operation: ApiOperation, known: Readonly<Record<string, unknown>>): Request {
  const url = new URL(operation.url.replace(/\{(\w+)\}/g, (_, field: string) => String(known[field])))
  for (const { name: field, schema } of operation.query)
    url.searchParams.set(field, String(sampleOf(name, schema, known, field)))
  const [type, content] = Object.entries(operation.request ?? {})[0] ?? []
  const headers = { authorization: `Bearer ${name === 'liff' ? known.channelToken : TOKEN}` }
  const { method } = operation
  if (type === 'multipart/form-data') {
    const body = new FormData()
    body.set('description', 'e')
    body.set('audienceGroupId', String(known.audienceGroupId))
    body.set('file', new Blob([`${FRIEND}\n`], { type: 'text/plain' }))
    return new Request(url, { method, headers, body })
  }
  const isJson = type === 'application/json'
  const sample = isJson ? sampleOf(name, content?.schema ?? {}, known) : null
  return new Request(url, {
    method,
    headers: { ...headers, 'content-type': isJson ? type : 'image/png' },
    ...(type === undefined ? {} : { body: isJson ? JSON.stringify(sample) : new Uint8Array(png(2500, 843)) }),
  })
}

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
  const { chat, friendship, group, membership } = emulator.control
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
