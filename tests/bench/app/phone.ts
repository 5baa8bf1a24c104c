import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'
import { APART } from './visit.ts'

/** What a phone keeps between visits: a folder of the browser's. */
export type Phone = { readonly folder: string }

/** Runs with a new phone, and throws it away. */
export async function withPhone<T>(run: (phone: Phone) => Promise<T>): Promise<T> {
  const phone = { folder: await mkdtemp(join(tmpdir(), 'bench-phone-')) }
  try {
    return await run(phone)
  } finally {
    await rm(phone.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Runs with the phone's browser, started anew: as when LINE was closed since, what was in its memory is gone
 * (answers to preflights, cookies without an end), what it keeps on the disk is there.
 */
export async function withBrowser<T>(
  { folder }: Phone,
  run: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath() ?? '',
    args: [...chromiumArgs],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    locale: 'th-TH',
    // LINE's hosts have origins here that the app's policy does not name.
    bypassCSP: true,
  })
  try {
    await context.addInitScript(APART)
    return await run(context)
  } finally {
    await context.close()
  }
}
