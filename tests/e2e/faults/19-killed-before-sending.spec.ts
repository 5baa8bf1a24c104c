import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillReceipt, goWithin } from '#tests/kit/customer.ts'
import { receiptPhoto } from '#tests/kit/e2e.ts'
import { expect, fault, signedIn } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readDraftPhotos, writeRecords } from '#tests/kit/phone-storage.ts'

const isPhoto = (key: string) => key.startsWith('q/photo/')

fault('19: a photo survives a crash of the page in which it was taken', async scene => {
  const { page, phone, context, campaign, who, no, open } = scene
  await open()
  await goWithin(page, '/receipt')
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await receiptPhoto(page, no(1)) }
  await page.locator('input[type=file]').first().setInputFiles(photo) // The camera input.
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  // The screen shows the picture a moment before the draft is stored.
  const key = `u/${who.customerId}/draft/receipt/new`
  await expect.poll(() => readDraftPhotos(page, key)).toHaveLength(1)
  await phone.crash(page)

  const again = await context.newPage()
  await open(again)
  await goWithin(again, '/receipt')
  await expect(again.getByText('คุณกรอกใบเสร็จค้างไว้')).toBeVisible()
  await expect(again.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  const [draft] = await readDraftPhotos(again, key)
  const bytes = Buffer.from(draft?.base64 ?? '', 'base64')
  expect(bytes.length).toBeGreaterThan(5000)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(draft?.sha256)
  expect(await campaign.receiptsOf(who)).toEqual([])
})

fault(
  '19b: a browser killed between two photos of a receipt sends the rest after a restart, once',
  async scene => {
    const { phone, campaign, who, no, open } = scene
    const profile = await mkdtemp(join(tmpdir(), 'phone-'))
    const uploads = () => campaign.origin.of('PUT', /^\/api\/receipt\/image\//)
    const arrived = () => uploads().filter(({ status }) => status === 200).length
    campaign.origin.break({
      method: 'PUT',
      path: /^\/api\/receipt\/image\//,
      fault: { do: 'hang' },
      when: () => arrived() > 0,
    })
    const first = await phone.startWithProfile(profile)
    const { page } = first
    await open(page)
    await goWithin(page, '/receipt')
    for (const label of ['a', 'b']) {
      const buffer = await receiptPhoto(page, `${no(1)} ${label}`)
      await page
        .locator('input[type=file]')
        .first() // The camera input.
        .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer })
      await expect(page.getByRole('img', { name: `รูปใบเสร็จที่ ${label === 'a' ? 1 : 2}` })).toBeVisible()
    }
    await goWithin(page, '/')
    await fillReceipt(page, no(1))
    await expect(page.getByRole('dialog').getByText('3 รูป')).toBeVisible()
    await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await expect.poll(() => uploads().filter(({ fault }) => fault === 'hang').length).toBeGreaterThan(0)
    await first.kill()
    expect(await campaign.receiptsOf(who)).toEqual([])

    campaign.origin.heal()
    const second = await phone.startWithProfile(profile)
    const again = second.page
    await open(again)
    // A killed browser may have lost LINE's session. Then the page goes to LINE Login first.
    await signedIn(again)
    await expect.poll(() => countQueuedJobs(again)).toBe(0)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
    expect(new Set(uploads().flatMap(({ path, status }) => (status === 200 ? path : []))).size).toBe(3)
    await second.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
)

fault('19c: a damaged copy of a photo is not sent, and the receipt arrives with a new photo', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  const { entries } = queuedReceipt(who.customerId, no(1), 1)
  const empty = { type: 'image/png', bytes: { base64: '' } }
  await writeRecords(page, [{ entries: entries.map(([key, value]) => [key, isPhoto(key) ? empty : value]) }])
  await page.getByRole('link', { name: 'ต้องแก้ไข 1 รายการ' }).click()
  const item = page.getByRole('listitem').filter({ hasText: no(1) })
  await expect(item).toContainText('ไม่พบรูป')
  expect(campaign.origin.of('PUT', /^\/api\/receipt\/image\//)).toEqual([])
  await item.getByRole('link', { name: 'แก้ไข' }).click()
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await receiptPhoto(page, no(1)) }
  await page.locator('input[type=file]').first().setInputFiles(photo) // The camera input.
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  await page.getByRole('button', { name: 'ตรวจสอบและส่ง' }).click()
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
  await expect(page.getByText('ต้องแก้ไข')).toBeHidden()
})
