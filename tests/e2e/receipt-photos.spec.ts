import type { Page } from '@playwright/test'
import { fillReceipt, goWithin, join, sendReceipt } from '#tests/kit/customer.ts'
import { expect, receiptPhoto, test } from '#tests/kit/e2e.ts'

/** Returns a JPEG in one dark colour, as of a photo that was taken without light. */
async function darkPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 })
    const draw = canvas.getContext('2d')
    if (!draw) throw new Error('no canvas')
    draw.fillStyle = '#0a0908'
    draw.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg').replace(/^.*,/, '')
  })
  return Buffer.from(base64, 'base64')
}

const jpeg = (buffer: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })

test('warns about a photo that is too dark, and adds no photo twice', async ({ page, campaign }) => {
  await join(page, campaign)
  await goWithin(page, '/receipt')
  const pick = page.locator('input[type=file]').last()
  const photo = jpeg(await receiptPhoto(page, 'TWICE-1'))
  await pick.setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  await pick.setInputFiles(photo)
  await expect(page.getByText('เพิ่มรูปนี้ไว้แล้ว')).toBeVisible()
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 2' })).toHaveCount(0)
  await pick.setInputFiles(jpeg(await darkPhoto(page)))
  await expect(page.getByText(/^รูปที่ 2 อาจมืดเกินไป/)).toBeVisible()
})

test('enlarges the photo of a sent receipt, and says that it was used before', async ({ page, campaign }) => {
  await join(page, campaign)
  await sendReceipt(page, 'ZOOM-1')
  await goWithin(page, '/receiptHistory')
  await page.getByRole('link', { name: /ZOOM-1/ }).click()
  await page.getByRole('button', { name: 'ขยายรูปที่ 1' }).click()
  const viewer = page.getByRole('dialog')
  const picture = viewer.getByRole('img')
  await expect(picture).toBeVisible()
  const before = await picture.boundingBox()
  await viewer.getByRole('button', { name: 'ขยาย', exact: true }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await goWithin(page, '/receipt')
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(jpeg(await receiptPhoto(page, 'ZOOM-1')))
  await expect(page.getByText(/^คุณเคยใช้รูปที่ 1 กับใบเสร็จเลขที่ ZOOM-1/)).toBeVisible()
})

test('shows the entries without a network, and from when they are', async ({ page, campaign }) => {
  await join(page, campaign)
  await goWithin(page, '/entries')
  await expect(page.getByText(/^FF-\d{6}-\d$/).first()).toBeVisible()
  await goWithin(page, '/')
  await page.context().setOffline(true)
  await goWithin(page, '/entries')
  await expect(page.getByText(/^FF-\d{6}-\d$/).first()).toBeVisible()
  await expect(page.getByText(/^ข้อมูลเมื่อ/)).toBeVisible()
  await page.context().setOffline(false)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('takes and shows the times on a receipt as times in Bangkok', async ({ page, campaign }) => {
    await join(page, campaign)
    await fillReceipt(page, 'NEWYORK-1')
    const time = await page.getByLabel('เวลาที่ซื้อ').inputValue()
    await expect(page.getByRole('dialog')).toContainText(`${time} น.`)
    await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await expect(page).toHaveURL(/\/thanks/)
    const list = await campaign.organiser(['receipts', 'list', '--status', 'pending'])
    expect(list).toContain('NEWYORK-1')
    await goWithin(page, '/receiptHistory')
    await page.getByRole('link', { name: /NEWYORK-1/ }).click()
    await expect(page.getByText(new RegExp(`${time}\\s+น\\.`)).first()).toBeVisible()
  })
})
