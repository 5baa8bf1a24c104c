import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadScreens } from '#tests/kit/chaos/screens.tsx'
import { sentencesIn } from '#tests/kit/chaos/startup.tsx'
import { allTruths, nothingKnown, type Sentence } from '#tests/kit/chaos/startup-truths.ts'
import { type AppPage, customerPhone, isSignIn, type Phone } from '#tests/kit/customer-phone.ts'
import { firstVisit, inTime, passSeconds } from '#tests/kit/in-time.ts'
import { plain } from '#tests/kit/render.tsx'
import { startupScreen } from '#tests/kit/startup-screen.tsx'
import { atTestEnd } from '#tests/kit/test-end.ts'

/**
 * Tests the texts of startup's screens while the app waits for the minute that a server asked for, and while a
 * friendship check gets no answer.
 */

let phone: Phone

beforeAll(() => loadScreens('th'))
beforeEach(() => {
  // By spec S8, the app logs LINE's errors to the console.
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
  atTestEnd(async () => void errors.mockClear())
})

const pass = (page: AppPage, seconds: number) => passSeconds(page, seconds, () => phone.busy())

/** Returns functions that read startup's screen: its sentences, its text, and the names of its enabled buttons. */
function screenOf({ app }: AppPage) {
  const screen = startupScreen()
  atTestEnd(screen.end)
  return {
    says: () => screen.look(app, element => sentencesIn(element, 'th')),
    text: () => screen.look(app, element => plain(element.textContent ?? '')),
    buttons: () =>
      screen.look(app, element =>
        [...element.querySelectorAll('button:not([aria-disabled="true"])')].map(({ textContent }) =>
          plain(textContent ?? ''),
        ),
      ),
  }
}

test.each(['wait-a-minute', 'down-for-a-minute', 'gateway-429-minute', 'gateway-503-minute'] as const)(
  '%s: a server that asks for a minute is left alone for a minute, and the screen says why and until when',
  async fault => {
    const facts = { ...nothingKnown, activity: fault, signIn: fault, newest: fault }
    for (const known of [false, true]) {
      phone = await customerPhone('friend')
      await phone.register()
      if (known) await firstVisit(phone)
      await phone.headless.open()
      const calls: string[] = []
      phone.setFault(({ method, url }) => {
        calls.push(`${method} ${new URL(url).pathname}`)
        return fault
      })
      const page = phone.load()
      const screen = screenOf(page)
      page.app.home.prefetch()
      await inTime(page, () => expect(calls).toContain('POST /api/visit'))
      const kind = known ? 'ready' : 'offline'
      await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ kind }))
      for (let second = 0; second < 50; second += 1) {
        page.pass(1000)
        page.show()
        if (kind === 'offline') page.app.session.retry()
        // The strip and other open screens also poll, but only once they have been open for a while.
        if (second >= 10) void page.app.campaign.poll()
        await new Promise(setImmediate)
        if (second % 10 > 0) continue
        const said = await screen.says()
        expect(said.filter(key => !allTruths[key as Sentence](facts))).toEqual([])
        if (known) expect(said).toEqual([])
        else expect(said).toContain('start.retryAt')
        expect(await screen.buttons()).toEqual([])
      }
      expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
      expect(calls).toContain('GET /api/master/activity')
      phone.setFault(() => 'ok')
      await inTime(page, () =>
        expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }),
      )
      await phone.server.close()
    }
  },
)

const DONE = 'เพิ่มเพื่อนแล้ว'
const FRIENDSHIP = { host: 'api.line.me', path: '/friendship/v1/status' }

/** Opens the add-friend screen for a LINE user who has not added the official account. */
async function stranger() {
  phone = await customerPhone('not-friend')
  const page = phone.load()
  await inTime(page, () => expect(page.app.session.phase.value.kind).toBe('add-friend'))
  return { page, screen: screenOf(page) }
}

test.each([
  ['the phone is offline', () => phone.setFault(() => 'drop-request'), 'ยังเชื่อมต่อไม่ได้'],
  [
    'LINE answers 503',
    () => phone.headless.patch({ faults: [{ ...FRIENDSHIP, status: 503 }] }),
    'ยังติดต่อ LINE ไม่ได้',
  ],
  [
    'LINE cannot be reached',
    () => phone.headless.patch({ faults: [{ ...FRIENDSHIP, drop: 'before' }] }),
    'ยังติดต่อ LINE ไม่ได้',
  ],
  ['our server fails', () => phone.setFault(() => 'internal'), 'ระบบขัดข้อง'],
] as const)(
  '“I have added you”, %s: the screen stays, and says why there is no answer and when the app asks again',
  async (_, fail, title) => {
    const { page, screen } = await stranger()
    expect(await screen.buttons()).toEqual([DONE])
    if (title !== 'ยังติดต่อ LINE ไม่ได้') phone.headless.patch({ faults: [{ ...FRIENDSHIP, drop: 'before' }] })
    fail()
    page.app.session.retry()
    expect(page.app.session.phase.value.kind).toBe('add-friend')
    expect(await screen.buttons()).toEqual([])
    expect(await screen.text()).toMatch(/อีกไม่เกิน \d+ วินาที/)
    for (let second = 0; page.app.session.waiting.value !== null && second < 30; second += 1)
      await pass(page, 1)
    expect(await screen.text()).toContain(title)
    expect(await screen.text()).toContain('แอปจะลองใหม่เองภายใน 30 วินาที')
    expect(await screen.buttons()).toEqual([DONE])
    phone.setFault(() => 'ok')
    phone.headless.patch({ faults: [] })
    phone.headless.setFriendship('friend')
    await inTime(page, () => expect(page.app.session.phase.value.kind).toBe('register'))
  },
)

test('“I have added you”, LINE is slow: the screen says that it asks LINE and how long at most', async () => {
  const { page, screen } = await stranger()
  phone.headless.patch({ faults: [{ ...FRIENDSHIP, hang: true }] })
  page.app.session.retry()
  await inTime(page, () => expect(page.app.session.waiting.value?.on).toBe('line'))
  expect(await screen.text()).toMatch(/กำลังเชื่อมต่อกับ LINE อีกไม่เกิน \d+ วินาที/)
  expect(await screen.buttons()).toEqual([])
  for (let second = 0; page.app.session.waiting.value !== null && second < 20; second += 1) {
    page.pass(1000)
    await new Promise(setImmediate)
  }
  expect(await screen.text()).toContain('ยังติดต่อ LINE ไม่ได้')
  expect(await screen.buttons()).toEqual([DONE])
})

test('“I have added you”, and LINE says no: the screen says so', async () => {
  const { page, screen } = await stranger()
  expect(await screen.text()).not.toContain('ยังไม่ได้เพิ่มเราเป็นเพื่อน')
  page.app.session.retry()
  await inTime(page, () => expect(page.app.session.waiting.value).toBeNull())
  expect(await screen.text()).toContain('LINE แจ้งว่ายังไม่ได้เพิ่มเราเป็นเพื่อน')
})

test('the loading screen of a slow start says what it waits for, and has a button only if a tap is worth an attempt', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  phone.setFault(({ url }) => (isSignIn(url) ? 'hang' : 'ok'))
  const page = phone.load()
  const screen = screenOf(page)
  for (let second = 0; second < 11; second += 1) {
    page.pass(1000)
    await new Promise(setImmediate)
  }
  expect(page.app.session.phase.value.kind).toBe('starting')
  expect(await screen.says()).toContain('start.slow')
  expect(await screen.text()).toMatch(/อีกไม่เกิน \d+ วินาที/)
  expect(await screen.buttons()).toEqual([])
})

test('the loading screen offers a reload once LINE’s SDK is stuck', async () => {
  phone = await customerPhone('no-openid-scope')
  await phone.register()
  phone.headless.patch({ faults: [{ host: 'api.line.me', path: '/oauth2/v2.1/verify', hang: true }] })
  const now = vi.spyOn(performance, 'now')
  atTestEnd(async () => now.mockRestore())
  const page = phone.load()
  const screen = screenOf(page)
  for (let second = 0; second < 11; second += 1) {
    page.pass(1000)
    await new Promise(setImmediate)
  }
  expect(await screen.says()).toContain('start.waits.line')
  expect(await screen.buttons()).toEqual([])
  const later = performance.now() + 10_000
  now.mockReturnValue(later)
  expect(await screen.buttons()).toEqual(['ลองใหม่'])
  page.app.session.retry()
  expect(page.left).toEqual(['reload'])
})
