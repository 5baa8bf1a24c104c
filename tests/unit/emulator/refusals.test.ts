// @vitest-environment node
import { expect, test } from 'vitest'
import { createLiffEmulator, type EmulatorOptions } from '#emulator/index.ts'
import { control, emulated } from './kit.ts'

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
  [{ scenario: 'fiend' }, 'Unknown scenario "fiend". Available scenarios: friend, '],
  [{ apps: [] }, 'Scenario "friend": apps: '],
  [{ allowedHosts: 'phone.test' }, 'allowedHosts: expected an array of host names'],
])('createLiffEmulator refuses the options %j', async (options, message) => {
  expect(await refused(options)).toContain(message)
})

test.each([
  [{ host: 'https://api.line.me', status: 503 }, 'host', 'a host name such as api.line.me, or app'],
  [{ host: 'api.line.me/v2', status: 503 }, 'host', 'a host name such as api.line.me, or app'],
  [{ path: 'v2/profile', status: 503 }, 'path', 'a path that starts with "/", or "*"'],
  [{ path: '/v2/*/x', status: 503 }, 'path', 'a path that starts with "/", or "*"'],
  [{ host: 'api.line.me' }, '', 'at least one of status, latencyMs, hang, drop'],
  [{ body: {}, raw: 'x' }, '', 'at least one of status, latencyMs, hang, drop'],
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
