import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '#emulator/index.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { runCommand, withEmulator } from './kit.ts'

test('--mini-app makes every app a MINI App, on the channel of --channel, verified or not', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, 'index.html'), '<!doctype html><head></head><h1>Hello</h1>')
  const miniApps = async (...words: string[]) => {
    let found: readonly unknown[] = []
    await withEmulator(
      folder,
      async url => {
        found = ((await (await fetch(`${url}/__emulator/api/state`)).json()) as Scenario).apps.map(
          ({ miniApp }) => miniApp,
        )
      },
      ...words,
    )
    return found
  }
  const verified = { verified: true, channel: 'published' }
  expect(await miniApps('--mini-app')).toMatchObject([verified])
  const two = ['--liff-id', '1234567890-AbCdEfGh', '--liff-id', '1234567891-AbCdEfGh']
  expect(await miniApps('--mini-app', '--unverified', '--channel', 'developing', ...two)).toMatchObject([
    { verified: false, channel: 'developing' },
    { verified: false, channel: 'developing' },
  ])
  expect(await miniApps('--mini-app', '--scenario', 'offline')).toMatchObject([verified])
  const refused = async (...more: string[]) => (await runCommand(folder, '--port', '0', ...more)).errors
  expect(await refused('--mini-app', '--channel', 'live')).toBe(
    '--channel: expected ("developing" | "review" | "published"), got "live"',
  )
  expect(await refused('--channel', 'review')).toBe('--channel: only has an effect with --mini-app')
  expect(await refused('--unverified')).toBe('--unverified: only has an effect with --mini-app')
  const file = join(folder, 'shop.json')
  expect(await refused('--mini-app', '--scenario', file)).toBe(
    `--mini-app: cannot be combined with --scenario ${file}, which describes the apps`,
  )
})
