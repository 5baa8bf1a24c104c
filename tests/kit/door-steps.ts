import { expect } from 'vitest'
import { shortCodeOf } from '#contract/short-code.ts'
import { CAMERA, codeRows } from './fake-camera.ts'
import { rowsOf } from './rows.ts'
import type { RunningDesk } from './running-desk.ts'
import type { SignedIn } from './server.ts'
import { codeOf, openDoors } from './staff.ts'

/** A page of any browser that a test can drive with scripts. */
type Page = {
  goto(url: string): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  waitFor(expression: string): Promise<void>
}

const has = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`
const button = (text: string) =>
  `[...document.querySelectorAll('button')].find(one => one.textContent.includes(${JSON.stringify(text)}))`

async function press(page: Page, text: string): Promise<void> {
  await page.waitFor(`${button(text)} && !${button(text)}.disabled`)
  await page.evaluate(`void ${button(text)}.click()`)
}

/**
 * Replaces the text of the page's only text field with the event that React expects from typing, and waits until the
 * field keeps the text.
 */
async function type(page: Page, text: string): Promise<void> {
  await page.waitFor(`(() => {
    const field = document.querySelector('main input')
    if (field === null || field.value === ${JSON.stringify(text)}) return field !== null
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return false
  })()`)
}

/** Scans one winner's code with the camera, types the number of a second winner, and hands over both prizes. */
export async function workAtTheDoor(page: Page, desk: RunningDesk): Promise<void> {
  const { server } = desk
  const codeNow = (who: SignedIn) => {
    // The test server's clock stands still, so it must catch up with the real time.
    server.clock.advance(Date.now() - server.clock.now())
    return codeOf(who)
  }
  const [winner, second] = await openDoors(server)
  await page.goto(`${desk.url}/scan`)
  await press(page, 'แพร')
  await type(page, 'ประตู 1')
  await page.evaluate(`void ${CAMERA}`)
  await press(page, 'เริ่มสแกน')
  await page.waitFor(has('เครื่องนี้มีรายชื่อ'))
  await page.evaluate(`window.showCode(${JSON.stringify(codeRows(await codeNow(winner)))})`)
  await page.waitFor(has('สมชาย ใจดี'))
  await press(page, 'ให้บัตรคอนเสิร์ต')
  await page.waitFor(has('ให้แล้ว: บัตรคอนเสิร์ต'))
  await page.evaluate('window.showCode([])')
  await press(page, 'พิมพ์เลข')
  await type(page, shortCodeOf(await codeNow(second)))
  await press(page, 'ตรวจ')
  await press(page, 'ให้บัตรคอนเสิร์ต')
  await page.waitFor(has('2 / 2'))
  expect((await rowsOf(server, 'hand_over')).map(({ outcome }) => outcome)).toEqual(['first', 'first'])
}

/** Opens the ticket of the demo's winner, and checks that it shows the code and the number that staff can type. */
export async function seeTicket(page: Page, ticketUrl: string): Promise<void> {
  await page.goto(ticketUrl)
  await page.waitFor(`document.querySelector('svg[role=img][aria-label*=QR]')`)
  await page.waitFor(has('บอกเลขนี้กับเจ้าหน้าที่'))
  const text = await page.evaluate<string>('document.body.innerText')
  expect(text).toMatch(/บอกเลขนี้กับเจ้าหน้าที่\s+\d{4} \d{4}/)
  expect(text).toMatch(/FF-\d{6}-\d/)
}
