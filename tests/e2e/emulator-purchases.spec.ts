import { test as base, expect, type Page } from '@playwright/test'
import { DEFAULT_APP } from '#emulator/scenario/defaults.ts'
import { type ItemShop, startItemShop } from '#tests/kit/item-shop.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/**
 * Tests in-app purchases with the unmodified SDK 2.31.0 in the page, and a server that checks the webhooks with LINE's
 * bot SDK. Neither the page nor the server contains code for the emulator.
 */
const test = base.extend<object, { shop: ItemShop }>({
  shop: [simpleFixture(startItemShop, shop => shop.close()), { scope: 'worker' }],
})

test.beforeEach(({ shop }) => shop.reset())

const screen = (page: Page) => page.frameLocator('iframe[title=LINE]').last()
const status = (page: Page) => page.getByRole('status')
const orders = (page: Page) => page.getByRole('listitem')

async function openShop(page: Page, { url }: ItemShop): Promise<void> {
  await page.goto(`${url}/__line/liff.line.me/${DEFAULT_APP.liffId}`)
  await expect(page.locator('#prices')).toHaveText('gem 49 THB, coin 120 JPY')
}

/** Presses the button that buys a gem and answers LINE's screens: the terms if `asks` is true, then the payment. */
async function buy(page: Page, answer: 'ชำระเงิน' | 'ยกเลิก', asks = false): Promise<void> {
  await page.getByRole('button', { name: 'Buy a gem' }).click()
  if (asks) await screen(page).getByRole('button', { name: 'ยอมรับ', exact: true }).click()
  await screen(page).getByRole('button', { name: answer }).click()
}

const orderIdOf = async (page: Page, at: number) =>
  ((await orders(page).nth(at).textContent()) ?? '').split(' ')[0] ?? ''

test('a signed webhook grants an item, and a refund takes it back', async ({ page, shop }) => {
  await openShop(page, shop)
  await page.getByRole('button', { name: 'Buy a gem' }).click()
  await screen(page).getByRole('button', { name: 'ไม่ยอมรับ' }).click()
  await expect(status(page)).toHaveText(/^TERMS_AGREEMENT_ERROR/)
  await expect(orders(page)).toHaveCount(0)
  await buy(page, 'ชำระเงิน', true)
  await expect(status(page)).toHaveText('paid')
  await expect(orders(page)).toHaveText([/^T\d{22} granted$/])
  const orderId = await orderIdOf(page, 0)
  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(status(page)).toHaveText(/^INVALID_ARGUMENT: .*already been paid/)
  expect((await shop.control('POST', 'purchase', { orderId, action: 'refund' })).status).toBe(200)
  await expect(orders(page)).toHaveText([/refunded$/])
  expect(await shop.server('/received')).toMatchObject([
    { type: 'purchaseComplete', orderId, productId: 'gem', channelId: DEFAULT_APP.liffId.split('-')[0] },
    { type: 'refundComplete', orderId },
  ])
})

test('cancelled and declined payments and an unknown order grant nothing, and the order can still be paid', async ({
  page,
  shop,
}) => {
  await openShop(page, shop)
  await buy(page, 'ยกเลิก', true)
  await expect(status(page)).toHaveText(/^CANCELED/)
  await shop.control('PATCH', 'state', { screens: { payment: 'fail' } })
  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(status(page)).toHaveText(/^UNKNOWN/)
  await shop.control('PATCH', 'state', { screens: { payment: 'pay' } })
  await page.getByRole('button', { name: 'Pay for an unknown order' }).click()
  await expect(status(page)).toHaveText(/^INVALID_ARGUMENT: No order/)
  await expect(orders(page)).toHaveText([/reserved$/])
  expect(await shop.server('/received')).toEqual([])
  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(orders(page)).toHaveText([/granted$/])
})

test('a lost webhook is in the history, and a repeated one grants nothing', async ({ page, shop }) => {
  await openShop(page, shop)
  await shop.deliverWebhooks('lose')
  await buy(page, 'ชำระเงิน', true)
  await expect(status(page)).toHaveText('paid')
  await expect(orders(page)).toHaveText([/reserved$/])
  const orderId = await orderIdOf(page, 0)
  expect(await shop.server('/catch-up')).toMatchObject([{ transactionType: 'PRODUCT', event: { orderId } }])
  await expect(orders(page)).toHaveText([/granted$/])
  for (const count of [1, 2]) {
    expect((await shop.control('POST', 'purchase', { orderId, action: 'resend' })).status).toBe(200)
    await expect.poll(() => shop.server('/received')).toHaveLength(count)
  }
  await expect(orders(page)).toHaveText([/granted$/])
  expect(await shop.server('/catch-up')).toEqual([])
})

test('a held payment is granted when it settles', async ({ page, shop }) => {
  await openShop(page, shop)
  await shop.deliverWebhooks('hold')
  await buy(page, 'ชำระเงิน', true)
  await expect(status(page)).toHaveText('paid')
  await expect(orders(page)).toHaveText([/reserved$/])
  const orderId = await orderIdOf(page, 0)
  await shop.control('POST', 'purchase', { orderId, action: 'settle' })
  await expect(orders(page)).toHaveText([/granted$/])
})

test.describe('the panel', () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

  test('lists, settles, loses, resends and refunds purchases with one click each', async ({ page, shop }) => {
    await shop.control('PATCH', 'state', { screens: { payment: 'pay' }, consent: { answer: 'allow' } })
    await page.goto(`${shop.url}/__emulator/`)
    const app = page.frameLocator('iframe').first()
    const buyItem = async () => {
      await app.getByRole('button', { name: 'Buy a gem' }).click()
      await expect(app.getByRole('status')).toHaveText('paid')
    }
    const group = page.locator('details', { has: page.getByRole('heading', { name: 'In-app purchases' }) })
    const rows = group.getByRole('listitem')
    const press = (at: number, name: string) => rows.nth(at).getByRole('button', { name }).click()
    await expect(group).toContainText('No purchases yet')
    await group.getByText('Hold', { exact: true }).click()
    await expect(group.getByRole('radio', { name: 'Hold' })).toBeChecked()
    await buyItem()
    await expect(rows).toHaveText([/^paidA gemSomying JaideeT\d{22}/])
    await press(0, 'Settle')
    await expect(rows).toHaveText([/^complete.*purchaseComplete received/])
    await expect(app.getByRole('listitem')).toHaveText([/granted$/])
    await buyItem()
    await press(0, 'Lose webhook')
    await expect(rows).toHaveText([/^complete.*purchaseComplete not received/, /^complete/])
    await expect(app.getByRole('listitem')).toHaveText([/granted$/, /reserved$/])
    await press(0, 'Resend webhook')
    await expect(rows.first()).toContainText('purchaseComplete received')
    await expect(app.getByRole('listitem')).toHaveText([/granted$/, /granted$/])
    await press(1, 'Refund')
    await expect(rows.nth(1)).toContainText(/^refunded.*refundComplete received/)
    await expect(app.getByRole('listitem')).toHaveText([/refunded$/, /granted$/])
  })
})
