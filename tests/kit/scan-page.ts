import type { Page } from '@playwright/test'
import { expect, openDesk, type RunningDesk } from './desk-e2e.ts'
import { fakeCamera } from './fake-camera.ts'
import type { SignedIn } from './server.ts'
import { codeOf } from './staff.ts'

/** The test's server has a clock that stands still, and the page's clock goes on. */
export function setClock({ server }: RunningDesk): void {
  server.clock.advance(Date.now() - server.clock.now())
}

export async function codeNow(desk: RunningDesk, who: SignedIn): Promise<string> {
  setClock(desk)
  return codeOf(who)
}

/** Starts the page of a device, and waits until it is ready or shows `text`. */
export async function startScanning(
  page: Page,
  desk: RunningDesk,
  device: string,
  text = 'เครื่องนี้มีรายชื่อ',
): Promise<void> {
  setClock(desk)
  await fakeCamera(page)
  await openDesk(page, desk, 'แพร', '/scan')
  await page.getByLabel('ชื่อเครื่องนี้').fill(device)
  await page.getByRole('button', { name: 'เริ่มสแกน' }).click()
  await expect(page.getByText(text)).toBeVisible()
}

export const handOver = (page: Page) => page.getByRole('button', { name: 'ให้บัตรคอนเสิร์ต' })

/** True if the device has a list of the night. */
export const storedList = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>(resolve => {
        const opening = indexedDB.open('staff')
        opening.onsuccess = () => {
          const found = opening.result.transaction('night').objectStore('night').get('night')
          found.onsuccess = () => {
            opening.result.close()
            resolve(found.result !== undefined)
          }
        }
      }),
  )
