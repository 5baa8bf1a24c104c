import type { Page, Route } from '@playwright/test'
import { join } from '#tests/kit/customer.ts'
import { expect, openInLine, test } from '#tests/kit/e2e.ts'

/** Keeps a file or an answer from the page until it is let go. */
async function held(page: Page, url: string): Promise<() => Promise<void>> {
  let letGo = () => {}
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(url, async route => {
    await gate
    await route.fallback()
  })
  return async () => {
    letGo()
    await page.unroute(url)
  }
}

const withoutReact = (page: Page) => held(page, '**/assets/view-*.js')

const send = (page: Page) => page.getByRole('link', { name: /ส่งใบเสร็จ/ })
const home = (page: Page) => page.getByText('สวัสดีคุณ')
const rights = (page: Page) => page.getByText('1 สิทธิ์', { exact: true })
const receiptForm = (page: Page) => page.getByRole('heading', { name: 'ส่งใบเสร็จ' })
/** Only React names the document after its screen. */
const taken = (page: Page) => expect(page).toHaveTitle(/หน้าแรก/)

test('home is there and leads on before React has come, and React takes over the same nodes', {
  tag: '@core',
}, async ({ page, campaign }) => {
  await join(page, campaign)

  await test.step('a first visit on this phone', async () => {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    const letGo = await withoutReact(page)
    await openInLine(page, campaign)
    await expect(send(page)).toBeVisible()
    await expect(home(page)).toBeVisible()
    await expect(page).not.toHaveTitle(/หน้าแรก/)
    const link = await send(page).elementHandle()
    await letGo()
    await taken(page)
    expect(await link?.evaluate(node => node.isConnected)).toBe(true)
    await expect(rights(page)).toBeVisible()
  })

  await test.step('the next one shows what the phone knows, and nothing moves when the rest comes', async () => {
    const letGo = await withoutReact(page)
    const activity = await held(page, '**/api/master/activity')
    await openInLine(page, campaign)
    await expect(rights(page)).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    const place = await send(page).boundingBox()
    await activity()
    expect(await send(page).boundingBox()).toEqual(place)
    await letGo()
    await taken(page)
    expect(await send(page).boundingBox()).toEqual(place)
  })

  await test.step('a tap is not lost', async () => {
    const letGo = await withoutReact(page)
    await openInLine(page, campaign)
    await send(page).click()
    await expect(page).toHaveURL(/\/receipt$/)
    await expect(send(page)).toHaveCount(0)
    await page.goBack()
    await expect(send(page)).toBeVisible()
    await send(page).click()
    await letGo()
    await expect(receiptForm(page)).toBeVisible()
  })

  await test.step('whoever leaves home in the moment in which React takes it over gets the other screen', async () => {
    const letGo = await withoutReact(page)
    await openInLine(page, campaign)
    await expect(send(page)).toBeVisible()
    await page.locator('#root').evaluate(root => {
      const listen = root.addEventListener
      // React listens there before it draws.
      root.addEventListener = (type: string, heard: EventListener, options?: boolean) => {
        root.addEventListener = listen
        root.addEventListener(type, heard, options)
        history.pushState(null, '', '/receipt')
      }
    })
    await letGo()
    await expect(receiptForm(page)).toBeVisible()
  })

  await test.step('a screen waits for a style sheet that was lost, and is drawn without loading the page anew', async () => {
    const asked: Route[] = []
    await page.route(/\/assets\/receipt-[\w-]{8}\.css$/, async route => {
      if (asked.push(route) === 1) await route.abort()
    })
    await openInLine(page, campaign)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await send(page).click()
    await expect.poll(() => asked.length).toBe(2)
    await expect(receiptForm(page)).toBeHidden()
    await asked[1]?.fallback()
    await expect(receiptForm(page)).toBeVisible()
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))
    expect(sheets).toContain(asked[1]?.request().url())
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  await test.step('where the first script is lost the document itself says in the end what to do', async () => {
    const entry = '**/assets/index-*.js'
    await page.route(entry, route => route.abort())
    await openInLine(page, campaign)
    const advice = page.getByText('ลองปิดหน้านี้แล้วเปิดใหม่')
    await expect(page.getByText('กำลังโหลด...')).toBeVisible()
    await expect(advice).toBeHidden()
    await page.evaluate(() => {
      // But the wheel, which has no end.
      for (const one of document.getAnimations())
        if (one.effect?.getComputedTiming().iterations === 1) one.finish()
    })
    await expect(advice).toBeVisible()
    await page.unroute(entry)
  })

  await test.step('a lost style sheet of home is asked for again without waiting for React', async () => {
    await page.addInitScript(() => {
      const lost = ({ target }: Event) =>
        target instanceof HTMLLinkElement && target.rel === 'stylesheet' && document.body.append('lost')
      addEventListener('error', lost, true)
    })
    const sheet = '**/assets/index-*.css'
    await page.route(sheet, route => route.abort())
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await openInLine(page, campaign)
    await expect(page.getByText('lost')).toBeVisible()
    await page.unroute(sheet)
    // Less than React waits for home to be seen.
    await page.clock.runFor(1000)
    await expect(home(page)).toHaveCount(1)
    await page.clock.runFor(1000)
    await expect(send(page)).toBeVisible()
  })
})
