import { createRequire } from 'node:module'
import type liffOfSdk from '@line/liff'
import type { LiffMockApi, LiffMockPlugin } from '@line/liff-mock'
import { onTestFinished } from 'vitest'
import { DEFAULT_LIFF_ID } from '#emulator/scenario/defaults.ts'

const require = createRequire(import.meta.url)

/**
 * Loads LINE's SDK and liff-mock as a new page does. liff-mock counts logins and replaces functions of `liff` for
 * good, so tests in one process cannot share the loaded packages.
 */
export function newPackages() {
  for (const file of Object.keys(require.cache))
    if (/[\\/]@(line|liff)[\\/]/.test(file)) delete require.cache[file]
  Reflect.deleteProperty(window, 'liff')
  const liff = require('@line/liff') as typeof liffOfSdk
  const mock = require('@line/liff-mock') as { readonly LiffMockPlugin: typeof LiffMockPlugin }
  onTestFinished(() => {
    localStorage.clear()
    sessionStorage.clear()
    Reflect.deleteProperty(window, 'liff')
    Reflect.deleteProperty(window, '__liffConfig')
  })
  return { liff, LiffMockPlugin: mock.LiffMockPlugin }
}

export type OwnLiff = typeof liffOfSdk & { readonly $mock: LiffMockApi }

/** Returns a developer's own `liff` with liff-mock, initialised in mock mode. */
export async function ownLiff(liffId = DEFAULT_LIFF_ID): Promise<OwnLiff> {
  const { liff, LiffMockPlugin } = newPackages()
  liff.use(new LiffMockPlugin())
  await liff.init({ liffId, mock: true })
  return liff as OwnLiff
}
