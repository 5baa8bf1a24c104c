import { expect, test, vi } from 'vitest'
import { OTHER_FRIEND } from './bot-kit.ts'
import { control } from './kit.ts'
import { botServer, withWebhooks } from './webhook-kit.ts'

test('a fault for one type of event changes only webhooks with that type', async () => {
  const { emulator, events } = await withWebhooks()
  const add = (fault: object) => emulator.control.addFault(fault)
  expect(add({ host: 'webhook', event: 'unfollow', drop: 'before' })).toMatchObject({ ok: true })
  expect(add({ host: 'webhook', event: 'message', webhook: 'duplicate', times: 1 })).toMatchObject({
    ok: true,
  })
  emulator.control.friendship({ state: 'blocked' })
  emulator.control.friendship({ state: 'friend' })
  emulator.control.chat({ text: 'a' })
  emulator.control.chat({ text: 'b' })
  await emulator.webhooksSettled()
  expect(events().map(({ type, message }) => message?.text ?? type)).toEqual(['follow', 'a', 'a', 'b'])
  for (const wrong of [
    { host: 'webhook', event: 'unknown', hang: true },
    { host: 'api.line.me', event: 'message', hang: true },
  ])
    expect(add(wrong)).toMatchObject({ ok: false })
})

test('the emulator lists the webhooks with every attempt, and sends one again with the same id', async () => {
  const { emulator, webhooks, url, events } = await withWebhooks([500, 503])
  emulator.control.chat({ text: 'first' })
  emulator.control.chat({ userId: OTHER_FRIEND, postback: { data: 'a=1' } })
  emulator.control.friendship({ state: 'blocked' })
  await emulator.webhooksSettled()
  const { sent } = emulator.control.webhooks()
  expect(sent).toMatchObject([
    {
      ...{ url, status: 'failed', events: [{ type: 'message', message: { text: 'first' } }] },
      attempts: [{ isRedelivery: false, statusCode: 500, reason: 'ERROR_STATUS_CODE' }],
    },
    { status: 'failed', events: [{ type: 'postback' }] },
    { status: 'delivered', events: [{ type: 'unfollow' }], attempts: [{ statusCode: 200, reason: 'OK' }] },
  ])
  const id = sent[0]?.id ?? ''
  expect(emulator.control.resendWebhook({ id })).toEqual({ ok: true, value: { id } })
  await emulator.webhooksSettled()
  expect(webhooks).toHaveLength(4)
  expect(events()[3]).toMatchObject({
    ...{ webhookEventId: id, message: { text: 'first' } },
    deliveryContext: { isRedelivery: true },
  })
  expect(emulator.control.webhooks().sent[0]).toMatchObject({
    status: 'delivered',
    attempts: [{ isRedelivery: false }, { isRedelivery: true, statusCode: 200 }],
  })
  expect(emulator.control.resendWebhook({ id: 'other' })).toMatchObject({
    ok: false,
    problem: { path: 'id' },
  })
  emulator.control.reset()
  expect(emulator.control.webhooks().sent).toEqual([])
})

test('a redelivery belongs to the record of its webhook', async () => {
  const { emulator } = await withWebhooks([500], { redelivery: true })
  emulator.control.chat({ text: 'again' })
  await vi.waitFor(
    () => expect(emulator.control.webhooks().sent).toMatchObject([{ status: 'delivered' }]),
    10_000,
  )
  expect(emulator.control.webhooks().sent[0]?.attempts.map(({ isRedelivery }) => isRedelivery)).toEqual([
    ...[false, true],
  ])
})

test('a webhook that is switched off is not sent, and LINE reports that', async () => {
  const { emulator, webhooks, get, url } = await withWebhooks()
  const set = (settings: object) => emulator.control.webhookSettings(settings)
  expect(set({ active: false })).toMatchObject({ ok: true, value: { url, active: false, redelivery: false } })
  emulator.control.chat({ text: 'nobody reads this' })
  await emulator.webhooksSettled()
  expect(webhooks).toEqual([])
  expect((await get('/v2/bot/channel/webhook/endpoint')).body).toEqual({ endpoint: url, active: false })
  set({ active: true, redelivery: true })
  expect(emulator.scenario().messaging).toMatchObject({ webhookActive: true, redelivery: true })
  emulator.control.chat({ text: 'hello' })
  await emulator.webhooksSettled()
  expect(webhooks).toHaveLength(1)
})

test('a new URL replaces the one that a back end has set, and only a URL that LINE can call is accepted', async () => {
  const { emulator, webhooks, send, url } = await withWebhooks()
  const other = await botServer()
  await send('PUT', '/v2/bot/channel/webhook/endpoint', { endpoint: other.url })
  expect(emulator.control.webhooks().url).toBe(other.url)
  expect(emulator.control.webhookSettings({ url })).toMatchObject({ ok: true, value: { url } })
  emulator.control.chat({ text: 'here' })
  await emulator.webhooksSettled()
  expect([webhooks.length, other.webhooks.length]).toEqual([1, 0])
  for (const wrong of ['ftp://example.com', 'http://example.com', 'no url', 7])
    expect(emulator.control.webhookSettings({ url: wrong })).toMatchObject({
      ok: false,
      problem: { path: 'url' },
    })
  expect(emulator.control.webhookSettings({ url: null })).toMatchObject({ ok: true, value: { url: null } })
})

test('the test of the webhook shows the status and the reason, also by REST', async () => {
  const { emulator, webhooks } = await withWebhooks([200, 418])
  const verify = () => emulator.control.verifyWebhook({})
  expect(await verify()).toMatchObject({ ok: true, value: { success: true, statusCode: 200, reason: 'OK' } })
  expect(webhooks).toMatchObject([{ signed: true, events: [] }])
  const tested = await control(emulator, 'POST', 'webhook-test', {})
  expect(tested.body).toMatchObject({
    url: (await control(emulator, 'GET', 'webhooks')).body.url,
    success: false,
    statusCode: 418,
    reason: 'ERROR_STATUS_CODE',
  })
  const listed = await control(emulator, 'GET', 'webhooks')
  expect(listed.body).toMatchObject({ active: true, sent: [] })
  expect((await control(emulator, 'POST', 'webhook-resend', { id: 'x' })).status).toBe(400)
  expect((await control(emulator, 'POST', 'webhook-settings', { url: null })).status).toBe(200)
  expect(await verify()).toMatchObject({ ok: false, problem: { path: 'url' } })
})

test('a postback in a group names the group and the user', async () => {
  const { emulator, events } = await withWebhooks()
  const invited = emulator.control.group({ change: 'invite', userIds: [OTHER_FRIEND] })
  const groupId = invited.ok ? invited.value.id : ''
  emulator.control.chat({ userId: OTHER_FRIEND, chatId: groupId, postback: { data: 'a=1' } })
  await emulator.webhooksSettled()
  expect(events()).toMatchObject([
    { type: 'join', source: { type: 'group', groupId } },
    { type: 'postback', source: { type: 'group', groupId, userId: OTHER_FRIEND } },
  ])
})
