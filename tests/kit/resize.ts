import type { Page, ViewportSize } from '@playwright/test'

/** Resolves when the page has drawn a frame that began after the call. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

/**
 * Resizes the window and waits until the page is laid out for it. Playwright resolves earlier: for a moment
 * Chromium still gives `vw` and `vh` their old lengths, so elements are measured that nobody sees.
 */
export async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size)
  await nextFrame(page)
}
