import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { DRIVER, messagingProblems } from '#tests/conformance/messaging/run-cases.ts'
import { testFolder } from '#tests/kit/folder.ts'

const fixture = new URL('../fixtures/bot-sdk-11/', import.meta.url).pathname

/**
 * Installs version 11 of LINE's bot SDK, by the hashes of the fixture's lock file, in a folder of its own. It is not a
 * development package of this project, because it asks for Node 22 and `engine-strict` then refuses to install it on Node 20.
 */
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
