import type { Page, Route } from '@playwright/test'
import { openAsCustomer, registered } from '#tests/kit/customer.ts'
import { askForSmallDocument } from '#tests/kit/documents.ts'
import { expect, openInLine, test } from '#tests/kit/e2e.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

async function holdBack(page: Page, url: string): Promise<() => Promise<void>> {
  const [gate, release] = untilCalled()
  await page.route(url, async route => {
    await gate
    await route.fallback()
  })
  return async () => {
    release()
    await page.unroute(url)
  }
}

const withoutReact = (page: Page) => holdBack(page, '**/assets/view-*.js')

const send = (page: Page) => page.getByRole('link', { name: /ส่งใบเสร็จ/ })
const home = (page: Page) => page.getByText('สวัสดีคุณ')
const rights = (page: Page) => page.getByText('1 สิทธิ์', { exact: true })
const receiptForm = (page: Page) => page.getByRole('heading', { name: 'ส่งใบเสร็จ' })
/** Waits for the screen's title, which the document gets only when React has rendered the screen. */
const renderedByReact = (page: Page) => expect(page).toHaveTitle(/หน้าแรก/)

test('home is rendered and its links work before React loads, and React adopts the same DOM nodes', {
  tag: '@core',
}, async ({ page, campaign }) => {
  // The phone has not loaded the app yet.
  await registered(campaign)

  await test.step('a first visit on this phone', async () => {
    const release = await withoutReact(page)
    await openInLine(page, campaign)
    await expect(send(page)).toBeVisible()
    await expect(home(page)).toBeVisible()
    await expect(page).not.toHaveTitle(/หน้าแรก/)
    const link = await send(page).elementHandle()
    await release()
    await renderedByReact(page)
    expect(await link?.evaluate(node => node.isConnected)).toBe(true)
    await expect(rights(page)).toBeVisible()
  })

  await test.step('a tap before React has loaded is not lost', async () => {
    const release = await withoutReact(page)
    await openInLine(page, campaign)
    await send(page).click()
    await expect(page).toHaveURL(/\/receipt$/)
    await expect(send(page)).toHaveCount(0)
    await page.goBack()
    await expect(send(page)).toBeVisible()
    await send(page).click()
    await release()
    await expect(receiptForm(page)).toBeVisible()
  })
})

test('nothing moves when the rest of home loads, and each file may fail once', async ({ page, campaign }) => {
  await openAsCustomer(page, campaign)
  await renderedByReact(page)

  await test.step('the next visit shows cached data, and nothing moves when the rest loads', async () => {
    const release = await withoutReact(page)
    const activity = await holdBack(page, '**/api/master/activity')
    await openInLine(page, campaign)
    await expect(rights(page)).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    const box = await send(page).boundingBox()
    await activity()
    expect(await send(page).boundingBox()).toEqual(box)
    await release()
    await renderedByReact(page)
    expect(await send(page).boundingBox()).toEqual(box)
  })

  await test.step('leaving home while React takes over shows the other screen', async () => {
    const release = await withoutReact(page)
    await openInLine(page, campaign)
    await expect(send(page)).toBeVisible()
    await page.locator('#root').evaluate(root => {
      const listen = root.addEventListener
      // React adds this listener before its first render.
      root.addEventListener = (type: string, listener: EventListener, options?: boolean) => {
        root.addEventListener = listen
        root.addEventListener(type, listener, options)
        history.pushState(null, '', '/receipt')
      }
    })
    await release()
    await expect(receiptForm(page)).toBeVisible()
  })

  await test.step('a screen whose script failed to load waits for the retry, and then has its styles', async () => {
    const requests: Route[] = []
    await page.route(/\/assets\/receipt-[\w-]{6}\.js$/, async route => {
      if (requests.push(route) === 1) await route.abort()
    })
    await openInLine(page, campaign)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await send(page).click()
    await expect.poll(() => requests.length).toBe(2)
    await expect(receiptForm(page)).toBeHidden()
    await requests[1]?.fallback()
    await expect(receiptForm(page)).toBeVisible()
    const unstyled = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
      const styles = rules.map(({ cssText }) => cssText).join('')
      const classes = [...document.querySelectorAll('main [class]')].flatMap(({ classList }) => [
        ...classList,
      ])
      return classes.filter(name => name.startsWith('_') && !styles.includes(name))
    })
    expect(unstyled).toEqual([])
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  await test.step('home’s style sheet is retried after a failure, without waiting for React', async () => {
    await page.addInitScript(() => {
      const lost = ({ target }: Event) =>
        target instanceof HTMLLinkElement && target.rel === 'stylesheet' && document.body.append('lost')
      addEventListener('error', lost, true)
    })
    const sheet = '**/assets/index-*.css'
    await page.route(sheet, route => route.abort())
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await askForSmallDocument(page.context(), campaign.url)
    await openInLine(page, campaign)
    await expect(page.getByText('lost')).toBeVisible()
    await page.unroute(sheet)
    // React waits for home to become visible for longer than this.
    await page.clock.runFor(1000)
    await expect(home(page)).toHaveCount(1)
    await page.clock.runFor(1000)
    await expect(send(page)).toBeVisible()
  })
})
