import type { Page } from '@playwright/test'

/** Centre of the slider's handle at the start of the slider, in pixels. */
const HANDLE = { x: 32, y: 32 }

/** Drags the slider's handle from its start to its end with the mouse. */
export async function slide(page: Page) {
  const slider = page.getByRole('slider')
  await slider.hover({ position: HANDLE })
  await page.mouse.down()
  const { x, y, width } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width - HANDLE.x, y + HANDLE.y, { steps: 8 })
  await page.mouse.up()
}

export const useReward = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /ใช้รางวัล/ })
    .click()
