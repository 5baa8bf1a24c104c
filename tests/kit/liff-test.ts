import { test as base, expect, type Frame, type Page } from '@playwright/test'
import { type LiffHost, startLiffHost } from './liff-host.ts'

/** Each worker has a host of LIFF apps with an emulated LINE. */
export const test = base.extend<object, { host: LiffHost }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const host = await startLiffHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
})

export { expect }

export type Started = {
  readonly init: string
  readonly inClient: boolean
  readonly loggedIn: boolean
  readonly sub: string | null
  readonly exp: number | null
}

/** Waits for init in a page or frame and tells how it went. */
export async function started(page: Page | Frame): Promise<Started> {
  for (;;) {
    try {
      const handle = await page.waitForFunction('window.started')
      return (await handle.jsonValue()) as Started
    } catch (error) {
      // The page went on to another address, as the SDK's does after a login: the next one tells.
      if (!String(error).includes('context was destroyed')) throw error
    }
  }
}

/** The value of an expression in the page; awaited there. */
export const call = <T>(page: Page | Frame, source: string) => page.evaluate<T>(`(async () => ${source})()`)

/** The frame of the panel's phone that shows the app with a page that has started. */
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
      { timeout: 20_000 },
    )
    .toBe(true)
  const frame = find()
  if (!frame) throw new Error(`no frame of ${part} at ${path}`)
  return frame
}
