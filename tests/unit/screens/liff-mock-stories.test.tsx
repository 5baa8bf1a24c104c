import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryLocation } from 'wouter/memory-location'
import { driveLiffMock } from '#emulator/liff-mock/drive-liff-mock.ts'
import { type OwnLiff, ownLiff } from '#emulator-tests/kit/own-liff.ts'
import { Root } from '#src/boot/root.tsx'
import { loadRest } from '#src/boot/routes.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { type AppPage, customerPhone, ORIGIN } from '#tests/kit/customer-phone.ts'
import { plain } from '#tests/kit/render.tsx'
import { update } from '#tests/kit/rows.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

/** Tests the real app and server with LINE's own SDK and LINE's own liff-mock, which is set to a scenario. */

let server: Awaited<ReturnType<typeof customerPhone>>['server']

// Answers from the server and from LINE re-render the app at any time, outside React's `act`.
beforeEach(() => {
  const acting = (environment: boolean) =>
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: environment })
  acting(false)
  atTestEnd(async () => void acting(true))
})

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

/** Returns the SDK with an init that passes `mock: true`, as an app does in its tests. */
const inMockMode = (liff: OwnLiff): object =>
  Object.assign(Object.create(liff), {
    init: (config: { liffId: string }) => liff.init({ ...config, mock: true }),
  })

async function campaignIn(scenario: string) {
  const liff = await ownLiff()
  const line = await driveLiffMock(liff, scenario, { origin: ORIGIN })
  const phone = await customerPhone('friend', { own: { liff: inMockMode(liff), lineFetch: line.lineFetch } })
  server = phone.server
  await phone.register()
  return { liff, line, phone }
}

/** Renders the app of a page and returns functions that wait for a phase or for a text on the screen. */
async function render(page: AppPage) {
  await loadRest()
  const { hook } = memoryLocation({ path: page.address() })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  atTestEnd(async () => root.unmount())
  const { app } = page
  const loader = createScreenLoader({ after: () => () => {} })
  root.render(<Root app={app} page={{ loader, onMissing: () => {} }} router={{ hook }} />)
  return {
    reaches: (kind: string) => soon(() => expect(app.session.phase.value.kind).toBe(kind)),
    shows: (text: string) => soon(() => expect(plain(container.textContent ?? '')).toContain(text)),
  }
}

test('not in client: the app explains that it has to be opened in LINE', async () => {
  const { phone, liff } = await campaignIn('not-in-client')
  const page = phone.load(`${ORIGIN}/`)
  const screen = await render(page)
  await screen.reaches('leaving')
  expect(page.left).toEqual(['https://liff.line.me/2000000001-Campaign'])
  page.pass(1500)
  await screen.shows('เปิดกิจกรรมนี้ใน LINE')
  expect(liff.isInClient()).toBe(false)
})

test('not in client, allowed by the campaign: the app logs in, and afterwards shows home', async () => {
  const { phone, line, liff } = await campaignIn('not-in-client')
  await update(server, 'campaign', { allow_external_browser: 1 })
  const login = vi.spyOn(liff, 'login')
  const before = await render(phone.load(`${ORIGIN}/`))
  await before.reaches('leaving')
  expect(login).toHaveBeenCalledWith({ redirectUri: `${ORIGIN}/` })
  await line.completeLogin()
  const after = await render(phone.load(`${ORIGIN}/`))
  await after.shows('สิทธิ์ของคุณ')
})

test('not friend: the app asks to add the account, and shows home once the customer has added it', async () => {
  const { phone, line } = await campaignIn('not-friend')
  const page = phone.load(`${ORIGIN}/`)
  const screen = await render(page)
  await screen.reaches('leaving')
  expect(page.left).toEqual(['https://line.me/R/ti/p/%40campaign'])
  page.pass(1500)
  await screen.shows('เพิ่มเพื่อนก่อนร่วมสนุก')
  await line.change('friend')
  page.show()
  await screen.reaches('ready')
  await screen.shows('สิทธิ์ของคุณ')
})

test('expired token: the app logs out and reloads, and then shows home with a new token', async () => {
  const { phone, line, liff } = await campaignIn('expired-id-token')
  const logout = vi.spyOn(liff, 'logout')
  const page = phone.load(`${ORIGIN}/`)
  await soon(() => expect(page.left).toEqual(['reload']))
  expect(logout).toHaveBeenCalledTimes(1)
  await line.reopen()
  const screen = await render(phone.load(`${ORIGIN}/`))
  await screen.shows('สิทธิ์ของคุณ')
})

test('expired token that LINE never renews: the app shows both clocks instead of reloading again', async () => {
  const { phone, line } = await campaignIn('expired-id-token-stuck')
  for (let round = 0; round < 2; round += 1) {
    const page = phone.load(`${ORIGIN}/`)
    await soon(() => expect(page.left).toEqual(['reload']))
    await line.reopen()
  }
  const screen = await render(phone.load(`${ORIGIN}/`))
  await screen.reaches('clock')
  await screen.shows('เวลาในเครื่องอาจไม่ตรง')
})
