import { createHash } from 'node:crypto'
import { goWithin } from '#tests/kit/customer.ts'
import { receiptPhoto } from '#tests/kit/e2e.ts'
import { crash, expect, fault } from '#tests/kit/fault-e2e.ts'
import { keptPhotos } from '#tests/kit/phone-storage.ts'

fault('19: a photo outlives the page that took it', async scene => {
  const { page, context, campaign, who, no, open } = scene
  await open()
  await goWithin(page, '/receipt')
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await receiptPhoto(page, no(1)) }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  await crash(page)

  const again = await context.newPage()
  await open(again)
  await goWithin(again, '/receipt')
  await expect(again.getByText('มีใบเสร็จที่ค้างไว้')).toBeVisible()
  await expect(again.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  const [draft] = await keptPhotos(again, `u/${who.customerId}/draft/receipt/new`)
  const bytes = Buffer.from(draft?.base64 ?? '', 'base64')
  expect(bytes.length).toBeGreaterThan(5000)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(draft?.sha256)
  expect(await campaign.receiptsOf(who)).toEqual([])
})
