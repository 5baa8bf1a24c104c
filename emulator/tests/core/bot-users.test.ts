import { expect, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { FRIEND, OTHER_FRIEND, STRANGER, withBot } from './bot-kit.ts'
import { get as load } from './kit.ts'

const GROUP = `C${'1'.repeat(32)}`

const { emulator, get, post } = eachTest(withBot)

test('returns the official account, with a picture that loads', async () => {
  const { body } = await get('/v2/bot/info')
  expect(body).toMatchObject({
    basicId: '@campaign',
    displayName: 'Campaign',
    userId: expect.stringMatching(/^U[0-9a-f]{32}$/),
  })
  expect((await load(emulator, body.pictureUrl)).headers.get('content-type')).toBe('image/svg+xml')
})

test('returns profiles of friends only', async () => {
  expect(await get(`/v2/bot/profile/${FRIEND}`)).toMatchObject({
    status: 200,
    body: { userId: FRIEND, displayName: 'Somying Jaidee', statusMessage: 'What a day', language: 'th' },
  })
  emulator.control.friendship({ state: 'blocked' })
  for (const userId of [FRIEND, STRANGER, `U${'0'.repeat(32)}`])
    expect(await get(`/v2/bot/profile/${userId}`)).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    })
  expect(await get('/v2/bot/profile/nonsense')).toMatchObject({
    status: 400,
    body: { message: "The value for the 'userId' parameter is invalid" },
  })
})

test('lists the followers page by page', async () => {
  const first = (await get('/v2/bot/followers/ids?limit=1')).body
  expect(first).toEqual({ userIds: [FRIEND], next: expect.any(String) })
  expect((await get(`/v2/bot/followers/ids?limit=1&start=${first.next}`)).body).toEqual({
    userIds: [OTHER_FRIEND],
  })
  for (const query of ['limit=0', 'limit=x', 'limit=1001', 'start=nonsense'])
    expect((await get(`/v2/bot/followers/ids?${query}`)).status).toBe(400)
})

test('shows a loading animation, marks messages as read, and issues link tokens', async () => {
  const loading = (chatId: string, loadingSeconds?: number) =>
    post('/v2/bot/chat/loading/start', { chatId, loadingSeconds })
  expect(await loading(FRIEND)).toMatchObject({ status: 202, body: {} })
  expect((await loading(FRIEND, 60)).status).toBe(202)
  for (const seconds of [0, 7, 65]) expect((await loading(FRIEND, seconds)).status).toBe(400)
  expect((await loading(GROUP)).status).toBe(400)
  expect((await post('/v2/bot/message/markAsRead', { chat: { userId: FRIEND } })).status).toBe(200)
  expect((await post('/v2/bot/message/markAsRead', {})).status).toBe(400)
  expect((await post('/v2/bot/chat/markAsRead', { markAsReadToken: 'x' })).status).toBe(400)
  expect((await post(`/v2/bot/user/${FRIEND}/linkToken`)).body).toEqual({ linkToken: expect.any(String) })
  expect((await post(`/v2/bot/user/${STRANGER}/linkToken`)).status).toBe(404)
})

test('groups of the scenario have members, receive messages, and are gone after the account leaves', async () => {
  const groups = [{ id: GROUP, name: 'Family', members: [FRIEND, STRANGER] }]
  expect(emulator.control.patch({ messaging: { groups } })).toMatchObject({ ok: true })
  const at = `/v2/bot/group/${GROUP}`
  expect((await get(`${at}/summary`)).body).toMatchObject({ groupId: GROUP, groupName: 'Family' })
  expect((await get(`${at}/members/count`)).body).toEqual({ count: 2 })
  expect((await get(`${at}/members/ids`)).body).toEqual({ memberIds: [FRIEND, STRANGER] })
  expect((await get(`${at}/member/${STRANGER}`)).body).toMatchObject({ displayName: 'Pim 🌷' })
  expect((await get(`${at}/member/${OTHER_FRIEND}`)).status).toBe(404)
  const push = () => post('/v2/bot/message/push', { to: GROUP, messages: [{ type: 'text', text: 'x' }] })
  expect((await push()).status).toBe(200)
  expect((await get('/v2/bot/message/quota/consumption')).body).toEqual({ totalUsage: 2 })
  expect((await get(`/v2/bot/room/${GROUP}/members/count`)).status).toBe(400)
  expect((await post(`${at}/leave`)).status).toBe(200)
  expect((await get(`${at}/summary`)).status).toBe(404)
  expect((await push()).status).toBe(400)
})
