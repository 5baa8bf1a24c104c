import { readFile, writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createLiffEmulator, type LiffEmulator, type Snapshot } from '#emulator/index.ts'
import { fileStorage } from '#emulator/node.ts'
import { createSaver } from '#emulator/snapshot.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { codeOf, emulated, exchange, get, post } from './kit.ts'

const inFolder = eachFolder()

const CERTS = 'https://api.line.me/oauth2/v2.1/certs'

test('restores tokens, key, codes and friendships after a restart', async () => {
  const path = inFolder('deep', 'line.json')
  const first = await createLiffEmulator({ scenario: 'not-friend', storage: fileStorage(path) })
  first.control.patch({ environment: { kind: 'external' } })
  const issued = await first.control.token({})
  const token = issued.ok ? issued.value.accessToken : ''
  await post(first, 'https://line.me/R/ti/p/@campaign', { answer: 'add' })
  const code = await codeOf(first)
  const keys = await (await get(first, CERTS)).json()
  await first.flush()

  const second = await createLiffEmulator({ scenario: 'friend', storage: fileStorage(path) })
  expect(second.scenario()).toEqual(first.scenario())
  expect(await (await get(second, CERTS)).json()).toEqual(keys)
  expect((await get(second, 'https://api.line.me/v2/profile', token)).status).toBe(200)
  expect(await (await get(second, 'https://api.line.me/friendship/v1/status', token)).json()).toEqual({
    friendFlag: true,
  })
  expect((await exchange(second, code)).status).toBe(200)
  await Promise.all([first.close(), second.close()])
})

test('uses the host’s new app if it has changed since the snapshot, and keeps the key', async () => {
  const storage = fileStorage(inFolder('line.json'))
  const first = await createLiffEmulator({ scenario: 'blocked', storage })
  await first.close()
  const second = await createLiffEmulator({ liffId: '1234567890-AbCdEfGh', storage })
  expect(second.scenario()).toMatchObject({ name: 'blocked', apps: [{ liffId: '1234567890-AbCdEfGh' }] })
  expect(second.export().key).toEqual(first.export().key)
  await second.close()
})

test('imports an exported snapshot into a running emulator', async () => {
  const { emulator: one } = await emulated({ scenario: 'blocked' })
  const issued = await one.control.token({ displayName: 'แขก', userId: `U${'a'.repeat(32)}` })
  const { emulator: two } = await emulated()
  await two.import(JSON.parse(JSON.stringify(one.export())))
  expect(two.export()).toEqual(one.export())
  const token = issued.ok ? issued.value.accessToken : ''
  expect(await (await get(two, 'https://api.line.me/v2/profile', token)).json()).toMatchObject({
    displayName: 'แขก',
  })
  two.control.reset()
  expect(two.scenario().name).toBe('blocked')
})

test.each([
  ['nothing', () => null, 'expected a snapshot'],
  ['another file', () => ({ kind: 'x' }), 'kind'],
  ['a later version', (good: object) => ({ ...good, version: 2 }), 'version'],
  ['no key', (good: object) => ({ ...good, key: {} }), 'key'],
  [
    'messages that are not a list',
    (good: Snapshot) => ({ ...good, world: { ...good.world, messages: 'none' } }),
    'world.messages',
  ],
])('refuses to import %s and changes nothing', async (_, make, message) => {
  const { emulator } = await emulated()
  const before = emulator.export()
  await expect(emulator.import(make(before))).rejects.toThrow(message)
  expect(emulator.export()).toEqual(before)
})

test('names the wrong field of a snapshot’s scenario', async () => {
  const { emulator } = await emulated()
  const good = emulator.export()
  const world = { ...good.world, scenario: { ...good.world.scenario, user: 'nobody' } }
  await expect(emulator.import({ ...good, world })).rejects.toThrow('world.scenario.user')
})

test('rejects an unreadable snapshot file and does not overwrite it', async () => {
  const path = inFolder('line.json')
  await writeFile(path, 'not json')
  await expect(createLiffEmulator({ storage: fileStorage(path) })).rejects.toThrow('Snapshot')
  expect(await readFile(path, 'utf8')).toBe('not json')
})

test('saves again after a save that failed', async () => {
  const saved: string[] = []
  let full = true
  const storage = {
    load: async () => null,
    async save(text: string) {
      if (full) throw new Error('the disk is full')
      saved.push(text)
    },
  }
  const { emulator } = await emulated()
  const saver = createSaver(storage, () => emulator.export())
  saver.changed()
  await expect(saver.flush()).rejects.toThrow('the disk is full')
  full = false
  await saver.flush()
  expect(saved).toEqual([JSON.stringify(emulator.export())])
})

const PUSH = 'https://api.line.me/v2/bot/message/push'

function push(emulator: LiffEmulator) {
  const { user, messaging } = emulator.scenario()
  const headers = { authorization: `Bearer ${messaging.accessToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ to: user, messages: [{ type: 'text', text: 'hello' }] })
  return emulator.lineFetch(new Request(PUSH, { method: 'POST', headers, body }))
}

test('answers a push after it is saved, and pushes that wait share one save', async () => {
  const saved: string[] = []
  const waiting: (() => void)[] = []
  const storage = {
    load: async () => null,
    async save(text: string) {
      await new Promise<void>(resolve => waiting.push(resolve))
      saved.push(text)
    },
  }
  const emulator = await createLiffEmulator({ storage })
  // The first state is still being saved.
  await vi.waitUntil(() => waiting.length === 1)
  let answered = 0
  const pushes = Array.from({ length: 20 }, async () => {
    const { status } = await push(emulator)
    answered += 1
    return status
  })
  await vi.waitUntil(() => emulator.botMessages().length === 20)
  waiting.shift()?.()
  await vi.waitUntil(() => waiting.length === 1)
  expect({ answered, saves: saved.length }).toEqual({ answered: 0, saves: 1 })
  // Reads do not wait for the save.
  expect((await get(emulator, CERTS)).status).toBe(200)
  waiting.shift()?.()
  expect(await Promise.all(pushes)).toEqual(Array(20).fill(200))
  expect(saved).toHaveLength(2)
  expect(JSON.parse(saved[1] ?? '')).toEqual(JSON.parse(JSON.stringify(emulator.export())))
})

test('a push is refused as long as the storage cannot save it', async () => {
  let full = true
  const storage = {
    load: async () => null,
    async save() {
      if (full) throw new Error('the disk is full')
    },
  }
  const emulator = await createLiffEmulator({ storage })
  const refused = await push(emulator)
  expect([refused.status, await refused.json()]).toEqual([
    500,
    { message: 'The storage of the emulator failed: the disk is full' },
  ])
  full = false
  expect((await push(emulator)).status).toBe(200)
})
