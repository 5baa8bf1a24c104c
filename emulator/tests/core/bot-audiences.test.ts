import { expect, onTestFinished, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { FRIEND, hello, OTHER_FRIEND, TOKEN, withBot } from './bot-kit.ts'

const path = '/v2/bot/audienceGroup'

async function prepared() {
  const line = await withBot()
  onTestFinished(() => line.emulator.close())
  line.emulator.control.friendship({ userId: OTHER_FRIEND, state: 'friend' })
  const create = async (description: string, ...users: readonly string[]) => {
    const audiences = users.map(id => ({ id }))
    return (await line.post(`${path}/upload`, { description, audiences })).body.audienceGroupId as number
  }
  const narrowcast = async (recipient: unknown) => {
    await line.post('/v2/bot/message/narrowcast', { messages: [hello], recipient })
    return line.emulator.botMessages().at(-1)?.delivered
  }
  return { ...line, create, narrowcast }
}

const { create, narrowcast, emulator, post, get, send } = eachTest(prepared)

test('a narrowcast reaches the friends in its audiences', async () => {
  const [one, other] = [await create('One', FRIEND), await create('Other', OTHER_FRIEND)]
  const of = (audienceGroupId: number) => ({ type: 'audience', audienceGroupId })
  emulator.control.clock({ advance: 1_000 })
  expect(await narrowcast(of(one))).toEqual([FRIEND])
  expect(await narrowcast({ type: 'operator', or: [of(one), of(other)] })).toHaveLength(2)
  expect(await narrowcast({ type: 'operator', and: [of(one), of(other)] })).toEqual([])
  const withoutOne = await narrowcast({ type: 'operator', not: of(one) })
  expect(withoutOne).toContain(OTHER_FRIEND)
  expect(withoutOne).not.toContain(FRIEND)
})

test('a narrowcast to an unknown audience is refused', async () => {
  const recipient = { type: 'audience', audienceGroupId: 1 }
  const { status } = await post('/v2/bot/message/narrowcast', { messages: [hello], recipient })
  expect(status).toBe(400)
})

test('an audience is ready after a second, and expires after 180 days', async () => {
  const id = await create('One', FRIEND)
  const status = async () => (await get(`${path}/${id}`)).body.audienceGroup.status
  expect(await status()).toBe('IN_PROGRESS')
  emulator.control.clock({ advance: 1_000 })
  expect(await status()).toBe('READY')
  emulator.control.clock({ advance: 180 * 86_400_000 })
  expect(await status()).toBe('EXPIRED')
})

test('a file adds users, once each', async () => {
  const id = await create('One', FRIEND)
  const body = new FormData()
  body.set('audienceGroupId', String(id))
  body.set('uploadDescription', 'File')
  body.set('file', new Blob([`${FRIEND}\r\n${OTHER_FRIEND}\n`], { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${TOKEN}` }
  const url = `https://api-data.line.me${path}/upload/byFile`
  expect((await emulator.lineFetch(new Request(url, { method: 'PUT', headers, body }))).status).toBe(202)
  const { audienceGroup, jobs } = (await get(`${path}/${id}`)).body
  expect(audienceGroup.audienceCount).toBe(2)
  expect(jobs).toMatchObject([{ description: '' }, { description: 'File', audienceCount: 2 }])
})

test('an audience of clicks or impressions has the users who clicked or saw the message', async () => {
  const url = 'https://example.com/sale'
  const actions = ['Sale', 'Shop'].map((label, at) => ({
    type: 'uri',
    label,
    uri: at === 0 ? url : `${url}/2`,
  }))
  const template = { type: 'buttons', text: 'Sale', actions }
  const messages = [hello, { type: 'template', altText: 'Sale', template }]
  const requestId = (await post('/v2/bot/message/broadcast', { messages })).headers.get('x-line-request-id')
  const sent = emulator.botMessages().at(-1)
  expect(sent?.delivered).toEqual(expect.arrayContaining([FRIEND, OTHER_FRIEND]))
  emulator.control.chat({ userId: OTHER_FRIEND, read: true })
  emulator.control.chat({ userId: FRIEND, click: { messageId: sent?.messages[1]?.id, url } })
  const count = async (kind: string, fields: object) => {
    const { body } = await post(`${path}/${kind}`, { description: 'Sale', requestId, ...fields })
    return (await get(`${path}/${body.audienceGroupId}`)).body.audienceGroup.audienceCount
  }
  expect(await count('click', { clickUrl: '' })).toBe(1)
  expect(await count('click', { clickUrl: url })).toBe(1)
  expect(await count('click', { clickUrl: `${url}/2` })).toBe(0)
  expect(await count('imp', {})).toBe(2)
})

test('the list has pages and filters', async () => {
  const ids = [await create('Summer sale'), await create('Winter sale'), await create('VIP')]
  const list = async (query: string) => (await get(`${path}/list?${query}`)).body
  expect(await list('page=2&size=2')).toMatchObject({ totalCount: 3, hasNextPage: false, page: 2 })
  expect((await list('page=1&description=SALE')).totalCount).toBe(2)
  expect((await list('page=1&status=READY')).totalCount).toBe(0)
  expect((await get(`${path}/list`)).status).toBe(400)
  expect((await send('PUT', `${path}/${ids[2]}/updateDescription`, { description: 'Sale' })).status).toBe(200)
  expect((await send('DELETE', `${path}/${ids[0]}`)).status).toBe(200)
  expect((await list('page=1&description=sale')).totalCount).toBe(2)
  expect((await get(`${path}/${ids[0]}`)).body.details).toEqual([{ message: 'AUDIENCE_GROUP_NOT_FOUND' }])
})

test('insight counts the followers and the messages of a day', async () => {
  await post('/v2/bot/message/push', { to: FRIEND, messages: [hello, hello] })
  emulator.control.clock({ advance: 86_400_000 })
  const day = '20260203'
  expect((await get(`/v2/bot/insight/message/delivery?date=${day}`)).body).toMatchObject({
    status: 'ready',
    apiPush: 2,
    apiBroadcast: 0,
  })
  const numbersOn = async (date: string) => (await get(`/v2/bot/insight/followers?date=${date}`)).body
  const { targetedReaches } = await numbersOn(day)
  emulator.control.friendship({ userId: FRIEND, state: 'blocked' })
  expect((await get('/v2/bot/insight/followers?date=20260204')).body).toEqual({ status: 'unready' })
  expect((await get('/v2/bot/insight/followers?date=20261399')).status).toBe(400)
  emulator.control.clock({ advance: 2 * 86_400_000 })
  emulator.control.patch({ friendships: { [FRIEND]: 'friend' } })
  emulator.control.clock({ advance: 86_400_000 })
  const before = { status: 'ready', followers: targetedReaches, targetedReaches, blocks: 0 }
  const blocked = { ...before, targetedReaches: targetedReaches - 1, blocks: 1 }
  const days = ['20260202', day, '20260204', '20260205', '20260206']
  expect(await Promise.all(days.map(numbersOn))).toEqual([before, before, blocked, blocked, before])
  emulator.control.reset()
  emulator.control.clock({ advance: 30 * 86_400_000 })
  expect(await numbersOn('20260204')).toEqual(before)
})
