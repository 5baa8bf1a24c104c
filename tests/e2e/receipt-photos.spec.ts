import type { Page } from '@playwright/test'
import { fillReceipt, goWithin, openAsCustomer, receiptId } from '#tests/kit/customer.ts'
import { expect, receiptPhoto, test } from '#tests/kit/e2e.ts'

/** Returns a JPEG in one dark colour, like a photo taken without light. */
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

// The app must use Bangkok time in any time zone.
test.use({ timezoneId: 'America/New_York' })

test('photos and times of receipts: Bangkok’s time in New York, enlarging, photos used before, twice or too dark, and entries offline', async ({
  page,
  campaign,
}) => {
  test.slow()
  await openAsCustomer(page, campaign)

  await test.step('takes and shows the times on a receipt as times in Bangkok', async () => {
    await fillReceipt(page, 'NEWYORK-1')
    const time = await page.getByLabel('เวลาที่ซื้อ').inputValue()
    await expect(page.getByRole('dialog')).toContainText(`${time} น.`)
    await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await expect(page).toHaveURL(/\/thanks/)
    await receiptId(campaign, 'NEWYORK-1')
    await goWithin(page, '/receiptHistory')
    await page.getByRole('link', { name: /NEWYORK-1/ }).click()
    await expect(page.getByRole('main')).toContainText(new RegExp(`${time}\\s+น\\.`))
  })

  await test.step('enlarges the photo of a sent receipt', async () => {
    await page.getByRole('button', { name: 'ขยายรูปที่ 1' }).click()
    const viewer = page.getByRole('dialog')
    const picture = viewer.getByRole('img')
    await expect(picture).toBeVisible()
    const before = await picture.boundingBox()
    await viewer.getByRole('button', { name: 'ขยาย', exact: true }).click()
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
  })

  await test.step('says that a photo was used before, adds none twice, and warns about a dark one', async () => {
    await goWithin(page, '/receipt')
    const pick = page.locator('input[type=file]').last() // The album input. The first one opens the camera.
    const photo = jpeg(await receiptPhoto(page, 'NEWYORK-1'))
    await pick.setInputFiles(photo)
    await expect(page.getByText(/^คุณเคยใช้รูปที่ 1 กับใบเสร็จเลขที่ NEWYORK-1/)).toBeVisible()
    await pick.setInputFiles(photo)
    await expect(page.getByText('เพิ่มรูปนี้ไว้แล้ว')).toBeVisible()
    await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 2' })).toHaveCount(0)
    await pick.setInputFiles(jpeg(await darkPhoto(page)))
    await expect(page.getByText(/^รูปที่ 2 อาจมืดเกินไป/)).toBeVisible()
  })

  await test.step('shows the entries without a network, and from when they are', async () => {
    const ticket = page.getByRole('main').getByText(/^FF-\d{6}-\d$/)
    await goWithin(page, '/entries')
    await expect(ticket).not.toHaveCount(0)
    await goWithin(page, '/')
    await page.context().setOffline(true)
    await goWithin(page, '/entries')
    await expect(ticket).not.toHaveCount(0)
    await expect(page.getByText(/^ข้อมูลเมื่อ/)).toBeVisible()
  })
})
