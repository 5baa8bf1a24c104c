import { type Browser, chromium, type Page } from '@playwright/test'
import { shortCodeOf } from '#contract/short-code.ts'
import { qrCode } from '#server/campaign/qr.ts'
import { median } from '#tests/bench/app/median.ts'
import { openDesk } from '#tests/kit/desk-e2e.ts'
import { fakeCamera, showCode } from '#tests/kit/fake-camera.ts'
import { rowsOf, update } from '#tests/kit/rows.ts'
import { type RunningDesk, startTestDesk } from '#tests/kit/running-desk.ts'
import { announceWinners } from '#tests/kit/winners.ts'
import { chromiumArgs } from '#tools/chromium.mjs'
import { needChromium } from '#tools/needs.ts'
import { readOptions } from '#tools/options.ts'

/**
 * `npm run bench:door [-- --winners 300 --seconds 60 --slower 4 --hand 500]`: one staff member scans and hands over for
 * a minute, with a network and without one, on a phone with a slowed-down processor. Reads codes with WebAssembly, as
 * on iPhones. `--hand` is how long, in milliseconds, the person needs to point the camera at the next code. Without a
 * network, it also measures how long typing a number takes. Needs a built desk (`npm run build desk`).
 */
const { whole } = readOptions('npm run bench:door', {
  winners: { type: 'string', default: '300' },
  seconds: { type: 'string', default: '60' },
  slower: { type: 'string', default: '4' },
  hand: { type: 'string', default: '500' },
})
const winners = whole('winners')
const runMs = whole('seconds') * 1000
const slower = whole('slower')
const handMs = whole('hand', 0)
const NUMBERS = 10

type Code = { readonly id: string; readonly secret: string }

const codeNow = ({ id, secret }: Code): string => qrCode(id, secret, Date.now()).payload
const handOver = (page: Page) => page.getByRole('button', { name: 'ให้บัตรคอนเสิร์ต' })

const executablePath = needChromium()
const browser = await chromium.launch({ executablePath, args: chromiumArgs })
try {
  console.log(
    `${winners} winners, a processor slowed ${slower} times, ${handMs} ms for the person between two codes`,
  )
  for (const isOffline of [false, true]) await measure(browser, isOffline)
} finally {
  await browser.close()
}

async function measure(on: Browser, isOffline: boolean): Promise<void> {
  const desk = await startTestDesk()
  try {
    const codes = await fillDoors(desk)
    const page = await openDoor(on, desk)
    if (isOffline) await page.context().setOffline(true)
    const times = await scanFor(page, codes)
    const shown = times.toSorted((a, b) => a - b)
    const slowest = shown[Math.floor(shown.length * 0.95)] ?? 0
    const perMinute = (times.length * 60_000) / runMs
    console.log(
      `${isOffline ? 'without a network' : 'with a network'}: ${perMinute.toFixed(1)} hand-overs a minute; ` +
        `from the code to the confirmation ${median(times)} ms, 95 % below ${slowest} ms`,
    )
    if (isOffline)
      console.log(`a typed number, without a network: ${median(await typeNumbers(page, codes))} ms`)
    await page.context().close()
  } finally {
    await desk.close()
  }
}

/** Fills the campaign with confirmed winners of a tax-free seat, whose doors are open. */
async function fillDoors({ server }: RunningDesk): Promise<Code[]> {
  await announceWinners(server, Array<'confirmed'>(winners).fill('confirmed'))
  const prize = { key: 'concert', titleTh: 'บัตรคอนเสิร์ต', titleEn: 'Concert ticket', valueBaht: 900 }
  const prizes = JSON.stringify([{ ...prize, delivery: 'seat', count: winners }])
  await update(server, 'draw', { prizes })
  await server.db
    .updateTable('draw_winner')
    .set(eb => ({ seat: eb.ref('rank'), reserve: 0 }))
    .execute()
  await update(
    server,
    'reward_kind',
    { opens_at: server.clock.now() - 60_000, closes_at: null },
    { reward_type: 'concert' },
  )
  return (await rowsOf(server, 'reward')).map(({ id, qr_secret }) => ({ id, secret: qr_secret }))
}

async function openDoor(on: Browser, desk: RunningDesk): Promise<Page> {
  // The server's clock stands still unless a test advances it.
  const { clock } = desk.server
  const timer = setInterval(() => clock.advance(Date.now() - clock.now()), 100)
  const context = await on.newContext({ viewport: { width: 390, height: 844 }, locale: 'th-TH' })
  const page = await context.newPage()
  context.on('close', () => clearInterval(timer))
  // tsx adds this helper to the functions that run in the page.
  await page.addInitScript('globalThis.__name = named => named')
  await fakeCamera(page)
  await openDesk(page, desk, 'แพร', '/scan')
  await page.getByLabel('ชื่อเครื่องนี้').fill('ประตู 1')
  await page.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await page.getByText('เครื่องนี้มีรายชื่อ').waitFor()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return page
}

/** Scans and hands over until the time is up. Returns the milliseconds of each hand-over. */
async function scanFor(page: Page, codes: readonly Code[]): Promise<number[]> {
  const times: number[] = []
  const end = Date.now() + runMs
  for (const code of codes.slice(0, -NUMBERS)) {
    await showCode(page, '')
    await new Promise(done => setTimeout(done, handMs))
    const began = Date.now()
    await showCode(page, codeNow(code))
    await handOver(page).click()
    await page.getByText('ให้แล้ว: บัตรคอนเสิร์ต').waitFor()
    if (Date.now() > end) return times
    times.push(Date.now() - began)
  }
  throw new Error('--winners: too few for this time')
}

/** Types the numbers of the last winners. Returns the milliseconds from Enter to the name. */
async function typeNumbers(page: Page, codes: readonly Code[]): Promise<number[]> {
  await showCode(page, '')
  await page.getByRole('button', { name: 'พิมพ์เลข' }).click()
  const times: number[] = []
  for (const code of codes.slice(-NUMBERS)) {
    const field = page.getByLabel('เลข 8 หลัก')
    await field.fill(shortCodeOf(codeNow(code)))
    const began = Date.now()
    await field.press('Enter')
    await handOver(page).waitFor()
    times.push(Date.now() - began)
    await handOver(page).click()
    await page.getByText('ให้แล้ว: บัตรคอนเสิร์ต').waitFor()
  }
  return times
}
