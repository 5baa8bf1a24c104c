import type { Browser, Page } from '@playwright/test'
import { shortCodeOf, shownShortCode } from '#contract/short-code.ts'
import { expect, openDesk, type RunningDesk, test } from '#tests/kit/desk-e2e.ts'
import { showCode } from '#tests/kit/fake-camera.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { rowsOf, update } from '#tests/kit/rows.ts'
import { codeNow, handOver, setClock, startScanning, storedList } from '#tests/kit/scan-page.ts'
import { codeOf, openDoors } from '#tests/kit/staff.ts'
import { violationsIn } from '#tools/axe.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Opens the page on a second phone. */
async function otherDevice(browser: Browser, desk: RunningDesk, device: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'th-TH', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await startScanning(page, desk, device)
  return page
}

test('two devices without a network that take one code are both told the code, both devices and both times', async ({
  page,
  browser,
  desk,
}) => {
  const [winner] = await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  const other = await otherDevice(browser, desk, 'ประตู 2')
  const code = await codeNow(desk, winner)
  for (const one of [page, other]) {
    await one.context().setOffline(true)
    await showCode(one, code)
    await expect(one.getByText('สมชาย ใจดี')).toBeVisible()
    await handOver(one).click()
    await expect(one.getByText('ยังไม่ได้ส่งถึงเซิร์ฟเวอร์')).toBeVisible()
    await expect(one.getByRole('status')).toContainText('ยังไม่ส่ง1')
  }
  // The same device hands over the prize only once.
  await page.getByRole('button', { name: 'พิมพ์เลข' }).click()
  await page.getByLabel('เลข 8 หลัก').fill(code)
  await page.getByRole('button', { name: 'ตรวจ', exact: true }).click()
  await expect(page.getByText(/ให้ไปแล้วเมื่อ .* ที่ ประตู 1/)).toBeVisible()
  await expect(handOver(page)).toHaveCount(0)

  // The second device reports its hand-over first.
  setClock(desk)
  await other.context().setOffline(false)
  await expect(other.getByRole('status')).not.toContainText('ยังไม่ส่ง')
  await page.context().setOffline(false)
  const shortCode = code.split('.')[1]?.slice(-8).toUpperCase() ?? ''
  for (const one of [page, other]) {
    await one.evaluate(() => dispatchEvent(new Event('online')))
    const conflict = one.getByRole('alert', { name: 'ให้ของซ้ำหรือผิดกติกา' })
    await expect(conflict).toContainText(shortCode)
    const time = '\\d+ .* 25\\d\\d \\d\\d:\\d\\d:\\d\\d'
    const twice = `ครั้งแรกที่ ประตู 1 เวลา ${time} ครั้งที่สองที่ ประตู 2 เวลา ${time}$`
    await expect(conflict).toContainText(new RegExp(twice))
  }
  expect(await violationsIn(page)).toEqual([])
  expect((await rowsOf(desk.server, 'hand_over')).map(({ outcome }) => outcome).toSorted()).toEqual([
    'again',
    'first',
  ])
  await other.context().close()
})

test('each kind of wrong code has its own sentence', async ({ page, desk }) => {
  const [winner, second] = await openDoors(desk.server)
  const library = page.waitForResponse(/zxing.*\.wasm$/)
  await startScanning(page, desk, 'ประตู 1')
  expect((await library).headers()['content-type']).toBe('application/wasm')
  const code = await codeNow(desk, winner)
  await showCode(page, code.replace(/\.[\w-]{22}$/, `.${'A'.repeat(22)}`))
  await expect(page.getByText('รหัสนี้ไม่ใช่รหัสของแคมเปญนี้')).toBeVisible()

  await page.emulateMedia({ colorScheme: 'dark' })
  await showCode(page, code)
  await expect(handOver(page)).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await handOver(page).click()
  await expect(page.getByText('ให้แล้ว: บัตรคอนเสิร์ต')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await showCode(page, await codeNow(desk, second))
  await expect(handOver(page)).toBeVisible()
  await showCode(page, await codeNow(desk, winner))
  await expect(page.getByText(/ให้ไปแล้วเมื่อ .* ที่ ประตู 1/)).toBeVisible()
  await expect(handOver(page)).toHaveCount(0)

  const codeIn = async (minutes: number) => {
    setClock(desk)
    desk.server.clock.advance(minutes * 60_000)
    const other = await codeOf(second)
    setClock(desk)
    return other
  }
  await showCode(page, await codeIn(-10))
  await expect(page.getByText(/รหัสนี้มาจากเวลา .* อาจเป็นรูปถ่าย หน้าจอเก่า/)).toBeVisible()
  await showCode(page, await codeIn(10))
  await expect(page.getByText('นาฬิกาของโทรศัพท์ลูกค้าผิด')).toBeVisible()

  await showCode(page, '')
  const blocked = await codeNow(desk, second)
  await desk.server.db
    .insertInto('block')
    .values({ customer_id: second.customerId, blocked_at: desk.server.clock.now() })
    .execute()
  await page.getByRole('button', { name: 'พิมพ์เลข' }).click()
  await fillAndEnter(page.getByLabel('เลข 8 หลัก'), await codeNow(desk, winner))
  await expect(page.getByText(/ให้ไปแล้วเมื่อ/)).toBeVisible()
  await fillAndEnter(page.getByLabel('เลข 8 หลัก'), blocked)
  await expect(page.getByText('ลูกค้าคนนี้ถูกระงับ')).toBeVisible()
})

test('without a camera, the ticket’s number finds the winner, also without a network', async ({
  page,
  desk,
}) => {
  const [winner, second] = await openDoors(desk.server)
  setClock(desk)
  await openDesk(page, desk, 'แพร', '/scan')
  await page.getByLabel('ชื่อเครื่องนี้').fill('ประตู 1')
  await page.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await expect(page.getByText('เปิดกล้องไม่ได้')).toBeVisible()
  const field = page.getByLabel('เลข 8 หลัก')
  await fillAndEnter(field, shownShortCode(shortCodeOf(await codeNow(desk, winner))))
  await handOver(page).click()
  await expect(page.getByText('ให้แล้ว: บัตรคอนเสิร์ต')).toBeVisible()
  await fillAndEnter(field, '0000 0000')
  await expect(page.getByText('ไม่พบบัตรที่รับของที่นี่ด้วยเลขนี้')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  const number = shortCodeOf(await codeNow(desk, second))
  await page.context().setOffline(true)
  await fillAndEnter(field, '0000 0000')
  await expect(page.getByText('ไม่พบบัตรในรายชื่อบนเครื่องนี้ด้วยเลขนี้')).toBeVisible()
  await fillAndEnter(field, number)
  await handOver(page).click()
  await expect(page.getByText('ยังไม่ได้ส่งถึงเซิร์ฟเวอร์')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('status')).toContainText('ทั้งหมด2 / 2')
  expect((await rowsOf(desk.server, 'hand_over')).map(({ outcome }) => outcome)).toEqual(['first', 'first'])
})

test('the device promises to work without a network only when it can read codes', async ({ page, desk }) => {
  const [winner] = await openDoors(desk.server)
  let isCut = true
  await page.route(/zxing.*\.wasm$/, route => (isCut ? route.abort() : route.continue()))
  const asked = page.waitForEvent('requestfailed')
  await startScanning(page, desk, 'ประตู 1', 'กำลังเปิดกล้อง')
  await asked
  await expect.poll(() => storedList(page)).toBe(true)
  await expect(page.getByText('เครื่องนี้มีรายชื่อ')).toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('button', { name: 'พิมพ์เลข' }).click()
  await fillAndEnter(page.getByLabel('เลข 8 หลัก'), shortCodeOf(await codeNow(desk, winner)))
  await expect(handOver(page)).toBeVisible()

  isCut = false
  await expect(page.getByText('เครื่องนี้มีรายชื่อ')).toBeVisible()
  await page.context().setOffline(true)
  await showCode(page, await codeNow(desk, winner))
  await handOver(page).click()
  await expect(page.getByText('ยังไม่ได้ส่งถึงเซิร์ฟเวอร์')).toBeVisible()
})

test('a minor’s prize is handed over after the staff member has seen the guardian’s consent', async ({
  page,
  desk,
}) => {
  const [winner, second] = await openDoors(desk.server)
  await update(desk.server, 'customer', { birth_date: '2012-01-01' })
  await startScanning(page, desk, 'ประตู 1')
  for (const who of [winner, second]) {
    await showCode(page, await codeNow(desk, who))
    await expect(page.getByText('ต้องเห็นหนังสือยินยอมของผู้ปกครองก่อน')).toBeVisible()
    await expect(handOver(page)).toBeDisabled()
    if (who === winner) expect(await violationsIn(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'เห็นหนังสือยินยอม' }).check()
    await handOver(page).click()
    await expect(page.getByText('ให้แล้ว: บัตรคอนเสิร์ต')).toBeVisible()
  }
})

test('a browser that reads codes itself does not load the library', async ({ page, desk }) => {
  const [winner] = await openDoors(desk.server)
  const code = await codeNow(desk, winner)
  await page.addInitScript(rawValue => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue }]
    }
    Object.assign(window, { BarcodeDetector })
  }, code)
  const loaded: string[] = []
  page.on('request', request => loaded.push(request.url()))
  await startScanning(page, desk, 'ประตู 1')
  await handOver(page).click()
  await expect(page.getByText('ให้แล้ว: บัตรคอนเสิร์ต')).toBeVisible()
  expect(loaded.filter(url => url.endsWith('.wasm'))).toEqual([])
})

test('without a network, a code of nobody on the list is never valid, and a wrong clock is named', async ({
  page,
  desk,
}) => {
  const [winner] = await openDoors(desk.server)
  const stranger = await desk.server.signIn()
  await stranger.call('createReward', { body: {} })
  await page.clock.install()
  await page.clock.setSystemTime(Date.now() + 7 * 60_000)
  await startScanning(page, desk, 'ประตู 1')
  await expect(page.getByText('นาฬิกาของเครื่องนี้ผิดไป 7 นาที')).toBeVisible()
  const [code, strange] = [await codeNow(desk, winner), await codeNow(desk, stranger)]
  await page.context().setOffline(true)
  await showCode(page, strange)
  await expect(page.getByText('ไม่อยู่ในรายชื่อของคืนนี้')).toBeVisible()
  await showCode(page, code)
  await expect(handOver(page)).toBeVisible()
})

test('a staff member whose access has ended hands nothing over', async ({ page, desk }) => {
  const [winner] = await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  await showCode(page, await codeNow(desk, winner))
  await expect(handOver(page)).toBeVisible()
  await desk.server.db.deleteFrom('desk_session').execute()
  await handOver(page).click()
  await expect(page.getByText('เซสชันสิ้นสุดแล้ว')).toBeVisible()
  expect(await rowsOf(desk.server, 'hand_over')).toEqual([])
  await startScanning(page, desk, 'ประตู 1')
  await showCode(page, await codeNow(desk, winner))
  await handOver(page).click()
  await expect(page.getByText('ให้แล้ว: บัตรคอนเสิร์ต')).toBeVisible()
  expect(await rowsOf(desk.server, 'hand_over')).toMatchObject([{ outcome: 'first' }])
})

test('the list on the device is deleted at the sign-out, when the access ends and 24 hours after the doors', async ({
  page,
  desk,
}) => {
  await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  expect(await storedList(page)).toBe(true)
  await page.getByRole('button', { name: 'เมนู' }).click()
  await page.getByRole('button', { name: 'ออกจากระบบ' }).filter({ visible: true }).click()
  await expect(page.getByRole('button', { name: 'แพร' })).toBeVisible()
  expect(await storedList(page)).toBe(false)

  await startScanning(page, desk, 'ประตู 1')
  expect(await storedList(page)).toBe(true)
  await desk.server.db.deleteFrom('desk_session').execute()
  await expect(page.getByRole('button', { name: 'แพร' })).toBeVisible()
  await expect(page.getByText('เซสชันสิ้นสุดแล้ว')).toBeVisible()
  expect(await storedList(page)).toBe(false)

  await startScanning(page, desk, 'ประตู 1')
  const doors = desk.server.clock.now() - 25 * 60 * 60_000
  await update(desk.server, 'reward_kind', { opens_at: doors }, { reward_type: 'concert' })
  await page.getByRole('button', { name: 'เปลี่ยน', exact: true }).click()
  await page.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await expect.poll(() => storedList(page)).toBe(false)
})
