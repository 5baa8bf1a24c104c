import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { openDesk } from '#tests/kit/desk-e2e.ts'
import { fakeCamera, showCode } from '#tests/kit/fake-camera.ts'
import { insert, rowOf } from '#tests/kit/rows.ts'
import { type RunningDesk, startTestDesk } from '#tests/kit/running-desk.ts'
import type { SignedIn } from '#tests/kit/server.ts'
import { codeOf, openDoors } from '#tests/kit/staff.ts'
import type { Save } from './panel-pictures.ts'

const words = {
  th: {
    door: 'ประตู',
    start: 'เริ่มสแกน',
    list: 'เครื่องนี้มีรายชื่อ',
    give: /^ให้/,
    stored: 'ยังไม่ได้ส่งถึงเซิร์ฟเวอร์',
    conflict: 'ให้ของซ้ำ',
  },
  en: {
    door: 'Door',
    start: 'Start scanning',
    list: 'This device has a list',
    give: /^Hand over/,
    stored: 'Not sent to the server yet',
    conflict: 'Handed over twice',
  },
} as const
type Language = keyof typeof words

/** Takes the pictures of the staff page on a phone: a valid code, and a report that two devices took one code. */
export async function doorPictures(browser: Browser, save: Save, folder: string): Promise<void> {
  for (const language of ['th', 'en'] as const) {
    const desk = await startTestDesk()
    const context = await browser.newContext({
      viewport: { width: 390, height: 780 },
      deviceScaleFactor: 1.5,
      locale: language === 'th' ? 'th-TH' : 'en-US',
      reducedMotion: 'reduce',
    })
    try {
      const page = await context.newPage()
      const [winner] = await openDoors(desk.server)
      await startScanning(page, desk, language)
      await showCode(page, await codeNow(desk, winner))
      const give = page.getByRole('button', { name: words[language].give })
      await give.waitFor()
      await save(page, join(folder, `door-${language}.webp`))
      await context.setOffline(true)
      await give.click()
      await page.getByText(words[language].stored).waitFor()
      await handOverElsewhere(desk, winner, `${words[language].door} 2`)
      await context.setOffline(false)
      await page.getByRole('alert').getByText(words[language].conflict).waitFor()
      await save(page, join(folder, `door-twice-${language}.webp`))
    } finally {
      await context.close()
      await desk.close()
    }
  }
}

async function startScanning(page: Page, desk: RunningDesk, language: Language): Promise<void> {
  const { door, start, list } = words[language]
  setClock(desk)
  // tsx adds this helper to the functions that run in the page.
  await page.addInitScript('globalThis.__name = named => named')
  await fakeCamera(page)
  await openDesk(page, desk, 'แพร', '/scan', language)
  await page.getByRole('textbox').fill(`${door} 1`)
  await page.getByRole('button', { name: start }).click()
  await page.getByText(list).waitFor()
}

/** Sets the server's clock, which stands still, to the page's time. */
const setClock = ({ server: { clock } }: RunningDesk): void => clock.advance(Date.now() - clock.now())

function codeNow(desk: RunningDesk, who: SignedIn): Promise<string> {
  setClock(desk)
  return codeOf(who)
}

/** Records that another device was first. */
async function handOverElsewhere({ server }: RunningDesk, { customerId }: SignedIn, device: string) {
  const at = server.clock.now() - 95_000
  const what = { customer_id: customerId, reward_type: 'concert', store_id: null }
  const { id: person_id } = await rowOf(server, 'desk_person', { role: 'staff' })
  const by = { person_id, device, at, recorded_at: at, outcome: 'first', reason: null } as const
  await insert(server, 'hand_over', { ...what, ...by, key: crypto.randomUUID() })
  await insert(server, 'reward_use', { ...what, code: 'ABCD-2345', used_at: at })
}
