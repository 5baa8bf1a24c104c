import { tmpdir } from 'node:os'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { installedSdk, sdkScript } from '#emulator/sdk/sdk-script.ts'

test.each([
  ['@line/liff', '2.26.1'],
  ['liff-2.31.0', '2.31.0'],
])('bundles the npm package %s into one script that sets window.liff to SDK %s', (name, version) => {
  const installed = installedSdk(process.cwd(), name)
  if (installed === null) throw new Error(`${name} is not installed`)
  expect(installed.version).toBe(version)
  runInThisContext(sdkScript(installed))
  expect((window as Window & { liff?: { getVersion: () => string } }).liff?.getVersion()).toBe(version)
})

test('returns null if no SDK is installed', () => {
  expect(installedSdk(tmpdir())).toBeNull()
})
