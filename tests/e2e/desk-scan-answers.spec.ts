import type { Page } from '@playwright/test'
import { newKey } from '#tests/kit/activity.ts'
import { expect, type RunningDesk, test } from '#tests/kit/desk-e2e.ts'
import { fakeCamera, showCode } from '#tests/kit/fake-camera.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { rowsOf, update } from '#tests/kit/rows.ts'
import { codeNow, handOver, setClock, startScanning, storedList } from '#tests/kit/scan-page.ts'
import { openDoors } from '#tests/kit/staff.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

// Tests the staff page when the server's answer is late, lost or about a different code.

test.use({ viewport: { width: 390, height: 844 } })

const HAND_OVER = '**/desk-api/staff/hand-over'
const DONE = 'ให้แล้ว: บัตรคอนเสิร์ต'

/** Sends the waiting hand-overs, as the page does when the network returns. */
async function sync(page: Page): Promise<void> {
  const answered = page.waitForResponse(/staff\/sync$/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await answered
}

const tickAndHandOver = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'เห็นหนังสือยินยอม' }).check()
  await handOver(page).click()
}

/** Scans the code of a winner under 20 with a device that has just started. */
async function scanMinor(page: Page, desk: RunningDesk) {
  const [winner] = await openDoors(desk.server)
  await update(desk.server, 'customer', { birth_date: '2012-01-01' })
  await startScanning(page, desk, 'ประตู 1')
  await showCode(page, await codeNow(desk, winner))
  return winner
}

test('a minor’s prize whose hand-over was recorded without an answer can be handed over after the next scan and a reload', async ({
  page,
  desk,
}) => {
  const winner = await scanMinor(page, desk)
  await page.route(HAND_OVER, async route => {
    await route.fetch()
    await route.abort()
  })
  await tickAndHandOver(page)
  await expect(page.getByText('เซิร์ฟเวอร์ไม่ตอบ อย่าเพิ่งให้ของ')).toBeVisible()
  expect(await rowsOf(desk.server, 'hand_over')).toMatchObject([{ outcome: 'first' }])

  await page.unroute(HAND_OVER)
  await page.reload()
  await page.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await sync(page)
  await page.getByRole('button', { name: 'พิมพ์เลข' }).click()
  await fillAndEnter(page.getByLabel('เลข 8 หลัก'), await codeNow(desk, winner))
  await handOver(page).click()
  await expect(page.getByText(DONE)).toBeVisible()
  expect(await rowsOf(desk.server, 'hand_over')).toMatchObject([{ outcome: 'first' }])
})

test('a hand-over that waits for its answer is not sent a second time as one without a network', async ({
  page,
  desk,
}) => {
  await scanMinor(page, desk)
  const [isReleased, release] = untilCalled()
  const asked = page.waitForRequest(HAND_OVER)
  await page.route(HAND_OVER, async route => {
    await isReleased
    await route.continue()
  })
  await tickAndHandOver(page)
  await asked
  await sync(page)
  expect(await rowsOf(desk.server, 'hand_over')).toEqual([])
  release()
  await expect(page.getByText(DONE)).toBeVisible()
  expect(await rowsOf(desk.server, 'hand_over')).toMatchObject([{ outcome: 'first', reason: null }])
})

test('a device with a wrong clock still knows the server’s time if the page is left without a network', async ({
  page,
  desk,
}) => {
  const [winner] = await openDoors(desk.server)
  await page.clock.install()
  await page.clock.setSystemTime(Date.now() + 7 * 60_000)
  await startScanning(page, desk, 'ประตู 1')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'เปลี่ยน', exact: true }).click()
  await page.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await showCode(page, await codeNow(desk, winner))
  await expect(handOver(page)).toBeVisible()
  await expect(page.getByText('นาฬิกาของเครื่องนี้ผิดไป 7 นาที')).toBeVisible()
})

test('a hand-over of another person that still waits on the phone does not make this one look unsent', async ({
  page,
  desk,
}) => {
  const [winner, second] = await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  const code = await codeNow(desk, second)
  const waiting = { key: newKey(), code, rewardType: 'concert', at: Date.now(), personId: newKey() }
  await page.evaluate(
    one =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('staff')
        opening.onsuccess = () => {
          const change = opening.result.transaction('night', 'readwrite')
          change.objectStore('night').put({ unsent: [one], taken: {} }, 'own')
          change.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    { ...waiting, prefix: code.split('.').slice(0, 2).join('.') },
  )
  await page.context().setOffline(true)
  await showCode(page, await codeNow(desk, winner))
  await handOver(page).click()
  await expect(page.getByText(`${DONE} ยังไม่ได้ส่ง`)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(DONE, { exact: true })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('ยังไม่ส่ง1')
})

test('a code that is too long for the server is not one of the campaign, and the page stays online', async ({
  page,
  desk,
}) => {
  await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  await page.getByRole('button', { name: 'พิมพ์เลข' }).click()
  await fillAndEnter(page.getByLabel('เลข 8 หลัก'), `HC1:${'6BF'.repeat(300)}`)
  await expect(page.getByText('รหัสนี้ไม่ใช่รหัสของแคมเปญนี้')).toBeVisible()
  await expect(page.getByText('ออนไลน์')).toBeVisible()
})

test('a list that has expired while the page was closed is deleted when the page opens', async ({
  page,
  desk,
}) => {
  await openDoors(desk.server)
  await page.clock.install()
  await startScanning(page, desk, 'ประตู 1')
  expect(await storedList(page)).toBe(true)
  await page.clock.setSystemTime(Date.now() + 25 * 60 * 60_000)
  await page.reload()
  await expect(page.getByRole('button', { name: 'เริ่มสแกน' })).toBeVisible()
  await expect.poll(() => storedList(page)).toBe(false)
  setClock(desk)
})

test('two tabs of one device without a network hand a code over once', async ({ page, desk }) => {
  const [winner] = await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  const tab = await page.context().newPage()
  await fakeCamera(tab)
  await tab.goto(`${desk.url}/scan`)
  await tab.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await expect(tab.getByText('เครื่องนี้มีรายชื่อ')).toBeVisible()
  const code = await codeNow(desk, winner)
  await page.context().setOffline(true)
  for (const one of [page, tab]) {
    await one.getByRole('button', { name: 'พิมพ์เลข' }).click()
    await fillAndEnter(one.getByLabel('เลข 8 หลัก'), code)
    await expect(handOver(one)).toBeVisible()
  }
  await Promise.all([page, tab].map(one => handOver(one).click()))
  const outcome = async (one: Page) => {
    const done = one.getByText('ยังไม่ได้ส่งถึงเซิร์ฟเวอร์')
    await expect(done.or(one.getByText(/ให้ไปแล้วเมื่อ .* ที่ ประตู 1/))).toBeVisible()
    return (await done.count()) === 1 ? 'done' : 'used'
  }
  expect((await Promise.all([outcome(page), outcome(tab)])).toSorted()).toEqual(['done', 'used'])
  await page.context().setOffline(false)
  await sync(page)
  await expect
    .poll(async () => (await rowsOf(desk.server, 'hand_over')).map(({ outcome }) => outcome))
    .toEqual(['first'])
})
