import type { Page } from '@playwright/test'
import { expect, openDesk, type RunningDesk } from './desk-e2e.ts'
import { fakeCamera } from './fake-camera.ts'
import type { SignedIn } from './server.ts'
import { codeOf } from './staff.ts'

/** Advances the server's clock, which is frozen in tests, to the real time, which the page uses. */
export function setClock({ server }: RunningDesk): void {
  server.clock.advance(Date.now() - server.clock.now())
}

export async function codeNow(desk: RunningDesk, who: SignedIn): Promise<string> {
  setClock(desk)
  return codeOf(who)
}

/**
 * Opens the scan page, starts scanning as `device`, and waits for `text`. By default, this is the text that says that
 * the device has the guest list.
 */
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

/** Resolves to true if the page has the night's guest list in IndexedDB. */
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
