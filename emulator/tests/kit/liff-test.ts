import { test as base, expect, type Frame, type Page } from '@playwright/test'
import { type LiffHost, startLiffHost } from './liff-host.ts'
import { simpleFixture } from './simple-fixture.ts'

/** Each Playwright worker has one host of LIFF apps with an emulated LINE. */
export const test = base.extend<object, { host: LiffHost }>({
  host: [simpleFixture(startLiffHost, host => host.close()), { scope: 'worker' }],
})

export { expect }

export type Started = {
  readonly init: string
  readonly inClient: boolean
  readonly loggedIn: boolean
  readonly sub: string | null
  readonly exp: number | null
}

/**
 * Waits for `liff.init` in a page or frame and returns its result. `waitForFunction` would wait for animation frames,
 * which a window that an opener policy has put into another process may not draw.
 */
export async function started(page: Page | Frame): Promise<Started> {
  let result: Started | null = null
  await expect
    .poll(
      async () => {
        result = await page.evaluate<Started | null>('window.started ?? null').catch(nullWhileNavigating)
        return result !== null
      },
      { intervals: [20, 50, 100], message: 'liff.init ends', timeout: 60_000 },
    )
    .toBe(true)
  if (result === null) throw new Error('liff.init has not ended')
  return result
}

/** The page navigated away, as the SDK does after a login. The next page is asked. */
function nullWhileNavigating(error: unknown): null {
  if (!String(error).includes('context was destroyed')) throw error
  return null
}

export const call = <T>(page: Page | Frame, source: string) => page.evaluate<T>(`(async () => ${source})()`)

/** Returns the frame with the app on the panel's phone, once the app has called `liff.init`. */
export async function appFrame(page: Page, part: 'line' | 'browser', path: string): Promise<Frame> {
  const find = () =>
    page.frames().find(frame => {
      const url = new URL(frame.url() === '' ? 'about:blank' : frame.url())
      return url.hostname.startsWith(`${part}-`) && url.pathname.startsWith(path)
    })
  await expect
    .poll(
      () =>
        find()
          ?.evaluate('window.started !== undefined')
          .catch(() => false),
      { timeout: 20_000, intervals: [100] },
    )
    .toBe(true)
  const frame = find()
  if (!frame) throw new Error(`the panel has no ${part} frame at ${path}`)
  return frame
}
