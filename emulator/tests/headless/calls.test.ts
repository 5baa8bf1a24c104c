import { expect, test } from 'vitest'
import { createHeadlessLiff, type HeadlessLiffOptions } from '#emulator/headless/create-headless-liff.ts'
import { DEFAULT_LIFF_ID } from '#emulator/scenario/defaults.ts'
import { soon } from '#tests/kit/soon.ts'

const liffId = DEFAULT_LIFF_ID

async function started(scenario = 'friend', options: HeadlessLiffOptions = {}) {
  const headless = await createHeadlessLiff(scenario, options)
  await headless.liff.init({ liffId })
  return headless
}

/** Passes a value with a type that the SDK's declarations do not allow, as untyped code could. */
const loose = (value: unknown) => value as never

test('refuses every call that needs the LIFF id before init', async () => {
  const { liff } = await createHeadlessLiff('friend')
  const message = 'liffId is necessary for liff.init()'
  expect(() => liff.isLoggedIn()).toThrow(message)
  expect(() => liff.logout()).toThrow(message)
  await expect(liff.getProfile()).rejects.toMatchObject({ code: 'INVALID_CONFIG', message })
  expect(() => liff.login()).toThrow('You need to define `liffId` for liff.login()')
})

test('init rejects a missing LIFF id and the id of another app', async () => {
  const { liff } = await createHeadlessLiff('friend')
  await expect(liff.init(loose({}))).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: 'liffId is necessary for liff.init()',
  })
  await expect(liff.init({ liffId: '2000000001-Otherapp' })).rejects.toMatchObject({
    code: 'INIT_FAILED',
    message: 'Invalid LIFF ID',
  })
})

test('init calls its callbacks with its result or error', async () => {
  const good = await createHeadlessLiff('friend')
  const calls: unknown[] = []
  await good.liff.init({ liffId }, () => calls.push('ready'))
  const bad = await createHeadlessLiff('offline')
  await bad.liff.init({ liffId }, undefined, error => calls.push(error.message)).catch(() => undefined)
  expect(calls).toEqual(['ready', 'Unable to load client features.'])
})

test('ready resolves after init', async () => {
  const { liff } = await createHeadlessLiff('friend')
  const first = await Promise.race([liff.ready.then(() => 'ready'), Promise.resolve('waiting')])
  expect(first).toBe('waiting')
  await liff.init({ liffId })
  await expect(liff.ready).resolves.toBeUndefined()
})

test('rejects with plain Errors whose only own property is the code', async () => {
  const { liff } = await started()
  const error = await liff.permission.query(loose('phone')).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(Object.keys(error as Error)).toEqual(['code'])
  expect((error as Error).name).toBe('Error')
})

test('sendMessages adds messages to the chat, and refuses invalid ones without a request', async () => {
  const { liff, messages, requests } = await started()
  const format = "Parameter 'messages' must be an array of { type, ... }"
  await expect(liff.sendMessages(loose('hi'))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: format,
  })
  await expect(liff.sendMessages(loose([{ text: 'x' }]))).rejects.toMatchObject({ message: format })
  for (const count of [0, 6]) {
    const many = Array.from({ length: count }, () => ({ type: 'text', text: 'x' }) as const)
    await expect(liff.sendMessages(many)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Number of messages should be in range 1 to 5.',
    })
  }
  expect(requests().some(({ url }) => url.includes('message/v3/share'))).toBe(false)
  await liff.sendMessages([{ type: 'text', text: 'สวัสดี' }])
  expect(messages().map(({ message }) => message)).toEqual([{ type: 'text', text: 'สวัสดี' }])
})

test('sendMessages refuses contents that LINE refuses, and keeps them out of the chat', async () => {
  const { liff, messages, requests } = await started()
  await expect(liff.sendMessages([{ type: 'text', text: '' }])).rejects.toMatchObject({
    code: '400',
    message: 'The request body has 1 error(s)',
  })
  expect(JSON.parse(requests().at(-1)?.response ?? '')).toMatchObject({
    details: [{ message: 'May not be empty', property: 'messages[0].text' }],
  })
  expect(messages()).toEqual([])
})

test('not-in-client: refuses to send, because a browser outside LINE has no chat', async () => {
  const { liff, messages, completeLogin } = await started('not-in-client')
  liff.login()
  await completeLogin()
  await liff.init({ liffId })
  await expect(liff.sendMessages([{ type: 'text', text: 'x' }])).rejects.toMatchObject({ code: '403' })
  expect(messages()).toEqual([])
})

test('opened-from-qr: refuses to send, because the app was not opened from a chat', async () => {
  const { liff, messages } = await started('opened-from-qr')
  await expect(liff.sendMessages([{ type: 'text', text: 'x' }])).rejects.toMatchObject({ code: '403' })
  expect(messages()).toEqual([])
})

test('no-chat-write-scope: refuses to send, because the app lacks the scope', async () => {
  const { liff } = await started('no-chat-write-scope')
  await expect(liff.sendMessages([{ type: 'text', text: 'x' }])).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'The permission is not in LIFF app scope.',
  })
})

test('openWindow accepts only a URL and an optional boolean', async () => {
  const { liff, recorded } = await started()
  for (const wrong of [undefined, {}, { url: '' }, { url: 1 }, { url: 'https://x.example', external: 'yes' }])
    expect(() => liff.openWindow(loose(wrong))).toThrow('Invalid parameters for liff.openWindow()')
  liff.openWindow({ url: 'https://x.example/p', external: true })
  expect(recorded.windows).toEqual([{ url: 'https://x.example/p', external: true }])
})

test('LINE’s app answers bridge messages for purchases, the old scanner and the advertising id', async () => {
  const availability = {
    iap: { permission: true, minVer: '9.0.0' },
    getAdvertisingId: { permission: true, minVer: '7.14.0' },
  }
  const { liff, recorded } = await started('old-line', {
    base: {
      apps: [{ liffId, availability }],
      device: { products: { gem: '฿99.00' }, advertisingId: 'idfa-1' },
    },
    answers: { scan: 'STORE-0042' },
  })
  expect(await liff.iap.getPlatformProducts({ productIds: ['gem'] })).toMatchObject({
    gem: { currency: 'THB', price: 99, productName: 'gem' },
  })
  expect(await liff.iap.createPayment({ productId: 'gem', orderId: 'o1' })).toBeUndefined()
  expect(await liff.iap.requestConsentAgreement()).toBeUndefined()
  expect(await liff.scanCode?.()).toEqual({ value: 'STORE-0042' })
  expect(await liff.getAdvertisingId?.()).toBe('idfa-1')
  expect(recorded.bridge.map(([type]) => type)).toEqual([
    'iap.getPlatformProducts',
    'iap.createPayment',
    'iap.requestConsentAgreement',
    'scanCode',
    'getAdvertisingId',
  ])
})

test('closeWindow is recorded, and navigates to liff://close in a current LINE', async () => {
  const { liff, recorded } = await started()
  liff.closeWindow()
  expect(recorded.closed).toBe(1)
  expect(recorded.navigations.at(-1)).toBe('liff://close')
})

test('isApiAvailable depends on browser, login and LINE version, and throws for unknown names', async () => {
  const inside = await started()
  expect(inside.liff.isApiAvailable('shareTargetPicker')).toBe(true)
  expect(inside.liff.isApiAvailable('iap')).toBe(false)
  expect(() => inside.liff.isApiAvailable(loose('requestFriendship'))).toThrow('Unexpected API name.')
  expect(() => inside.liff.isApiAvailable(loose('toString'))).toThrow('Unexpected API name.')
  const outside = await started('not-in-client')
  expect(outside.liff.isApiAvailable('shareTargetPicker')).toBe(false)
  const old = await started('old-line')
  expect(old.liff.isApiAvailable('shareTargetPicker')).toBe(false)
})

test('an event listener gets LINE’s events of its type until it is removed or the page reloads', async () => {
  const headless = await started()
  const { liff } = headless
  const events: unknown[] = []
  const listener = (event: CustomEvent) => events.push(event.detail)
  const call = (id: number) => ({ type: 'activityCallStateChange', id })
  liff._addListener('activityCallStateChange', listener)
  liff._dispatchEvent(JSON.stringify(call(1)))
  liff._dispatchEvent(JSON.stringify({ type: 'other' }))
  liff._removeListener('activityCallStateChange', listener)
  liff._dispatchEvent(JSON.stringify(call(2)))
  liff._addListener('activityCallStateChange', listener)
  headless.reload()
  liff._dispatchEvent(JSON.stringify(call(3)))
  expect(events).toEqual([call(1)])
})

test('use installs a plugin once, as a property with a dollar sign', async () => {
  const { liff } = await started()
  let installs = 0
  const plugin = {
    name: 'greet',
    install: ({ liff: own }: { readonly liff: typeof liff }, greeting?: string) => {
      installs += 1
      return { hello: async () => `${greeting}, ${(await own.getProfile()).displayName}` }
    },
  }
  liff.use(plugin as never, 'Hello' as never).use(plugin as never)
  const { $greet } = liff as unknown as { $greet: { hello: () => Promise<string> } }
  expect(await $greet.hello()).toBe('Hello, Somying Jaidee')
  expect(installs).toBe(1)
})

test('only an app with the LINE scheme permission may create an internal shortcut', async () => {
  const url = `https://liff.line.me/${liffId}`
  const refused = await started()
  await expect(refused.liff.internalCreateShortcutOnHomeScreen({ url })).rejects.toMatchObject({
    message: 'internalCreateShortcutOnHomeScreen is not allowed in this LIFF app',
  })
  const availability = { addToHomeLineScheme: { permission: true } }
  const { liff, recorded } = await started('friend', { base: { apps: [{ liffId, availability }] } })
  await liff.internalCreateShortcutOnHomeScreen({ url })
  expect(recorded.navigations.at(-1)).toContain('line://shortcut/liff?')
})

test('the share picker ends as the test’s user answers it', async () => {
  const text = [{ type: 'text', text: 'x' }] as const
  const shared = await started()
  expect(await shared.liff.shareTargetPicker([...text])).toEqual({ status: 'success' })
  expect(shared.messages()).toMatchObject([{ via: 'shareTargetPicker', message: text[0] }])
  const cancelled = await started('friend', { answers: { share: 'cancel' } })
  expect(await cancelled.liff.shareTargetPicker([...text])).toBeUndefined()
  expect(cancelled.messages()).toEqual([])
  const closed = await started('picker-cancel')
  expect(await closed.liff.shareTargetPicker([...text])).toBeUndefined()
  const off = await started('picker-unavailable')
  await expect(off.liff.shareTargetPicker([...text])).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'shareTargetPicker is not allowed in this LIFF app',
  })
})

test('the share picker refuses contents that LINE refuses', async () => {
  const { liff, messages } = await started()
  await expect(liff.shareTargetPicker([{ type: 'text', text: '' }])).rejects.toMatchObject({
    code: 'EXCEPTION_IN_SUBWINDOW',
    message: 'The request body has 1 error(s)',
  })
  expect(messages()).toEqual([])
})

test('the scanner reads the text that the test sets', async () => {
  const { liff } = await started('friend', { answers: { scan: 'STORE-0042' } })
  expect(await liff.scanCodeV2()).toEqual({ value: 'STORE-0042' })
})

test('a permanent link leads to the current page below the endpoint', async () => {
  const { liff, goTo } = await started()
  goTo('/receipt/3?a=1&liff.state=x#h')
  expect(liff.permanentLink.createUrl()).toBe(`https://liff.line.me/${liffId}/receipt/3?a=1#h`)
  await expect(liff.permanentLink.createUrlBy('https://elsewhere.example/')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'invalid URL.',
  })
})

test('a page whose path only starts like the endpoint has no permanent link', async () => {
  const base = { apps: [{ liffId, endpointUrl: '/shop' }] }
  const { liff, goTo } = await started('friend', { base })
  goTo('/shop/1')
  expect(liff.permanentLink.createUrl()).toBe(`https://liff.line.me/${liffId}/1`)
  goTo('/shopping')
  expect(() => liff.permanentLink.createUrl()).toThrow('Current page is not under entrypoint.')
})

test('a LIFF URL with a path opens that path after a second redirect', async () => {
  const headless = await createHeadlessLiff('friend')
  await headless.open('/receipt?store=7')
  const settled = headless.liff.init({ liffId }).then(() => 'settled')
  await soon(() => expect(headless.recorded.navigations.at(-1)).toMatch(/^https:\/\/localhost\//))
  expect(await Promise.race([settled, 'redirected'])).toBe('redirected')
  expect(await headless.follow()).toBe('https://localhost/receipt?store=7')
  await headless.liff.init({ liffId })
  expect(headless.liff.isLoggedIn()).toBe(true)
})
