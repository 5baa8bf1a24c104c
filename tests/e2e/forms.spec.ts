import type { Page } from '@playwright/test'
import { fillReceipt, goWithin, register, startJoining } from '#tests/kit/customer.ts'
import { asNewUser, expect, openInLine, test } from '#tests/kit/e2e.ts'
import { jpegMetadata, secrets, withSegments } from '#tests/kit/images.ts'

const LONGEST_PX = 1600
/** EXIF orientation 6: the sensor's picture is stored sideways and must be rotated by 90°. */
const TURNED = 6

const terms = (page: Page) => page.getByRole('checkbox', { name: 'ฉันยอมรับเงื่อนไขกิจกรรม' })
const firstName = (page: Page) => page.getByLabel('ชื่อ', { exact: true })

test('a form survives leaving and returning: steps in the history, drafts, and photos upright', async ({
  page,
  campaign,
}) => {
  test.slow()
  await page.addInitScript(() => {
    const blobs = new Map<string, Blob>()
    const create = URL.createObjectURL
    URL.createObjectURL = (blob: Blob) => {
      const url = create.call(URL, blob)
      blobs.set(url, blob)
      return url
    }
    Object.assign(window, { blobs })
  })
  await asNewUser(campaign, 'friend')
  await openInLine(page, campaign, '/register?logstate=poster')

  await test.step('each step of the registration is a history entry', async () => {
    await startJoining(page)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'ของรางวัล' })).toBeVisible()
    await startJoining(page)
    await terms(page).check()
    await page.getByRole('checkbox', { name: 'รับทราบนโยบายความเป็นส่วนตัว' }).check()
    await page.getByRole('button', { name: 'ถัดไป' }).click()
    await firstName(page).fill('มะลิวัลย์')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      step: 'data',
      logstate: 'poster',
    })
    await page.goBack()
    await expect(terms(page)).toBeChecked()
    await page.goForward()
    await expect(firstName(page)).toHaveValue('มะลิวัลย์')
    await page.reload()
    await expect(firstName(page)).toHaveValue('มะลิวัลย์')
    await page.getByRole('button', { name: 'กลับ', exact: true }).click()
    await expect(terms(page)).toBeVisible()
    await expect(page).toHaveURL(/step=terms/)
  })
  await register(page)

  await test.step('an address with an invalid receipt id shows "not found"', async () => {
    for (const path of ['/receipt/%E0%A4%A', '/receipt/none']) {
      await page.goto(`${campaign.url}${path}`)
      await expect(page.getByRole('heading', { name: 'ไม่พบหน้านี้' })).toBeVisible()
    }
    await page.goto(`${campaign.url}/receipt/01938000-0000-7000-8000-0000000000ff`)
    await expect(page.getByText('ไม่พบใบเสร็จนี้')).toBeVisible()
  })

  await test.step('a picture that the browser cannot read gets a clear message', async () => {
    await goWithin(page, '/receipt')
    const name = 'IMG_0001.HEIC'
    const buffer = Buffer.from('\0\0\0\x18ftypheic', 'latin1')
    const file = { name, mimeType: 'image/heic', buffer }
    await page.locator('input[type=file]').first().setInputFiles(file) // The camera input.
    await expect(page.getByText('เปิดรูปนี้ไม่ได้ ลองถ่ายใหม่ หรือเลือกไฟล์ JPEG หรือ PNG \u2060นะ')).toBeVisible()
  })

  await test.step('a photo is shown upright, shrunk, without metadata, and can be turned', async () => {
    const buffer = withSegments(await corners(page, 2400, 1800), ...jpegMetadata(TURNED))
    await page
      .locator('input[type=file]')
      .first() // The camera input.
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await expect.poll(() => seen(page)).toEqual({ width: 1200, height: LONGEST_PX, topRight: 'red' })
    expect(await shownBytes(page)).toContain('JFIF')
    for (const secret of secrets) expect(await shownBytes(page)).not.toContain(secret)
    await page.getByRole('button', { name: 'หมุนรูปที่ 1' }).click()
    await expect.poll(() => seen(page)).toEqual({ width: LONGEST_PX, height: 1200, topRight: 'white' })
  })

  await test.step('a refusal of the server appears next to its field, and the input stays', async () => {
    await page.goto(campaign.url)
    await fillReceipt(page, 'INV-2026/301')
    // Changes the rules after the app has read them.
    await campaign.organiser(['dates', 'set', '--min-amount', '400'])
    await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await expect(page.getByText(/^ยอดซื้อไม่ถึงขั้นต่ำ/)).toBeVisible()
    await campaign.organiser(['dates', 'set', '--min-amount', '100'])
    await expect(page.getByLabel('ยอดเงิน (บาท)')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('ยอดเงิน (บาท)')).toHaveValue('350')
    await expect(page.getByLabel('เลขที่ใบเสร็จ')).toHaveValue('INV-2026/301')
    await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  })
})

/** Creates a white JPEG with a grid and a red top-left corner. */
async function corners(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const draw = canvas.getContext('2d') as CanvasRenderingContext2D
      draw.fillStyle = '#fff'
      draw.fillRect(0, 0, canvas.width, canvas.height)
      draw.fillStyle = '#444'
      for (let at = 40; at < canvas.width; at += 60) draw.fillRect(at, canvas.height / 2, 20, 600)
      draw.fillStyle = '#f00'
      draw.fillRect(0, 0, canvas.width / 4, canvas.height / 4)
      return canvas.toDataURL('image/jpeg', 0.9)
    },
    [width, height] as const,
  )
  return Buffer.from(url.replace(/^.*,/, ''), 'base64')
}

const firstPhoto = (page: Page) => page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })

const seen = (page: Page) =>
  firstPhoto(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const draw = canvas.getContext('2d') as CanvasRenderingContext2D
    draw.drawImage(image, 0, 0)
    const [, green = 0] = draw.getImageData(width - 40, 40, 1, 1).data
    return { width, height, topRight: green < 100 ? 'red' : 'white' }
  })

const shownBytes = (page: Page) =>
  firstPhoto(page).evaluate(async (image: HTMLImageElement) => {
    const { blobs } = window as unknown as { blobs: Map<string, Blob> }
    return new TextDecoder('latin1').decode(await blobs.get(image.src)?.arrayBuffer())
  })
