import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'
import { openSite, type Site } from '#tests/bench/app/site.ts'
import { COUNTABLE } from '#tests/bench/app/visit.ts'

export const DIST = process.env.CAMPAIGN_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
export const HOME = 'main a[href="/receipt"]'

/**
 * Playwright's `test`, with a server in each worker that serves the built app and delays each answer by `delayMs`.
 * Tests can count the page's requests.
 */
export const test = base.extend<object, { site: Site; delayMs: number }>({
  delayMs: [100, { scope: 'worker', option: true }],
  site: [
    async ({ delayMs }, use) => {
      const site = await openSite(DIST, { delayMs: () => delayMs, compress: false })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  // The site serves LINE's hosts from other origins, which the app's Content Security Policy does not allow.
  bypassCSP: true,
  context: async ({ context }, use) => {
    await context.addInitScript(COUNTABLE)
    await use(context)
  },
})

export { expect }
