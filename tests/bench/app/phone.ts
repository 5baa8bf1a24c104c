import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'
import { COUNTABLE } from './visit.ts'

/** The storage of a phone: a browser profile folder that survives visits. */
export type Phone = { readonly folder: string }

export async function withPhone<T>(run: (phone: Phone) => Promise<T>): Promise<T> {
  const phone = { folder: await mkdtemp(join(tmpdir(), 'bench-phone-')) }
  try {
    return await run(phone)
  } finally {
    await rm(phone.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts the phone's browser as if LINE had been closed before: data in memory is gone, data on disk remains. */
export async function withBrowser<T>(
  { folder }: Phone,
  run: (context: BrowserContext) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath() ?? '',
    args: [...chromiumArgs, ...args],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    locale: 'th-TH',
    // The benchmark serves LINE's hosts from other origins, which the app's Content Security Policy does not
    // allow.
    bypassCSP: true,
  })
  try {
    await context.addInitScript(COUNTABLE)
    return await run(context)
  } finally {
    await context.close()
  }
}
