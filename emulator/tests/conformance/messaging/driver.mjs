// Runs the conformance cases for LINE's server side with LINE's own bot SDK. `liff-emulator exec` starts it. The first
// argument is the file with the cases, the second is the file for the outcomes.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import {
  channelAccessToken,
  HTTPFetchError,
  insight,
  liff,
  manageAudience,
  messagingApi,
  moduleAttach,
  moduleOperation,
  shop,
  validateSignature,
} from '@line/bot-sdk'

const { LIFF_EMULATOR_URL, LINE_CHANNEL_ACCESS_TOKEN, LINE_CHANNEL_ID, LINE_CHANNEL_SECRET } = process.env
const { LINE_LOGIN_CHANNEL_ID, LINE_LOGIN_CHANNEL_SECRET } = process.env
const START = '2026-02-03T04:05:06Z'
const EVENTS_WAIT_MS = 10_000
const [casesFile, outcomesFile] = process.argv.slice(2)
const { cases } = JSON.parse(readFileSync(casesFile, 'utf8'))

/** Calls the emulator's control API, which the real LINE does not have. */
async function control(method, name, body) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(`${LIFF_EMULATOR_URL}/__emulator/api/${name}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${name}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

const ids = {
  friend: 'U4af4980629a1b2c3d4e5f60718293a4b',
  other: 'U7c1d2e3f40516273849506a7b8c9d0e1',
  stranger: 'Ub0a1928374655647382910fedcba9876',
  unknown: `U${'0'.repeat(32)}`,
  group: `C${'1'.repeat(32)}`,
  room: `R${'1'.repeat(32)}`,
  newGroup: `C${'2'.repeat(32)}`,
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Returns a greyscale PNG of this size in pixels. With `bytes`, a text chunk pads the file to that length. */
function picture(width, height, bytes = 0) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height)))
  const parts = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), pixels]
  const end = chunk('IEND', Buffer.alloc(0))
  const length = Buffer.concat([...parts, end]).length
  const text = bytes === 0 ? [] : [chunk('tEXt', Buffer.alloc(bytes - length - 12, 'a'))]
  return new Blob([Buffer.concat([...parts, ...text, end])], { type: 'image/png' })
}

const samples = {
  hello: { type: 'text', text: 'Hello' },
  key: '123e4567-e89b-12d3-a456-426614174000',
  menu: {
    size: { width: 2500, height: 843 },
    selected: false,
    name: 'Main',
    chatBarText: 'Menu',
    areas: [],
  },
  png: picture(2500, 843),
  coupon: {
    acquisitionCondition: { type: 'normal' },
    maxUseCountPerTicket: 1,
    title: 'Drink',
    visibility: 'PUBLIC',
    startTimestamp: 1_770_000_000,
    endTimestamp: 1_780_000_000,
    timezone: 'ASIA_BANGKOK',
  },
}

const clientWith = token => new messagingApi.MessagingApiClient({ channelAccessToken: token })
const client = clientWith(LINE_CHANNEL_ACCESS_TOKEN)
const blob = new messagingApi.MessagingApiBlobClient({ channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN })
const tokens = new channelAccessToken.ChannelAccessTokenClient({})
const audiences = new manageAudience.ManageAudienceClient({ channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN })
const audienceFiles = new manageAudience.ManageAudienceBlobClient({
  channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN,
})
const insights = new insight.InsightClient({ channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN })

const stickers = new shop.ShopClient({ channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN })
const modules = new moduleOperation.LineModuleClient({ channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN })
const attachments = new moduleAttach.LineModuleAttachClient({ channelAccessToken: 'none' })

/** Answers as the admin whether to link the account with the module. Returns the parameters of the redirect. */
async function linkModule(answer = 'link', change = {}) {
  const query = { response_type: 'code', client_id: LINE_CHANNEL_ID, redirect_uri: 'https://module.example/' }
  const asked = { ...query, state: 'a-state', scope: 'message:send message:receive', ...change }
  const url = `https://manager.line.biz/module/auth/v1/authorize?${new URLSearchParams(asked)}`
  const response = await fetch(url, {
    ...{ method: 'POST', redirect: 'manual' },
    body: new URLSearchParams({ answer }),
  })
  const { headers, status } = response
  return headers.has('location')
    ? Object.fromEntries(new URL(headers.get('location')).searchParams)
    : { status }
}

/** Attaches the module with a code, as its provider does. */
const attach = (code, secret = LINE_CHANNEL_SECRET, uri = 'https://module.example/') =>
  attachments.attachModule('authorization_code', code, uri, undefined, LINE_CHANNEL_ID, secret)

/** Returns a client of the LIFF server API with a new token of the LINE Login channel. */
async function liffClient() {
  const issued = await tokens.issueStatelessChannelTokenByClientSecret(
    LINE_LOGIN_CHANNEL_ID,
    LINE_LOGIN_CHANNEL_SECRET,
  )
  return new liff.LiffClient({ channelAccessToken: issued.access_token })
}

const segment = value => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Returns a client assertion of the channel, with the claims in `change` replaced. */
function assertion(change = {}) {
  const claims = { iss: LINE_CHANNEL_ID, sub: LINE_CHANNEL_ID, aud: 'https://api.line.me/' }
  const exp = Date.parse(START) / 1000 + 1800
  const header = segment({ alg: 'RS256', typ: 'JWT', kid: 'key' })
  return `${header}.${segment({ ...claims, exp, ...change })}.${segment('signature')}`
}

/** Sends a request without the SDK, and returns the status and the body. */
async function plain(method, url, body, headers = {}) {
  const isText = body === undefined || typeof body === 'string'
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${LINE_CHANNEL_ACCESS_TOKEN}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: isText ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

const sdk = {
  audiences,
  audienceFiles,
  insights,
  stickers,
  modules,
  linkModule,
  attach,
  liffClient,
  assertion,
  plain,
  buffer,
  client,
  clientWith,
  blob,
  tokens,
  channelId: LINE_CHANNEL_ID,
  channelSecret: LINE_CHANNEL_SECRET,
  loginChannelId: LINE_LOGIN_CHANNEL_ID,
  loginChannelSecret: LINE_LOGIN_CHANNEL_SECRET,
}

/** Creates a rich menu and uploads its picture. */
async function menuWithPicture(change = {}) {
  const { richMenuId } = await client.createRichMenu({ ...samples.menu, ...change })
  await blob.setRichMenuImage(richMenuId, samples.png)
  return richMenuId
}

const at = { userId: ids.friend }
const { newGroup } = ids
const PHONE = '+66812345678'
const DEMOGRAPHICS = { gender: 'female', age: 27, area: 'th_01', appType: 'android', friendDays: 40 }
const user = {
  says: text => control('POST', 'chat', { ...at, text }),
  sends: (message, more = {}) => control('POST', 'chat', { ...at, message, ...more }),
  unsends: messageId => control('POST', 'chat', { ...at, unsend: { messageId } }),
  opens: url => fetch(url.replace('https://', `${LIFF_EMULATOR_URL}/__line/`), { redirect: 'manual' }),
  membership: change => control('POST', 'membership', { ...at, membershipId: 7, change }),
  taps: data => control('POST', 'chat', { ...at, postback: { data } }),
  switches: (richMenuAliasId, data) =>
    control('POST', 'chat', { ...at, richMenuSwitch: { richMenuAliasId, data } }),
  watches: trackingId => control('POST', 'chat', { ...at, videoPlayComplete: { trackingId } }),
  sees: () => control('GET', `chat?userId=${ids.friend}`),
  blocks: () => control('POST', 'friendship', { ...at, state: 'blocked' }),
  adds: (userId = ids.friend) => control('POST', 'friendship', { userId, state: 'friend' }),
}
const world = {
  user,
  advance: ms => control('POST', 'clock', { advance: ms }),
  changeGroup: (change, userIds = []) => control('POST', 'group', { groupId: newGroup, change, userIds }),
  breaks: fault => control('POST', 'faults', { host: 'api.line.me', times: 1, ...fault }),
}

let received = []
const receiver = createServer(async (incoming, outgoing) => {
  let body = ''
  for await (const part of incoming) body += part
  const signed = validateSignature(body, LINE_CHANNEL_SECRET, String(incoming.headers['x-line-signature']))
  received.push(...JSON.parse(body).events.map(event => ({ ...event, signed })))
  outgoing.end()
})
await new Promise(resolve => receiver.listen(0, '127.0.0.1', resolve))
const endpoint = `http://localhost:${receiver.address().port}/webhook`

/** Waits until LINE has sent this many events, and returns them. */
async function events(count) {
  for (const until = Date.now() + EVENTS_WAIT_MS; received.length < count && Date.now() < until; )
    await new Promise(resolve => setTimeout(resolve, 10))
  return received
}

/** Downloads a file that a user sent, as base64. */
const download = async (id, part = 'getMessageContent') =>
  (await buffer(await blob[part](id))).toString('base64')

/** Opens the URL that links the user's LINE account with the user's account at the service. */
async function linkAccount(linkToken, nonce = '0123456789') {
  await user.opens(`https://access.line.me/dialog/bot/accountLink?linkToken=${linkToken}&nonce=${nonce}`)
}

/** The hash of the friend's phone number. */
const phoneHash = createHash('sha256').update(PHONE).digest('hex')

/** Returns the status and body of a request that LINE refused. */
function refusalOf(error) {
  if (!(error instanceof HTTPFetchError)) return { status: null, message: String(error) }
  const { status, body, headers } = error
  const accepted = headers.get('x-line-accepted-request-id')
  return { status, ...(accepted === null ? {} : { accepted }), ...(body === '' ? {} : JSON.parse(body)) }
}
const refused = promise => promise.then(value => ({ value }), refusalOf)

const names = {
  ...sdk,
  ...ids,
  ...samples,
  ...world,
  picture,
  menuWithPicture,
  download,
  linkAccount,
  phoneHash,
  events,
  endpoint,
  refused,
}
const AsyncFunction = (async () => {}).constructor

async function run({ setup = {}, call }) {
  received = []
  await control('POST', 'scenario', { name: setup.scenario ?? 'friend' })
  await control('POST', 'reset')
  const members = [ids.friend, ids.stranger]
  const groups = [ids.group, ids.room].map(id => ({ id, name: 'Family', members }))
  const webhook = setup.webhook === true ? endpoint : null
  const { users } = await control('GET', 'state')
  const withPhone = users.map(one =>
    one.userId === ids.friend ? { ...one, phoneNumber: PHONE, demographics: DEMOGRAPHICS } : one,
  )
  await control('PATCH', 'state', { users: withPhone, messaging: { groups, webhook, ...setup.messaging } })
  await control('POST', 'clock', { freeze: START })
  const outcome = await new AsyncFunction(...Object.keys(names), call)(...Object.values(names)).then(
    value => ({ value }),
    error => ({ error: refusalOf(error) }),
  )
  return { ...outcome, sent: await control('GET', 'bot-messages') }
}

const outcomes = {}
for (const each of cases) outcomes[each.id] = await run(each)
receiver.closeAllConnections()
receiver.close()
writeFileSync(outcomesFile, JSON.stringify(outcomes))
