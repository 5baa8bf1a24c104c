import { afterEach, expect, test } from 'vitest'
import { startCampaign } from '#tests/kit/campaign.ts'
import { circle } from '#tests/kit/circle.ts'
import { eachFile, eachTest } from '#tests/kit/each-test.ts'
import { columnsOf } from '#tests/kit/rows.ts'
import { startWebKit } from '#tests/kit/webkit.ts'
import {
  answersOf,
  fillReceipt,
  goHome,
  join,
  openInLine,
  receiptsOf,
  sendAnswer,
  sendReceipt,
  type WebKitCustomer,
} from '#tests/kit/webkit-customer.ts'

const webkit = eachFile(startWebKit)
const campaign = eachFile(startCampaign)
const page = eachTest(() => webkit.open())

afterEach(() => page.close())

/** Sets the emulator's network switch: WebDriver has no such command, and WebKitGTK asks the system. */
const network = (kind: 'online' | 'offline') => campaign.emulator('PATCH', 'state', { network: { kind } })

/** Returns how many times the server has carried out this call for the customer. */
const effectsOf = async ({ id }: WebKitCustomer, route: string) => {
  const rows = await campaign.read(db =>
    columnsOf({ db }, 'idempotency', ['key'], { customer_id: id, route }),
  )
  return rows.length
}

/**
 * Waits until the app has preloaded the files that these tests need offline. It does so while the home screen is idle.
 */
const loadedInAdvance = () =>
  page.waitFor(`['/api/master/all', '/thanks-', '/outbox-'].every(part =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes(part)))`)

test('a receipt and an answer made offline wait on the phone, and the server has each once when the phone is back', async () => {
  const customer = await join(page, campaign)
  await loadedInAdvance()
  await page.click({ role: 'link', name: /ตอบคำถาม/ })
  await page.find({ role: 'field', name: 'คำตอบของคุณ' })
  await network('offline')
  await page.see(/^ออฟไลน์อยู่/)
  await sendAnswer(page, 'พี่สาว')
  await page.find({ role: 'heading', name: 'บันทึกไว้แล้ว รอส่ง' })
  await goHome(page)
  await sendReceipt(page, 'INV-2026/101')
  await page.find({ role: 'heading', name: 'บันทึกไว้แล้ว รอส่ง' })
  await page.click({ role: 'link', name: 'รอส่ง 2 รายการ' })
  await page.find({ role: 'heading', name: 'รายการรอส่ง' })
  await page.see(/INV-2026\/101/)
  await page.see(/พี่สาว/)
  expect(await receiptsOf(campaign, customer)).toEqual([])
  expect(await answersOf(campaign, customer)).toEqual([])

  await network('online')
  await page.gone({ role: 'text', name: /^(ออฟไลน์อยู่|รอส่ง|รออินเทอร์เน็ต)/ })
  await page.see('ได้รับแล้ว')
  expect(await receiptsOf(campaign, customer)).toMatchObject([{ receipt_no: 'INV-2026/101', photos: 1 }])
  expect(await answersOf(campaign, customer)).toEqual(['พี่สาว'])
  expect(await effectsOf(customer, 'createReceipt')).toBe(1)
  expect(await effectsOf(customer, 'postAnswer')).toBe(1)
  await goHome(page)
  await page.click({ role: 'link', name: 'ประวัติ' })
  await page.see(/INV-2026\/101/)
  await page.see('รอตรวจสอบ')
})

if (circle() === 'nightly') {
  test('while the server is stopped, WebKit keeps a receipt over a closed app, and sends it at the next start', async () => {
    const customer = await join(page, campaign)
    // The emulator's switch changes the page. A stopped server is a real outage, which the browser does not report.
    await loadedInAdvance()
    await page.click({ role: 'link', name: /ส่งใบเสร็จ/ })
    await page.find({ role: 'button', name: /^ร้านค้า/ })
    await campaign.kill()
    await fillReceipt(page, 'INV-2026/102')
    await page.find({ role: 'heading', name: 'บันทึกไว้แล้ว รอส่ง' })
    await page.goto('about:blank')
    expect(await receiptsOf(campaign, customer)).toEqual([])
    await campaign.start()
    await openInLine(page, campaign)
    await page.see('สิทธิ์ของคุณ')
    await expect
      .poll(() => receiptsOf(campaign, customer), { timeout: 20_000 })
      .toMatchObject([{ receipt_no: 'INV-2026/102', photos: 1 }])
    await page.click({ role: 'link', name: 'ประวัติ' })
    await page.see(/INV-2026\/102/)
    await page.see('รอตรวจสอบ')
    expect(await effectsOf(customer, 'createReceipt')).toBe(1)
  })
}
