import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scenarioOptions } from '#emulator/cli/scenario-options.ts'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { emulated, local } from './kit.ts'
import { FULL, withWrong, wrongFields } from './wrong-scenarios.ts'

const cases = [...wrongFields()]

test('there are hundreds of wrong scenarios, and the one they change is valid', async () => {
  expect(cases.length).toBeGreaterThan(500)
  const { emulator } = await emulated()
  expect(emulator.control.load(JSON.parse(JSON.stringify(FULL)))).toMatchObject({ ok: true })
})

test.each(['PUT', 'PATCH'])(
  '%s state refuses every wrong scenario with its path, and changes nothing',
  async method => {
    const { emulator } = await emulated()
    emulator.control.load(FULL)
    let before = JSON.stringify(emulator.export())
    const wrong: string[] = []
    for (const one of cases) {
      const body = withWrong(one)[method] ?? ''
      const response = await local(emulator, '/__emulator/api/state', { method, body })
      const { path = '', message = '' } = ((await response?.json()) ?? {}) as {
        path?: string
        message?: string
      }
      const after = JSON.stringify(emulator.export())
      // For a list or a record with a wrong element, the message may name the element.
      const named = path === one.path || path.startsWith(`${one.path}.`)
      const explained = message.startsWith(`${path}: `) && one.message.test(message)
      if (response?.status === 400 && named && explained && after === before) continue
      wrong.push([one.path, one.json, response?.status, path, message, after === before].join(' '))
      if (after === before) continue
      emulator.control.load(FULL)
      before = JSON.stringify(emulator.export())
    }
    expect(wrong).toEqual([])
  },
)

test('a scenario file is refused like the same scenario sent to the REST control', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strictness-'))
  try {
    const file = join(folder, 'scenario.json')
    const accepted: string[] = []
    for (const one of cases) {
      await writeFile(file, withWrong(one).PUT ?? '')
      const error = await scenarioOptions({ scenario: file }).then(
        () => 'accepted',
        (reason: Error) => reason.message,
      )
      if (!error.startsWith(`--scenario: ${one.path}`)) accepted.push([one.path, one.json, error].join(' '))
    }
    expect(accepted).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('headless LIFF refuses every wrong patch with its path, and changes nothing', async () => {
  const headless = await createHeadlessLiff('friend')
  headless.patch({ ...FULL, network: { kind: 'online', latencyMs: 0, seed: null }, faults: [] })
  const before = JSON.stringify(headless.scenario())
  const accepted: string[] = []
  for (const one of cases) {
    let message = 'accepted'
    try {
      headless.patch(JSON.parse(withWrong(one).PATCH ?? ''))
    } catch (error) {
      message = (error as Error).message
    }
    if (!message.includes(one.path) || JSON.stringify(headless.scenario()) !== before)
      accepted.push([one.path, one.json, message].join(' '))
  }
  expect(accepted).toEqual([])
  expect(() => headless.setFriendship('married' as 'friend')).toThrow(/state: .*"friend"/)
  await expect(headless.load({ ...FULL, name: 5 } as never)).rejects.toThrow(/name: expected string/)
})

const BODIES: Readonly<Record<string, readonly string[]>> = {
  'POST scenario': [
    '{}',
    'null',
    '[]',
    '5',
    '{"name": 5}',
    '{"name": "friend", "other": 1}',
    '{"name": "__proto__"}',
    '{"name": "friend+"}',
    '{"name": "+friend"}',
    '{"name": "friend++offline"}',
    '{"name": "+"}',
  ],
  'POST reset': ['[]', '5', '{"scenario": "friend"}'],
  'POST clock': [
    '{}',
    '[]',
    '5',
    '{"advance": 1e999}',
    '{"advance": "1"}',
    '{"advance": 1, "skew": 1}',
    '{"resume": false}',
    '{"freeze": null}',
    '{"__proto__": 1}',
  ],
  'POST faults': [
    '{}',
    '[]',
    '5',
    '{"status": 503, "hosts": "x"}',
    '{"status": 503, "__proto__": {}}',
    '{"status": 503, "times": 1e999}',
    '{"latencyMs": -1}',
    '{"status": 503, "id": "one"}',
    '{"status": 503, "id": 5}',
  ],
  'POST friendship': [
    '{}',
    '[]',
    '{"state": 5}',
    '{"state": "friend", "userId": "U1"}',
    `{"state": "friend", "userId": "U${'0'.repeat(32)}"}`,
    '{"state": "friend", "user": "x"}',
    '{"state": "friend", "constructor": 1}',
  ],
  'POST token': [
    '[]',
    '5',
    '{"userId": "me"}',
    '{"displayName": ""}',
    '{"liffId": 5}',
    '{"liffId": "1234567890-Unknown0"}',
    '{"idTokenAge": -1}',
    '{"idTokenAge": 1e300}',
    '{"scope": "x"}',
  ],
  'POST import': [
    '{}',
    '[]',
    'null',
    '{"kind": "liff-emulator-snapshot"}',
    '{"kind": "liff-emulator-snapshot", "version": 2}',
  ],
}

test('every other call refuses wrong bodies with their path, and changes nothing', async () => {
  const { emulator } = await emulated()
  emulator.control.load(FULL)
  const before = JSON.stringify(emulator.export())
  for (const [call, bodies] of Object.entries(BODIES))
    for (const body of bodies) {
      const [method = '', name] = call.split(' ')
      const response = await local(emulator, `/__emulator/api/${name}`, { method, body })
      expect([call, body, response?.status]).toEqual([call, body, 400])
      const { path, message } = ((await response?.json()) ?? {}) as { path: string; message: string }
      expect([call, body, typeof path, message]).toEqual([
        call,
        body,
        'string',
        expect.stringMatching(/expected|missing|Allowed|unique|>=|<=|hexa/),
      ])
      expect([call, body, JSON.stringify(emulator.export()) === before]).toEqual([call, body, true])
    }
})

test('a snapshot with a wrong field is refused with its path, and changes nothing', async () => {
  const { emulator } = await emulated()
  const saved = JSON.parse(JSON.stringify(emulator.export()))
  const before = JSON.stringify(saved)
  for (const [path, value] of [
    ['key.d', 5],
    ['key.d', 'x'],
    ['key.x', 'x'],
    ['world', []],
    ['world.codes', []],
    ['world.accessTokens', 'x'],
    ['world.refreshTokens', []],
    ['world.messages', {}],
    ['world.session', 5],
    ['world.revision', 'x'],
    ['world.phoneRequests', null],
    ['world.scenario', 5],
    ['world.loaded.user', 'x'],
  ] as const) {
    const changed = structuredClone(saved)
    const keys = path.split('.')
    const owner = keys.slice(0, -1).reduce((at, key) => at[key], changed)
    owner[keys.at(-1) ?? ''] = value
    const body = JSON.stringify(changed)
    const response = await local(emulator, '/__emulator/api/import', { method: 'POST', body })
    const answer = ((await response?.json()) ?? {}) as { path: string }
    const [named = ''] = path === 'world.loaded.user' ? [path] : path.startsWith('key') ? ['key'] : [path]
    expect([path, response?.status, answer.path]).toEqual([path, 400, expect.stringMatching(`^${named}`)])
    expect(JSON.stringify(emulator.export())).toBe(before)
  }
})
