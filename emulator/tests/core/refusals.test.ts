import { expect, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { createLiffEmulator, type EmulatorOptions } from '#emulator/index.ts'
import { control, emulated } from './kit.ts'

test('createHeadlessLiff refuses an unknown option and an invalid origin', async () => {
  const wrong = (options: object) => createHeadlessLiff('friend', options)
  await expect(wrong({ lifId: 'x' })).rejects.toThrow('lifId: is not an option. Options: liffId, base, ')
  await expect(wrong({ origin: 'localhost' })).rejects.toThrow('origin: expected an origin without a path')
})

test.each([
  [{ liffId: 'shop' }, 'liffId: 10 digits, "-", 8 to 16 letters or digits, got "shop"'],
  [{ base: 5 }, 'base: expected an object'],
  [{ base: { scope: 'openid' } }, 'Scenario "friend": scope: unknown field. Allowed: '],
  [
    { answers: { scanner: 'x' } },
    'answers.scanner: is not an option. Options: scan, share, quickFill, addFriend, agree',
  ],
  [{ answers: { scan: 5 } }, 'answers.scan: expected a text or null'],
  [{ answers: { share: 'send' } }, 'answers.share: expected "success", "cancel" or null'],
  [{ answers: { agree: true } }, 'answers.agree: expected a function'],
  [{ subWindow: { data: {} } }, 'subWindow.data: is not an option. Options: appData'],
  [{ subWindow: { appData: 'x' } }, 'subWindow.appData: expected an object'],
])('createHeadlessLiff refuses the options %j', async (options, message) => {
  const created = createHeadlessLiff('friend', options as object)
  await expect(created.then(() => 'accepted')).rejects.toThrow(message)
})

const refused = (options: object) =>
  createLiffEmulator(options as EmulatorOptions).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

test.each([
  [{ lifId: '1234567890-AbCdEfGh' }, 'lifId: is not an option. Options: apps, users, liffId, '],
  [{ liffId: 'shop' }, 'liffId: 10 digits, "-", 8 to 16 letters or digits, got "shop"'],
  [{ endpointUrl: 'shop' }, 'endpointUrl: http(s) URL or path, got "shop"'],
  [{ officialAccount: { id: 'shop', name: 'Shop' } }, 'officialAccount.id: "@" and a name such as @campaign'],
  [{ officialAccount: { id: '@shop' } }, 'officialAccount.name: is missing'],
  [{ scenario: 'fiend' }, 'Unknown scenario "fiend". Did you mean friend? Available scenarios: friend, '],
  [{ apps: [] }, 'Scenario "friend": apps: '],
  [{ users: [] }, 'Scenario "friend": users: '],
  [{ toString: 'x' }, 'toString: is not an option. Options: apps, '],
  [
    { apps: [{ liffId: '1234567890-AbCdEfGh' }], liffId: '1234567890-AbCdEfGh' },
    'liffId: cannot be combined',
  ],
  [{ origin: 'localhost:4000' }, 'origin: expected an origin without a path, such as http://localhost:4000'],
  [{ origin: 'http://localhost:4000/app' }, 'origin: expected an origin without a path'],
  [{ clock: 5 }, 'clock: expected a function'],
  [{ storage: 'file.json' }, 'storage: expected an object with the functions load and save'],
  [{ allowedHosts: [5] }, 'allowedHosts: expected an array of host names'],
  [
    { allowedClients: ['172.17'] },
    'allowedClients: expected an array of IP addresses or networks, such as 172.17.0.0/16',
  ],
  [{ guardedTab: 'no' }, 'guardedTab: expected true or false'],
  [{ allowedHosts: 'phone.test' }, 'allowedHosts: expected an array of host names'],
])('createLiffEmulator refuses the options %j', async (options, message) => {
  const text = await refused(options)
  expect(text.slice(0, message.length)).toBe(message)
})

test.each([
  [
    { host: 'https://api.line.me', status: 503 },
    'host',
    "a host name of LINE such as api.line.me, app for the app's own server, or webhook for webhooks",
  ],
  [
    { host: 'api.line.me/v2', status: 503 },
    'host',
    "a host name of LINE such as api.line.me, app for the app's own server, or webhook for webhooks",
  ],
  [{ host: 'cdn.example.com', status: 503 }, 'host', 'a host name of LINE such as api.line.me, app'],
  [{ host: 'line.me.example.com', status: 503 }, 'host', 'a host name of LINE'],
  [{ host: 'localhost', status: 503 }, 'host', "app for the app's own server"],
  [{ pattern: '^cdn\\.example\\.com/', status: 503 }, 'pattern', 'a pattern for a host name of LINE'],
  [{ path: 'v2/profile', status: 503 }, 'path', 'a path that starts with "/", or "*"'],
  [{ path: '/v2/*/x', status: 503 }, 'path', 'a path that starts with "/", or "*"'],
  [{ host: 'api.line.me' }, '', 'at least one of status, latencyMs, hang, drop'],
  [{ body: {}, raw: 'x' }, '', 'at least one of status, latencyMs, hang, drop'],
  [{ hang: false }, '', 'at least one of status, latencyMs, hang, drop'],
  [{ latencyMs: 5, raw: 'x' }, '', 'body and raw need a status'],
  [{ status: 500, body: 1, raw: 'x' }, '', 'body or raw, not both'],
  [{ status: 99 }, 'status', 'status: expected >=200, got 99'],
  [{ status: 503, times: -1 }, 'times', 'times: expected >=1, got -1'],
])('the fault %j is refused with its path, and changes nothing', async (fault, path, allowed) => {
  const { emulator } = await emulated()
  const before = JSON.stringify(emulator.export().world)
  const { status, body } = await control(emulator, 'POST', 'faults', fault)
  expect([status, body.path]).toEqual([400, path])
  expect(body.message).toContain(allowed)
  const inScenario = await control(emulator, 'PATCH', 'state', { faults: [fault] })
  expect([inScenario.status, inScenario.body.path]).toEqual([400, `faults.0${path === '' ? '' : `.${path}`}`])
  expect(JSON.stringify(emulator.export().world)).toBe(before)
})
