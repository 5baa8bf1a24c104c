// @vitest-environment node
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createLiffEmulator, type Snapshot } from '#emulator/index.ts'
import { fileStorage } from '#emulator/node.ts'
import { createSaver } from '#emulator/snapshot.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { codeOf, emulated, exchange, get, post } from './kit.ts'

let folder = ''

beforeEach(async () => {
  folder = await testFolder()
})

const CERTS = 'https://api.line.me/oauth2/v2.1/certs'

test('restores tokens, key, codes and friendships after a restart', async () => {
  const path = join(folder, 'deep', 'line.json')
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
  const storage = fileStorage(join(folder, 'line.json'))
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
  const path = join(folder, 'line.json')
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
