import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { png } from '#tests/kit/png.ts'
import { FRIEND, OTHER_FRIEND, TOKEN, withBot } from './bot-kit.ts'

const MENU = '/v2/bot/richmenu'
const IMAGE = new Uint8Array(png(2500, 843))
const menu = {
  ...{ size: { width: 2500, height: 843 }, selected: true, name: 'Main', chatBarText: 'Menu' },
  areas: [
    {
      bounds: { x: 0, y: 0, width: 1250, height: 843 },
      action: { type: 'richmenuswitch', richMenuAliasId: 'second', data: 'a' },
    },
  ],
}

/** Uploads a menu's picture. Without a body, downloads the picture. */
function picture(emulator: LiffEmulator, id: string, body?: Uint8Array<ArrayBuffer>, type = 'image/png') {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': type }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body }
  return emulator.lineFetch(new Request(`https://api-data.line.me${MENU}/${id}/content`, init))
}

async function withMenu() {
  const bot = await withBot()
  const { richMenuId } = (await bot.post(MENU, menu)).body
  return { ...bot, id: String(richMenuId) }
}

test('a rich menu can be created, listed, read and deleted', async () => {
  const { get, send, id } = await withMenu()
  expect(id).toMatch(/^richmenu-[0-9a-f]{32}$/)
  expect((await get(`${MENU}/${id}`)).body).toEqual({ richMenuId: id, ...menu })
  expect((await get(`${MENU}/list`)).body).toEqual({ richmenus: [{ richMenuId: id, ...menu }] })
  expect((await send('DELETE', `${MENU}/${id}`)).status).toBe(200)
  expect(await get(`${MENU}/${id}`)).toMatchObject({ status: 404, body: { message: 'Not found' } })
})

test.each([
  [{ size: { width: 2500, height: 2000 } }, 'size'],
  [{ size: { width: 700, height: 400 } }, 'size.width'],
  [{ name: 'x'.repeat(301) }, 'name'],
  [{ chatBarText: '' }, 'chatBarText'],
  [
    { areas: [{ bounds: menu.areas[0]?.bounds, action: { type: 'unknown', label: 'x' } }] },
    'areas[0].action.type',
  ],
  [
    { areas: [{ ...menu.areas[0], bounds: { x: 0, y: 0, width: 2_147_483_648, height: 1 } }] },
    'areas[0].bounds.width',
  ],
])('refuses a rich menu with %j', async (change, property) => {
  const { post } = await withBot()
  for (const path of [MENU, `${MENU}/validate`])
    expect(await post(path, { ...menu, ...change })).toMatchObject({
      status: 400,
      body: { details: [{ property }] },
    })
})

test.each(['camera', 'cameraRoll', 'location'])(
  'an area of a rich menu can have the action %s',
  async type => {
    const { post } = await withBot()
    const areas = [{ bounds: { x: 0, y: 0, width: 2_147_483_647, height: 1 }, action: { type } }]
    expect((await post(`${MENU}/validate`, { ...menu, areas })).status).toBe(200)
  },
)

test('a rich menu gets its picture once, and only then users can get the menu', async () => {
  const { emulator, post, id } = await withMenu()
  const link = () => post(`/v2/bot/user/${FRIEND}/richmenu/${id}`)
  expect((await picture(emulator, id)).status).toBe(404)
  expect((await link()).status).toBe(400)
  expect((await picture(emulator, id, new Uint8Array([1]), 'text/plain')).status).toBe(415)
  expect((await picture(emulator, id, new Uint8Array(2_000_001))).status).toBe(413)
  expect((await picture(emulator, id, new Uint8Array([3]))).status).toBe(400)
  expect((await picture(emulator, id, IMAGE)).status).toBe(200)
  expect((await picture(emulator, id, IMAGE)).status).toBe(400)
  const loaded = await picture(emulator, id)
  expect(loaded.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await loaded.arrayBuffer())).toEqual(Buffer.from(IMAGE))
  expect((await link()).status).toBe(200)
})

test('links a menu to one, several or all users, and removes the links with the menu', async () => {
  const { emulator, get, post, send, id } = await withMenu()
  await picture(emulator, id, IMAGE)
  const of = async (userId: string) => (await get(`/v2/bot/user/${userId}/richmenu`)).body
  expect((await get('/v2/bot/user/all/richmenu')).status).toBe(404)
  await post(`/v2/bot/user/all/richmenu/${id}`)
  expect((await get('/v2/bot/user/all/richmenu')).body).toEqual({ richMenuId: id })
  expect((await post(`${MENU}/bulk/link`, { richMenuId: id, userIds: [FRIEND, OTHER_FRIEND] })).status).toBe(
    202,
  )
  expect(await of(OTHER_FRIEND)).toEqual({ richMenuId: id })
  expect((await post(`${MENU}/bulk/unlink`, { userIds: [OTHER_FRIEND] })).status).toBe(202)
  expect(await of(OTHER_FRIEND)).toMatchObject({ message: 'the user has no richmenu' })
  const second = (await post(MENU, menu)).body.richMenuId
  await picture(emulator, second, IMAGE)
  const batch = { operations: [{ type: 'link', from: id, to: second }] }
  expect((await post(`${MENU}/validate/batch`, batch)).status).toBe(200)
  const accepted = await post(`${MENU}/batch`, batch)
  expect(await of(FRIEND)).toEqual({ richMenuId: second })
  const requestId = accepted.headers.get('x-line-request-id')
  expect((await get(`${MENU}/progress/batch?requestId=${requestId}`)).body).toMatchObject({
    phase: 'succeeded',
  })
  await send('DELETE', `${MENU}/${second}`)
  expect((await get(`/v2/bot/user/${FRIEND}/richmenu`)).status).toBe(404)
  expect((await post(`${MENU}/batch`, { operations: [{ type: 'link', from: id, to: second }] })).status).toBe(
    404,
  )
})

test('an alias names a menu, and can be changed and deleted', async () => {
  const { emulator, get, post, send, id } = await withMenu()
  await picture(emulator, id, IMAGE)
  const create = (richMenuAliasId: string) => post(`${MENU}/alias`, { richMenuAliasId, richMenuId: id })
  expect((await create('main')).status).toBe(200)
  expect(await create('main')).toMatchObject({ status: 400, body: { message: 'conflict richmenu alias id' } })
  expect((await create('Main!')).status).toBe(400)
  expect((await get(`${MENU}/alias/list`)).body).toEqual({
    aliases: [{ richMenuAliasId: 'main', richMenuId: id }],
  })
  expect((await post(`${MENU}/alias/main`, { richMenuId: 'unknown' })).status).toBe(400)
  expect((await post(`${MENU}/alias/main`, { richMenuId: id })).status).toBe(200)
  expect((await send('DELETE', `${MENU}/alias/main`)).status).toBe(200)
  expect((await get(`${MENU}/alias/main`)).status).toBe(404)
  expect(await send('DELETE', `${MENU}/alias/main`)).toMatchObject({
    ...{ status: 400, body: { message: 'richmenu alias not found', details: [] } },
  })
})

test('a coupon can be created, listed, read and closed once', async () => {
  const { get, post, send } = await withBot()
  const coupon = {
    ...{
      acquisitionCondition: { type: 'normal' },
      maxUseCountPerTicket: 1,
      title: 'Drink',
      visibility: 'PUBLIC',
    },
    ...{ startTimestamp: 1, endTimestamp: 1_800_000_000, timezone: 'ASIA_BANGKOK', reward: { type: 'free' } },
  }
  const { couponId } = (await post('/v2/bot/coupon', coupon)).body
  expect((await get('/v2/bot/coupon?status=RUNNING')).body).toEqual({ items: [{ couponId, title: 'Drink' }] })
  expect((await get(`/v2/bot/coupon/${couponId}`)).body).toMatchObject({
    ...coupon,
    couponId,
    status: 'RUNNING',
  })
  expect((await send('PUT', `/v2/bot/coupon/${couponId}/close`)).status).toBe(200)
  expect((await send('PUT', `/v2/bot/coupon/${couponId}/close`)).status).toBe(410)
  expect((await get('/v2/bot/coupon?status=RUNNING')).body).toEqual({ items: [] })
  expect((await post('/v2/bot/coupon', { ...coupon, title: '' })).status).toBe(400)
  expect((await get('/v2/bot/coupon/unknown')).status).toBe(404)
})

// Every JavaScript object inherits properties with these names.
test.each(['__proto__', 'constructor', 'toString'])('an id or token %s does not exist', async name => {
  const { emulator, get, post, id } = await withMenu()
  const paths = [`${MENU}/${name}`, `${MENU}/alias/${name}`, `/v2/bot/coupon/${name}`]
  for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const path of [`/v2/bot/user/${name}/richmenu`, `/v2/bot/profile/${name}`])
    expect([path, (await get(path)).status]).toEqual([path, 400])
  expect((await get(`${MENU}/progress/batch?requestId=${name}`)).status).not.toBe(200)
  const read = await post('/v2/bot/chat/markAsRead', { markAsReadToken: name })
  expect(read.status).toBe(400)
  expect((await post(`/v2/bot/user/all/richmenu/${name}`, {})).status).not.toBe(200)
  const reply = { replyToken: name, messages: [{ type: 'text', text: 'hello' }] }
  expect((await post('/v2/bot/message/reply', reply)).status).toBe(400)
  const headers = { authorization: `Bearer ${name}` }
  for (const path of ['/v2/bot/info', '/v2/profile', '/friendship/v1/status']) {
    const refused = await emulator.lineFetch(new Request(`https://api.line.me${path}`, { headers }))
    expect([path, refused.status]).toEqual([path, 401])
  }
  const verify = `https://api.line.me/oauth2/v2.1/verify?access_token=${name}`
  expect((await emulator.lineFetch(new Request(verify))).status).toBe(400)
  await picture(emulator, id, IMAGE)
  const alias = { richMenuAliasId: '__proto__', richMenuId: id }
  expect((await post(`${MENU}/alias`, alias)).status).toBe(200)
  expect((await get(`${MENU}/alias/list`)).body).toEqual({ aliases: [alias] })
})
