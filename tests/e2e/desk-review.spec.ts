import { reviewNotes } from '#campaign/review-notes.ts'
import { sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { expect, openDesk, type RunningDesk, test } from '#tests/kit/desk-e2e.ts'
import { fixture } from '#tests/kit/images.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { resize } from '#tests/kit/resize.ts'
import { rowsOf, update } from '#tests/kit/rows.ts'
import { violationsIn } from '#tools/axe.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Sends receipts of one customer. The first two have the same photo, so that they resemble each other. */
async function sendReceipts({ server }: RunningDesk, count: number): Promise<void> {
  await setCampaign(server, { max_receipts_per_day: 1000 })
  const customer = await server.signIn()
  for (let sent = 0; sent < count; sent++) {
    const bytes = sent < 2 ? fixture('receipt.jpg') : undefined
    const images = [await uploadPhoto(server, customer, bytes)]
    await sendReceipt(server, customer, { images })
  }
}

const statuses = async ({ server }: RunningDesk) => {
  const rows = await server.db.selectFrom('receipt').select('status').execute()
  return rows.map(({ status }) => status).toSorted()
}

test('decides receipts by keys alone, each exactly as pressed', async ({ page, desk }) => {
  const count = inCircle({ push: 10, merge: 10, nightly: 30 })
  await sendReceipts(desk, count)
  await openDesk(page, desk, 'ฝน', '/review')
  const left = page.getByText(/เหลือ \d+ ใบ/)
  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    presses += keys.length
  }
  for (let decided = 0; decided < count; decided++) {
    await expect(left).toHaveText(`เหลือ ${count - decided} ใบ`)
    await expect(page.getByRole('button', { name: /^อนุมัติ/ })).toBeEnabled()
    if (decided % 10 === 9) await press('r', '1', 'Enter')
    else await press('a')
  }
  await expect(page.getByText('ตอนนี้ไม่มีใบเสร็จรอตรวจสำหรับคุณ')).toBeVisible()
  const rejected = count / 10
  const approved = count - rejected
  expect(await statuses(desk)).toEqual([
    ...Array(approved).fill('approved'),
    ...Array(rejected).fill('rejected'),
  ])
  expect(presses).toBe(approved + rejected * 3)
})

test('skips, undoes and rejects with a note by keys', async ({ page, desk }) => {
  await sendReceipts(desk, 3)
  await openDesk(page, desk, 'ฝน', '/review', 'en')
  const approve = page.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByText('2 left')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('3 left')).toBeVisible()
  expect(await statuses(desk)).toEqual(['pending', 'pending', 'pending'])
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await page.getByRole('dialog', { name: 'Note to the customer' }).waitFor()
  await page.keyboard.press('2')
  await expect(page.getByText('2 left')).toBeVisible()
  const { server } = desk
  const rejected = await rowsOf(server, 'receipt', { status: 'rejected' })
  expect(rejected.map(row => [row.reject_reason, row.reject_note])).toEqual([
    ['BLURRY', reviewNotes.BLURRY[1].th],
  ])
  await expect(approve).toBeEnabled()
  await page.keyboard.press('s')
  await expect(approve).toBeEnabled()
  await page.keyboard.press('s')
  await expect(page.getByText('No receipts left for you')).toBeVisible()
  await page.keyboard.press('u')
  await expect(approve).toBeEnabled()
  expect(await statuses(desk)).toEqual(['pending', 'pending', 'rejected'])
})

test('without a network, or after a change elsewhere, nothing is decided, and the page says so', async ({
  page,
  desk,
  context,
}) => {
  await sendReceipts(desk, 2)
  await openDesk(page, desk, 'ฝน', '/review', 'en')
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await context.setOffline(true)
  await page.keyboard.press('a')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  await expect(page.getByText('2 left')).toBeVisible()
  expect(await statuses(desk)).toEqual(['pending', 'pending'])
  await context.setOffline(false)
  await page.keyboard.press('a')
  await expect(page.getByText('1 left')).toBeVisible()

  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await update(desk.server, 'receipt', { status: 'void', version: 9 }, { status: 'pending' })
  await page.keyboard.press('a')
  await expect(page.getByRole('alert')).toContainText('Someone else has changed this')
  expect(await statuses(desk)).toEqual(['approved', 'void'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No receipts left for you')).toBeVisible()
})

test('a number that two customers sent is decided with both photos, and the approval says whose it is', async ({
  page,
  desk,
}) => {
  const { server } = desk
  const [somchai, malee] = [await server.signIn(), await server.signIn()]
  const first = await sendReceipt(server, somchai, { receiptNo: 'R-0001-270' })
  const second = await sendReceipt(server, malee, { receiptNo: 'R0001270', amount: 300 })
  await update(server, 'receipt', { risk: 900 }, { id: second.body.id })
  await openDesk(page, desk, 'ฝน', '/review', 'en')
  await expect(page.getByText('Two customers sent this number')).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(2)
  await expect(page.getByText('An approval gives 3 entries')).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Whose number is this?' })
  await expect(dialog.getByRole('button', { name: /count both/ })).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByText('1 left')).toBeVisible()
  const rows = await rowsOf(server, 'receipt')
  expect(new Map(rows.map(row => [row.id, row.status]))).toEqual(
    new Map([
      [first.body.id, 'pending'],
      [second.body.id, 'approved'],
    ]),
  )
})

for (const [width, scheme, language] of [
  [390, 'dark', 'th'],
  [1280, 'light', 'th'],
  [1280, 'dark', 'en'],
  [390, 'light', 'en'],
] as const)
  test(`axe finds nothing in the review: ${width} px, ${scheme}, ${language}`, {
    tag: width === 390 && scheme === 'dark' ? [] : '@nightly',
  }, async ({ page, desk }) => {
    await resize(page, { width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await sendReceipts(desk, 3)
    await openDesk(page, desk, 'ฝน', '/review', language)
    await expect(page.getByRole('button', { name: /^(Approve|อนุมัติ)/ })).toBeEnabled()
    await page.getByRole('img').first().waitFor() // Any photo of the receipt will do.
    expect(await violationsIn(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    expect(await violationsIn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('e')
    const amount = page.getByLabel(/Amount in baht|ยอดเงิน \(บาท\)/)
    await expect(amount).toBeFocused()
    await fillAndEnter(amount, '0')
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    expect(await violationsIn(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })
