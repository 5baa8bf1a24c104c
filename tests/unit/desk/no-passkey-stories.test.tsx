import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { type DeskPage, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest } from '#tests/kit/server.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const world = eachTest(deskWorld)

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile'

async function openInvitation() {
  const { token } = await world.invite('Suda', 'reviewer')
  return world.open(`/invitation#${token}`, world.browser())
}

/** Makes the browser end each prompt with this error, after `ms` milliseconds of fake timers. */
function failWith(page: DeskPage, name: string, ms = 0) {
  page.passkey.fail = async () => {
    if (ms > 0) await vi.advanceTimersByTimeAsync(ms)
    throw new DOMException('The browser’s own words', name)
  }
}

test.each([
  ['is cancelled', 'NotAllowedError', 'No passkey was used, so nothing has changed.'],
  [
    'finds a passkey of the account on the device',
    'InvalidStateError',
    'This device already has a passkey of this account. Use it to sign in.',
  ],
  [
    'does not accept the address of the page',
    'SecurityError',
    'Passkeys of the desk work only at localhost. Open the desk there.',
  ],
  [
    'is not possible on the device',
    'NotSupportedError',
    'This device could not create or use a passkey. Check that its screen lock is on, or use another device.',
  ],
])('a prompt that %s is explained', async (_, name, text) => {
  const page = await openInvitation()
  failWith(page, name)
  await page.press('Create a passkey')
  expect(page.alerts()).toEqual([text])
})

test('a prompt that nobody answers is not called cancelled', async () => {
  vi.useFakeTimers()
  const page = await openInvitation()
  failWith(page, 'NotAllowedError', 5 * MINUTE_MS)
  await page.press('Create a passkey')
  expect(page.alerts()).toEqual([
    'The passkey window was not confirmed in time, so nothing has changed. Try again.',
  ])
})

test('an invitation that has been open for an hour can still be accepted', async () => {
  vi.spyOn(location, 'replace').mockImplementation(() => {})
  const page = await openInvitation()
  world.clock.advance(60 * MINUTE_MS)
  await page.press('Create a passkey')
  expect([page.alerts(), (await page.browser.call('me')).status]).toEqual([[], 200])
})

const inLine = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${ANDROID} Safari/537.36 Line/15.6.0`)
function withoutPasskeys() {
  const define = (property: PropertyDescriptor) =>
    Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, ...property })
  define({ get: () => undefined, set: () => undefined })
  atTestEnd(async () => void define({ value: undefined, writable: true }))
}

test.each([
  ['LINE’s browser', inLine],
  ['a browser without passkeys', withoutPasskeys],
])('in %s, the invitation, the sign-in and the account say where to open them', async (_, enter) => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard)
  enter()
  const text =
    'The browser in LINE and some others cannot use passkeys. Copy the link and open it in Chrome or Safari.'
  const invitation = await openInvitation()
  const link = location.href
  expect(invitation.alerts()).toEqual([expect.stringContaining(text)])
  expect(invitation.has('button', 'Create a passkey')).toBe(false)
  expect(invitation.field('Address of this page').value).toBe(link)
  await invitation.press('Copy the link')
  expect([copied, invitation.has('button', 'Copied')]).toEqual([[link], true])
  await invitation.leave()
  const signIn = await world.open('/', world.browser())
  expect([signIn.alerts(), signIn.has('button', 'Sign in with a passkey')]).toEqual([
    [expect.stringContaining(text)],
    false,
  ])
  await signIn.leave()
  const account = await world.openPage('/account', 'reviewer')
  expect([account.alerts(), account.has('button', 'Add a passkey')]).toEqual([
    [expect.stringContaining(text)],
    false,
  ])
})
