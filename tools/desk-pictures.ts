import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { freePort, startCampaign } from '#tests/kit/campaign.ts'
import { type DemoPerson, openDesk } from '#tests/kit/desk-e2e.ts'
import { doorPictures } from './door-pictures.ts'
import type { Save } from './panel-pictures.ts'
import type { DemoPhase } from './phases/snapshots.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'images', 'desk')
const size = { width: 1200, height: 780 }

type Picture = {
  /** File name without the language suffix. */
  readonly name: string
  readonly phase: DemoPhase
  readonly who: DemoPerson
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

/** Grouped by phase, because changing the phase takes seconds. */
const PICTURES: readonly Picture[] = [
  { name: 'set-up', phase: 'open', who: 'มะลิ', path: '/set-up' },
  { name: 'review', phase: 'open', who: 'ฝน', path: '/review', prepare: skipToPhotoPair },
  { name: 'today', phase: 'open', who: 'มะลิ', path: '/today' },
  { name: 'draw', phase: 'closed', who: 'มะลิ', path: '/draw' },
  { name: 'winners', phase: 'confirmed', who: 'มะลิ', path: '/winners' },
  {
    name: 'winner',
    phase: 'confirmed',
    who: 'มะลิ',
    path: '/winners',
    prepare: page => page.locator('main tbody a').first().click(),
  },
]

/**
 * Takes the pictures for the desk's guides in Thai and English. All except the staff page's show the emulator's demo
 * campaign. Runs on the built app and desk.
 */
export async function deskPictures(browser: Browser, save: Save): Promise<void> {
  await doorPictures(browser, save, folder)
  const desk = `http://localhost:${await freePort()}`
  const campaign = await startCampaign({ DESK_PORT: new URL(desk).port })
  try {
    for (const language of ['th', 'en'] as const) {
      // Start a new phase, because the reviewer has reached the desk's limit of skipped receipts.
      let shown: DemoPhase | null = null
      for (const picture of PICTURES) {
        if (picture.phase !== shown) await campaign.emulator('POST', 'phase', { id: picture.phase })
        shown = picture.phase
        const context = await browser.newContext({
          viewport: size,
          deviceScaleFactor: 1.5,
          locale: language === 'th' ? 'th-TH' : 'en-US',
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await openDesk(page, { url: desk }, picture.who, picture.path, language)
        await loaded(page)
        await picture.prepare?.(page)
        await loaded(page)
        await save(page, join(folder, `${picture.name}-${language}.webp`))
        await context.close()
      }
    }
  } finally {
    await campaign.dispose()
  }
}

async function skipToPhotoPair(page: Page): Promise<void> {
  const photos = page.getByRole('main').locator('img')
  await expect(async () => {
    if ((await photos.count()) < 2) await page.keyboard.press('s')
    await loaded(page)
    expect(await photos.count()).toBe(2)
  }).toPass({ timeout: 60_000, intervals: [500] })
}

async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const loaders = page.getByRole('main').getByRole('status', { name: /^(Loading|กำลังโหลด)/ })
  await expect(loaders).toHaveCount(0, { timeout: 60_000 })
  await page.waitForFunction('[...document.images].every(image => image.complete)')
}
