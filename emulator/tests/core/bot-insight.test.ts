import { expect, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { call, FRIEND, hello, withBot } from './bot-kit.ts'

const ids = Array.from({ length: 20 }, (_, at) => `U${String(at).padStart(32, '0')}`)
const friendships = Object.fromEntries(ids.map(userId => [userId, 'friend' as const]))

/** Returns an emulated LINE whose account reaches 20 friends, or 21 with the phone's user. */
async function withFriends(demographics: (at: number) => object | null = () => null) {
  const line = await withBot()
  const patched = line.emulator.control.patch({
    users: [
      ...line.emulator.scenario().users,
      ...ids.map((userId, at) => ({ userId, displayName: `User ${at}`, demographics: demographics(at) })),
    ],
    friendships,
  })
  expect(patched).toMatchObject({ ok: true })
  line.emulator.control.friendship({ userId: FRIEND, state: 'blocked' })
  const { users, friendships: all } = line.emulator.scenario()
  for (const { userId } of users)
    if (!ids.includes(userId) && all[userId] === 'friend')
      line.emulator.control.friendship({ userId, state: 'blocked' })
  const get = async (path: string) => (await call(line.emulator, 'GET', path)).body
  return { ...line, get }
}

const { emulator, get, send, clock } = eachTest(withFriends)

test('demographics are the shares of the 20 friends or more whom the account reaches', async () => {
  const { emulator, get } = await withFriends(at =>
    at < 5
      ? { gender: 'female', age: 27, area: 'th_01', appType: 'ios', friendDays: 3 }
      : at < 6
        ? { gender: 'male', age: 70, area: 'jp_13', appType: 'android', friendDays: 365 }
        : null,
  )
  const demographics = await get('/v2/bot/insight/demographic')
  expect(demographics).toMatchObject({
    available: true,
    genders: [
      { gender: 'female', percentage: 25 },
      { gender: 'male', percentage: 5 },
      { gender: 'unknown', percentage: 70 },
    ],
    areas: [
      { area: 'Bangkok', percentage: 25 },
      { area: '東京都', percentage: 5 },
      { area: 'unknown', percentage: 70 },
    ],
    appTypes: [
      { appType: 'ios', percentage: 25 },
      { appType: 'android', percentage: 5 },
      { appType: 'others', percentage: 70 },
    ],
  })
  const shareOf = (list: readonly Record<string, unknown>[], name: string) =>
    list.find(each => Object.values(each)[0] === name)?.percentage
  expect(demographics.ages).toHaveLength(14)
  expect(shareOf(demographics.ages, 'from25to29')).toBe(25)
  expect(shareOf(demographics.ages, 'from70')).toBe(5)
  expect(shareOf(demographics.ages, 'from0to14')).toBe(0)
  expect(shareOf(demographics.subscriptionPeriods, 'within7days')).toBe(25)
  expect(shareOf(demographics.subscriptionPeriods, 'over365days')).toBe(5)
  emulator.control.friendship({ userId: ids[0], state: 'blocked' })
  expect(await get('/v2/bot/insight/demographic')).toEqual({ available: false })
})

test('the numbers of a broadcast are those of what users saw, tapped and played, from 20 users on', async () => {
  const url = 'https://shop.example/sale'
  const action = { type: 'uri', label: 'Sale', uri: url }
  const template = { type: 'buttons', text: 'Sale', actions: [action] }
  const video = { originalContentUrl: 'https://shop.example/a.mp4', previewImageUrl: url }
  const messages = [hello, { type: 'template', altText: 'Sale', template }, { type: 'video', ...video }]
  const sent = await send('POST', '/v2/bot/message/broadcast', { messages })
  const requestId = sent.headers.get('x-line-request-id')
  const { control } = emulator
  const shown = control.chatView({ userId: ids[0] })
  const [, buttons, clip] = shown.ok ? shown.value.entries.map(({ id }) => id) : []
  const numbers = async () => get(`/v2/bot/insight/message/event?requestId=${requestId}`)
  const act = (userId: string, command: object) =>
    expect(control.chat({ userId, ...command })).toMatchObject({ ok: true })
  for (const userId of ids.slice(1)) act(userId, { read: true })
  expect(await numbers()).toMatchObject({
    overview: { delivered: 20, uniqueImpression: null },
    messages: [{ impression: null }, {}, {}],
  })
  act(ids[0] ?? '', { read: true })
  act(ids[0] ?? '', { read: true })
  for (const userId of ids) act(userId, { click: { messageId: buttons, url } })
  act(ids[0] ?? '', { click: { messageId: buttons, url } })
  for (const userId of ids) act(userId, { play: { messageId: clip, percent: 0 } })
  for (const userId of ids.slice(1)) act(userId, { play: { messageId: clip, percent: 100 } })
  const nothing = { mediaPlayed: null, uniqueMediaPlayed100Percent: null }
  expect(await numbers()).toMatchObject({
    overview: {
      ...{ requestId, delivered: 20, uniqueImpression: 20, uniqueClick: 20, uniqueMediaPlayed: 20 },
      uniqueMediaPlayed100Percent: null,
    },
    messages: [
      { seq: 1, impression: 20, ...nothing },
      { seq: 2, impression: 20, ...nothing },
      { seq: 3, impression: 20, mediaPlayed: 20, uniqueMediaPlayed: 20, mediaPlayed100Percent: null },
    ],
    clicks: [{ seq: 2, url, click: 21, uniqueClick: 20, uniqueClickOfRequest: 20 }],
  })
  const refused = { ok: false }
  expect(control.chat({ userId: FRIEND, click: { messageId: buttons, url } })).toMatchObject(refused)
  expect(control.chat({ play: { messageId: clip, percent: 33 } })).toMatchObject(refused)
  expect(control.chat({ userId: ids[0], click: { messageId: '1', url } })).toMatchObject(refused)
})

test('a unit counts the messages of all its requests together, also in a group', async () => {
  const { control } = emulator
  const invited = control.group({ change: 'invite', userIds: ids.slice(10) })
  const chatId = invited.ok ? invited.value.id : ''
  const more = { messages: [hello], customAggregationUnits: ['summer'] }
  await send('POST', '/v2/bot/message/multicast', { to: ids.slice(0, 10), ...more })
  await send('POST', '/v2/bot/message/push', { to: chatId, ...more })
  for (const userId of ids) control.chat({ userId, read: true })
  const statistics = () =>
    get('/v2/bot/insight/message/event/aggregation?customAggregationUnit=summer&from=20260201&to=20260228')
  expect((await statistics()).overview).toMatchObject({ uniqueImpression: null })
  for (const userId of ids.slice(10)) control.chat({ userId, chatId, read: true })
  expect(await statistics()).toMatchObject({
    overview: { uniqueImpression: 20, uniqueClick: null },
    messages: [{ seq: 1, impression: 20 }],
    clicks: [],
  })
})

test('the numbers of a rich menu are those of the users who saw and tapped it, from 20 users on, until yesterday', async () => {
  const areas = [0, 1250].map(x => ({
    bounds: { x, y: 0, width: 1250, height: 843 },
    action: { type: 'message', text: 'Hello' },
  }))
  const menu = {
    size: { width: 2500, height: 843 },
    selected: true,
    name: 'Main',
    chatBarText: 'Menu',
    areas,
  }
  const { richMenuId } = (await send('POST', '/v2/bot/richmenu', menu)).body
  const numbers = (kind: 'summary' | 'daily', period = 'from=20260201&to=20260228') =>
    get(`/v2/bot/insight/richmenu/${richMenuId}/${kind}?${period}`)
  const use = (userId: string | undefined, area?: number) =>
    expect(
      emulator.control.chat({ userId, richMenu: { richMenuId, ...(area === undefined ? {} : { area }) } }).ok,
    )
  for (const userId of ids) use(userId).toBe(true)
  for (const userId of ids.slice(1)) use(userId, 0).toBe(true)
  use(ids[1], 0).toBe(true)
  use(FRIEND, 2).toBe(false)
  expect(emulator.control.chat({ richMenu: { richMenuId: 'richmenu-0' } }).ok).toBe(false)
  // The next day, a user who had not opened the menu taps its second area.
  clock.now += 86_400_000
  use(FRIEND, 1).toBe(true)
  expect(await numbers('summary')).toEqual({ richMenuId })
  clock.now += 86_400_000
  const [first, second] = areas.map(({ bounds }) => bounds)
  expect(await numbers('summary')).toEqual({
    ...{ richMenuId, metricsFrom: '20260203', metricsTo: '20260204' },
    impression: { metrics: { count: 21, uniqueUsers: 21 } },
    clicks: [
      { bounds: first, metrics: { count: 20, uniqueUsers: 19 } },
      { bounds: second, metrics: { count: 1, uniqueUsers: 1 } },
    ],
  })
  const none = { count: 0, uniqueUsers: 0 }
  const one = { count: 1, uniqueUsers: 1 }
  expect(await numbers('daily')).toEqual({
    ...{ richMenuId, metricsFrom: '20260203', metricsTo: '20260204' },
    impression: {
      metrics: [
        { date: '20260203', count: 20, uniqueUsers: 20 },
        { date: '20260204', ...one },
      ],
    },
    clicks: [
      {
        bounds: first,
        metrics: [
          { date: '20260203', count: 20, uniqueUsers: 19 },
          { date: '20260204', ...none },
        ],
      },
      {
        bounds: second,
        metrics: [
          { date: '20260203', ...none },
          { date: '20260204', ...one },
        ],
      },
    ],
  })
  // Only 19 users tapped it on the first day.
  expect(await numbers('daily', 'from=20260201&to=20260203')).toEqual({ richMenuId })
  expect(await numbers('summary', 'from=20230205&to=20230206')).toEqual({ richMenuId })
  expect(await numbers('summary', 'from=20230204&to=20230205')).toEqual({
    message: 'Parameter from must be the same date as, or after 2023-02-05.',
  })
})
