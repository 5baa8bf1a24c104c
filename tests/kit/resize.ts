import type { Page, ViewportSize } from '@playwright/test'

/** Resolves when the page has drawn a frame that began after the call. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

/**
 * Resizes the viewport and waits until the page is laid out for it. `setViewportSize` resolves earlier, while Chromium
 * still computes `vw` and `vh` from the old size, so a test would measure a layout that users never see.
 */
export async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size)
  await nextFrame(page)
}
