import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { DRIVER, messagingProblems } from '#emulator-tests/conformance/messaging/run-cases.ts'
import { testFolder } from '#tests/kit/folder.ts'

const fixture = new URL('../fixtures/bot-sdk-11/', import.meta.url).pathname

/** Installs version 11 of LINE's bot SDK in its own folder, because it requires Node 22 and this project does not. */
async function installSdk(folder: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(fixture, name), join(folder, name))
  const flags = ['--engine-strict=false', '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['ci', ...flags], { cwd: folder, shell: process.platform === 'win32' })
}

test('version 11 of LINE’s bot SDK gets what version 10 gets', { timeout: 240_000 }, async () => {
  const folder = await testFolder()
  await installSdk(folder)
  const driver = join(folder, 'driver.mjs')
  await copyFile(DRIVER, driver)
  expect(await messagingProblems(driver)).toEqual([])
})
