import type { Page } from '@playwright/test'
import { sha256Hex } from '#server/hash.ts'
import { newKey } from '#tests/kit/activity.ts'
import { expect, type RunningDesk, test } from '#tests/kit/desk-e2e.ts'
import { showCode } from '#tests/kit/fake-camera.ts'
import { insert, rowOf, rowsOf, update } from '#tests/kit/rows.ts'
import { codeNow, handOver, startScanning } from '#tests/kit/scan-page.ts'
import { openDoors } from '#tests/kit/staff.ts'
import { violationsIn } from '#tools/axe.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function handOverOffline(page: Page, desk: RunningDesk): Promise<string> {
  const [winner] = await openDoors(desk.server)
  await startScanning(page, desk, 'ประตู 1')
  const code = await codeNow(desk, winner)
  await page.context().setOffline(true)
  await showCode(page, code)
  await handOver(page).click()
  await expect(page.getByText('ยังไม่ได้ส่งถึงเซิร์ฟเวอร์')).toBeVisible()
  return code
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'เมนู' }).click()
  await page.getByRole('button', { name: 'ออกจากระบบ' }).filter({ visible: true }).click()
}

/** Records that another device handed over the prize first. */
async function otherWasFirst({ server }: RunningDesk): Promise<void> {
  const { customer_id } = await rowOf(server, 'reward')
  const at = server.clock.now()
  const what = { customer_id, reward_type: 'concert', store_id: null }
  await insert(server, 'reward_use', { ...what, code: 'X', used_at: at })
  const row = { ...what, key: newKey(), person_id: newKey(), device: 'ประตู 2', at, recorded_at: at }
  await insert(server, 'hand_over', { ...row, outcome: 'first', reason: null })
}

/** Returns everything that the staff page has stored in this browser. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('staff')
        opening.onsuccess = () => {
          const found = opening.result.transaction('night').objectStore('night').getAll()
          found.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(found.result))
          }
        }
      }),
  )

test('a sign-out first sends what was handed over without a network, and otherwise says how much is not sent', async ({
  page,
  desk,
}) => {
  const code = await handOverOffline(page, desk)
  await signOut(page)
  const dialog = page.getByRole('dialog', { name: 'ออกจากระบบ' })
  await expect(dialog).toContainText('มี 1 รายการที่ให้ไปแล้วแต่ยังไม่ได้ส่ง')
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'ยังไม่ออก' }).click()
  expect(await stored(page)).toContain('สมชาย')

  // The person must see the conflict before the page is gone.
  await otherWasFirst(desk)
  await page.route('**/desk-api/staff/sync', route => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.context().setOffline(false)
  await failed
  await page.unroute('**/desk-api/staff/sync')
  await page.getByRole('button', { name: 'ออกจากระบบ' }).filter({ visible: true }).click()
  await expect(dialog.getByRole('alert', { name: 'ให้ของซ้ำหรือผิดกติกา' })).toContainText(
    code.split('.')[1]?.slice(-8).toUpperCase() ?? '',
  )
  expect((await rowsOf(desk.server, 'hand_over')).map(({ outcome }) => outcome)).toContain('again')
})

test('after the end of the access, the device reports what it handed over, and keeps no name', async ({
  page,
  desk,
}) => {
  await handOverOffline(page, desk)
  // A sign-in with a passkey sets this cookie. The demo has no passkeys.
  const { server } = desk
  const person = await rowOf(server, 'desk_person', { role: 'staff' })
  const at = server.clock.now()
  const device = { id: newKey(), token_hash: sha256Hex('own'), person_id: person.id }
  await insert(server, 'desk_device', { ...device, created_at: at, used_at: at })
  await page.context().addCookies([{ name: 'desk-device', value: 'own', url: desk.url }])
  await server.db.deleteFrom('desk_session').execute()
  await update(server, 'desk_person', { state: 'ended' }, { id: person.id })
  expect(await stored(page)).toContain('สมชาย')
  await page.context().setOffline(false)
  await expect(page.getByText('เซสชันสิ้นสุดแล้ว')).toBeVisible()
  await expect
    .poll(() => rowsOf(server, 'hand_over'))
    .toMatchObject([{ outcome: 'refused', reason: 'access-ended', device: 'ประตู 1' }])
  await expect.poll(() => stored(page)).not.toMatch(/สมชาย|"code"/)
})
