import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { tokensOf } from '#emulator/world/token-map.ts'
import { listen } from '#tests/kit/listen.ts'
import { png } from '#tests/kit/png.ts'
import { call, FRIEND, hello, TOKEN, withBot } from './bot-kit.ts'
import { type ApiOperation, sampleOf } from './openapi-kit.ts'

export const GROUP = `C${'1'.repeat(32)}`
const ROOM = `R${'1'.repeat(32)}`
const MENU_SAMPLE = {
  ...{ size: { width: 2500, height: 843 }, selected: false, name: 'a', chatBarText: 'b', areas: [] },
}

/** LINE's documents whose operations the tests call, with the number of operations. */
export const DOCUMENTS = {
  'messaging-api': 73,
  'manage-audience': 12,
  insight: 7,
  shop: 1,
  module: 4,
  liff: 4,
} as const

export type Name = keyof typeof DOCUMENTS

const VIEW = { type: 'tall', url: 'https://example.com/app' }
const PERIOD = { from: '20260201', to: '20260202' }

/** Adds a LIFF app with a token of the app's channel, because the account's own channel has no LIFF app. */
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
export async function preparedBot() {
  const server = createServer((_, outgoing) => outgoing.end())
  const { port } = await listen(server)
  const endpoint = `http://localhost:${port}/`
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

export function requestFor(
  name: Name,
  operation: ApiOperation,
  known: Readonly<Record<string, unknown>>,
): Request {
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
