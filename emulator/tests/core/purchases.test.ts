import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { validateSignature } from '@line/bot-sdk'
import { afterEach, expect, test } from 'vitest'
import { listen } from '#tests/kit/listen.ts'
import { FRIEND, STRANGER } from './bot-kit.ts'
import { CHANNEL_ID, control, emulated, LIFF_ID, post } from './kit.ts'

const SECRET = 'secret-of-the-mini-app'
const ITEM = { clientIp: '192.0.2.1', clientOs: 'android', productId: 'gem', shopProductName: 'A gem' }
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Starts the server of a MINI App, which records the webhooks whose signature is valid. */
async function startShop() {
  const received: Record<string, unknown>[] = []
  const bodies: string[] = []
  const answer = { status: 200 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const isValid = validateSignature(body, SECRET, String(request.headers['x-line-signature']))
    if (isValid) received.push(JSON.parse(body))
    bodies.push(body)
    response.writeHead(isValid ? answer.status : 403).end()
  })
  const { port } = await listen(server)
  return { received, bodies, answer, url: `http://127.0.0.1:${port}/purchases` }
}

/** Creates an emulated LINE whose app sells items, and functions that act as the app's server and as the phone. */
async function withShop(change: object = {}, screens: object = { payment: 'pay' }) {
  const shop = await startShop()
  const { emulator, clock } = await emulated()
  stops.push(emulator.close)
  const sale = { webhook: shop.url, productIds: ['gem', 'coin'], ...change }
  const apps = emulator
    .scenario()
    .apps.map((app, at) => (at === 0 ? { ...app, channelSecret: SECRET, inAppPurchase: sale } : app))
  const patched = emulator.control.patch({ apps, screens, consent: { answer: 'allow' } })
  expect(patched).toMatchObject({ ok: true })

  async function call(path: string, token: string, body?: object) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await emulator.lineFetch(new Request(`https://api.line.me/iap/v1/${path}`, init))
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
  const form = { grant_type: 'client_credentials', client_id: CHANNEL_ID, client_secret: SECRET }
  const issued = await post(emulator, 'https://api.line.me/oauth2/v3/token', form)
  const channelToken: string = JSON.parse(await issued.text()).access_token
  const userToken = async (userId = FRIEND): Promise<string> =>
    (await control(emulator, 'POST', 'token', { userId, liffId: LIFF_ID })).body.accessToken
  const bridge = async (type: string, fields: object = {}) =>
    (await control(emulator, 'POST', 'bridge', { type, json: JSON.stringify(fields) })).body.events[0]
  const agree = () => bridge('iap.requestConsentAgreement')
  const reserve = async (fields: object = {}, token?: string) =>
    call('product/reserve', token ?? (await userToken()), { ...ITEM, ...fields })
  const pay = (orderId: string, productId = 'gem') => bridge('iap.createPayment', { productId, orderId })
  const history = (query: object = {}, token = channelToken) => {
    const now = Math.floor(clock.now / 1000)
    const period = { startEpochSeconds: now - 600, endEpochSeconds: now, pageSize: 100, ...query }
    return call(`webhook/events?${new URLSearchParams(JSON.parse(JSON.stringify(period)))}`, token)
  }
  const act = (orderId: string, action: string) => control(emulator, 'POST', 'purchase', { orderId, action })
  return { shop, emulator, clock, call, agree, reserve, pay, history, act, bridge, userToken }
}

test('a reserved order is paid once, and its signed webhook, the history and a refund follow', async () => {
  const { shop, emulator, clock, agree, reserve, pay, history, act } = await withShop()
  expect(await agree()).toMatchObject({ data: {} })
  const reserved = await reserve()
  expect(reserved).toMatchObject({
    status: 200,
    body: { orderId: expect.stringMatching(/^T20260203\d{14}$/) },
  })
  expect(reserved.headers.get('x-line-request-id')).toEqual(expect.any(String))
  const { orderId } = reserved.body
  expect(await pay(orderId)).toMatchObject({ data: {} })
  await emulator.webhooksSettled()
  const event = {
    type: 'purchaseComplete',
    orderId,
    productId: 'gem',
    userId: FRIEND,
    purchaseTimestamp: Math.floor(clock.now / 1000),
    channelId: CHANNEL_ID,
  }
  expect(shop.received).toEqual([event])
  expect((await history()).body).toEqual({
    events: [{ transactionType: 'PRODUCT', event }],
    nextCursor: null,
  })
  expect(await pay(orderId)).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
  clock.now += 5000
  expect((await act(orderId, 'refund')).body).toMatchObject({ status: 'refunded' })
  await emulator.webhooksSettled()
  expect(shop.received).toEqual([event, { ...event, type: 'refundComplete' }])
  expect((await history()).body.events).toHaveLength(1)
  expect((await act(orderId, 'refund')).status).toBe(400)
})

test('LINE escapes characters above U+FFFF in the webhook of a purchase', async () => {
  const { shop, emulator, agree, reserve, pay } = await withShop({ productIds: null })
  await agree()
  const { orderId } = (await reserve({ productId: 'gem-💎' })).body
  await pay(orderId, 'gem-💎')
  await emulator.webhooksSettled()
  expect(shop.received).toMatchObject([{ orderId, productId: 'gem-💎' }])
  expect(shop.bodies[0]).toContain(String.raw`"productId":"gem-\uD83D\uDC8E"`)
})

test('LINE refuses a payment without an order of this user for this product', async () => {
  const { shop, emulator, agree, reserve, pay, userToken } = await withShop()
  await agree()
  const { orderId } = (await reserve()).body
  for (const refused of [await pay('T1'), await pay('__proto__'), await pay(orderId, 'coin')])
    expect(refused).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
  emulator.control.patch({ user: STRANGER })
  expect(await pay(orderId)).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
  expect((await reserve({}, await userToken(STRANGER))).body).toMatchObject({
    errorCode: 'TERMS_AGREEMENT_ERROR',
  })
  await emulator.webhooksSettled()
  expect(shop.received).toEqual([])
})

test.each([
  ['a clientOs other than android or ios', { clientOs: 'web' }, 'VALIDATION_ERROR'],
  ['a clientIp that is not an address', { clientIp: 'home' }, 'VALIDATION_ERROR'],
  ['a name of 21 characters', { shopProductName: 'x'.repeat(21) }, 'VALIDATION_ERROR'],
  ['a name with an emoji', { shopProductName: 'Gem 💎' }, 'VALIDATION_ERROR'],
  ['no product', { productId: undefined }, 'VALIDATION_ERROR'],
  ['an unknown product', { productId: 'car' }, 'PRODUCT_ID_NOT_FOUND'],
])('a reservation with %s is refused', async (_, fields, errorCode) => {
  const { agree, reserve } = await withShop()
  await agree()
  expect(await reserve(fields)).toMatchObject({ status: 400, body: { errorCode } })
})

test('a reservation needs a webhook URL, a valid access token and a MINI App that sells items', async () => {
  const { agree, reserve, emulator } = await withShop({ webhook: null })
  await agree()
  expect((await reserve()).body).toMatchObject({ errorCode: 'WEBHOOK_URL_IS_NOT_SET' })
  expect((await reserve({}, 'nonsense')).status).toBe(401)
  const apps = emulator.scenario().apps.map(app => ({ ...app, inAppPurchase: null }))
  emulator.control.patch({ apps })
  expect((await reserve()).status).toBe(403)
})

test('a cancelled or failed payment leaves the order reserved', async () => {
  const { agree, reserve, pay, emulator } = await withShop({}, { payment: 'cancel' })
  await agree()
  const { orderId } = (await reserve()).body
  expect(await pay(orderId)).toMatchObject({ error: { code: 'CANCELED' } })
  emulator.control.patch({ screens: { payment: 'fail' } })
  expect(await pay(orderId)).toMatchObject({ error: { code: 'UNKNOWN' } })
  expect(emulator.purchases()[orderId]).toMatchObject({ status: 'reserved' })
})

test('a held webhook is sent when the order is settled, and a lost one is only in the history', async () => {
  const { shop, emulator, agree, reserve, pay, history, act } = await withShop({ webhookDelivery: 'hold' })
  await agree()
  const { orderId } = (await reserve()).body
  await pay(orderId)
  await emulator.webhooksSettled()
  expect(shop.received).toEqual([])
  expect((await history()).body.events).toEqual([])
  expect((await act(orderId, 'settle')).body).toMatchObject({ status: 'complete' })
  await emulator.webhooksSettled()
  expect(shop.received).toMatchObject([{ orderId }])
  const [app, ...others] = emulator.scenario().apps
  const sale = { ...app?.inAppPurchase, webhookDelivery: 'lose' }
  emulator.control.patch({ apps: [{ ...app, inAppPurchase: sale }, ...others] })
  const lost = (await reserve()).body.orderId
  await pay(lost)
  await emulator.webhooksSettled()
  expect(shop.received).toHaveLength(1)
  expect((await history({ status: 'FAILED' })).body.events).toMatchObject([{ event: { orderId: lost } }])
  expect((await act(lost, 'resend')).status).toBe(200)
  await emulator.webhooksSettled()
  expect(shop.received).toMatchObject([{ orderId }, { orderId: lost }])
})

test('a held webhook can be lost, and the webhook of a refund can be sent again', async () => {
  const { shop, emulator, agree, reserve, pay, history, act } = await withShop({ webhookDelivery: 'hold' })
  await agree()
  const { orderId } = (await reserve()).body
  for (const action of ['lose', 'settle', 'resend', 'refund'])
    expect((await act(orderId, action)).status).toBe(400)
  await pay(orderId)
  for (const action of ['resend', 'refund']) expect((await act(orderId, action)).status).toBe(400)
  expect((await act(orderId, 'lose')).body).toMatchObject({ status: 'complete' })
  await emulator.webhooksSettled()
  expect(shop.received).toEqual([])
  expect((await history({ status: 'FAILED' })).body.events).toMatchObject([{ event: { orderId } }])
  await act(orderId, 'refund')
  await emulator.webhooksSettled()
  await act(orderId, 'resend')
  await emulator.webhooksSettled()
  expect(shop.received).toMatchObject([{ type: 'refundComplete' }, { type: 'refundComplete' }])
  expect((await act('T1', 'lose')).body).toMatchObject({ path: 'orderId' })
})

test('the history has pages, a period of seven days, and needs a channel access token', async () => {
  const { shop, emulator, agree, reserve, pay, history, userToken, clock } = await withShop()
  await agree()
  shop.answer.status = 500
  for (const _ of [1, 2, 3]) await pay((await reserve()).body.orderId)
  await emulator.webhooksSettled()
  expect((await history({ status: 'SUCCESS' })).body.events).toEqual([])
  const first = (await history({ pageSize: 2 })).body
  expect(first).toMatchObject({ events: [{}, {}], nextCursor: expect.any(String) })
  const last = (await history({ pageSize: 2, cursor: first.nextCursor })).body
  expect(last).toMatchObject({ events: [{}], nextCursor: null })
  const old = Math.floor(clock.now / 1000) - 604_801
  for (const wrong of [
    { pageSize: 0 },
    { pageSize: 101 },
    { status: 'OK' },
    { startEpochSeconds: old },
    { endEpochSeconds: 1 },
    { cursor: 'x' },
  ])
    expect((await history(wrong)).body).toMatchObject({ errorCode: 'VALIDATION_ERROR' })
  expect((await history({}, await userToken())).status).toBe(401)
})

test('the sandbox confirms a reserved order over HTTP', async () => {
  const { shop, emulator, agree, reserve, call, userToken } = await withShop()
  await agree()
  const { orderId } = (await reserve()).body
  const confirm = async (body: object) => call('product/virtualConfirm', await userToken(), body)
  expect((await confirm({ orderId })).status).toBe(400)
  expect((await confirm({ orderId, productId: 'coin' })).status).toBe(400)
  expect((await confirm({ orderId, productId: 'gem' })).status).toBe(200)
  await emulator.webhooksSettled()
  expect(shop.received).toMatchObject([{ orderId }])
})
