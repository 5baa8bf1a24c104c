import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { campaignLink } from '#contract/campaign-link.ts'
import { deepLink } from '#src/startup/launch.ts'
import { type AppPage, customerPhone, ORIGIN } from '#tests/kit/customer-phone.ts'
import { messagePaths } from '#tests/kit/message-paths.ts'
import { update } from '#tests/kit/rows.ts'
import { webManifest } from '../../../build/web-manifest.ts'

/** Opens each link that the product makes, in LINE and outside, as a customer and as a person who has not joined. */

type Phone = Awaited<ReturnType<typeof customerPhone>>
let phone: Phone

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 3000, interval: 5 })
const LIFF_ID = '2000000001-Campaign'
const form = {
  firstName: 'สมหญิง',
  lastName: 'ใจดี',
  phone: '0812345678',
  birthDate: '1990-05-17',
  consentTerms: 'true',
  consentPrivacy: 'true',
} as const

/** Every source of the product, with its text. */
const sources = ['build', 'campaign', 'contract', 'desk', 'server', 'src', 'sw']
  .flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map(path =>
      `${root}/${path}`.replaceAll('\\', '/'),
    ),
  )
  .filter(path => /\.(tsx?|mjs|html)$/.test(path))
  .map(path => [path, readFileSync(path, 'utf8')] as const)

const named = sources.flatMap(([, text]) =>
  [...text.matchAll(/campaignLink\([^()]+, '([^']+)'\)/g)].map(([, to = '']) => to),
)
const { start_url, shortcuts } = webManifest()
/** The addresses that an installed icon opens as they are. */
const installed = [start_url, ...shortcuts.map(({ url }) => url)]

/** The screens to which the messages, the chat, the desk, the manifest and the share buttons link. */
const screens = [
  ...new Set([...messagePaths(), ...named, ...installed]),
  '/',
  '/?utm_source=poster&utm_medium=qr',
  '/qrcode?show=rewards&utm_source=line#part',
  '/help#delete',
]

/** Opens a link in LINE, as LINE and the entry script do. */
async function openInLine(link: string): Promise<AppPage> {
  phone.headless.patch({ environment: { kind: 'liff' } })
  const path = link.replace(`https://liff.line.me/${LIFF_ID}`, '')
  await phone.headless.open(path)
  const opened = new URL(phone.headless.url())
  const to = deepLink(opened.search.slice(1), opened.hash)
  // The entry script changes the address before the SDK reads it.
  if (to !== null) phone.headless.goTo(new URL(to, ORIGIN).href)
  return phone.load()
}

/** Returns the address with which a browser other than LINE's opens a screen. */
function outsideLine(to: string): string {
  if (installed.includes(to)) return ORIGIN + to
  const { pathname, search, hash } = new URL(campaignLink(LIFF_ID, to))
  return `${ORIGIN}${pathname.replace(`/${LIFF_ID}`, '') || '/'}${search}${hash}`
}

const outcome = (page: AppPage, kind: string) =>
  soon(() => expect(page.app.session.phase.value.kind).toBe(kind))
const shown = (page: AppPage) =>
  page.address() + page.hash().replace(/[#&](access_token|feature_token)=.*/, '')

/** Expects a page to show the screen: at once for a customer, and after the registration for others. */
async function arrives(page: AppPage, to: string, isKnown: boolean) {
  if (!isKnown) {
    await outcome(page, 'register')
    await soon(() => expect(page.app.customer.current.value.state).toBe('ready'))
    expect((await page.app.session.register(form)).ok).toBe(true)
  }
  await outcome(page, 'ready')
  // The registration has stored the logstate.
  await soon(() => expect(shown(page)).toBe(isKnown ? to : to.replace(/[?&]logstate=icon/, '')))
}

const people = [
  ['a customer', true],
  ['a person who has not joined', false],
] as const
const cases = screens.flatMap(to => people.map(([who, isKnown]) => ({ to, who, isKnown })))

test.each(cases)('$to opens in LINE for $who', async ({ to, isKnown }) => {
  phone = await customerPhone('friend')
  if (isKnown) await phone.register()
  await arrives(await openInLine(campaignLink(LIFF_ID, to)), to, isKnown)
})

test.each(cases)('$to opens outside LINE, and from there in LINE, for $who', async ({ to, isKnown }) => {
  phone = await customerPhone('not-in-client')
  if (isKnown) await phone.register()
  const page = phone.load(outsideLine(to))
  await outcome(page, 'leaving')
  await arrives(await openInLine(page.left.at(-1) ?? ''), to, isKnown)
})

test.each(cases)('$to opens in another browser by LINE Login for $who', async ({ to, isKnown }) => {
  phone = await customerPhone('not-in-client')
  if (isKnown) await phone.register()
  await update(phone.server, 'campaign', { allow_external_browser: 1 })
  const page = phone.load(outsideLine(to))
  await outcome(page, 'leaving')
  await arrives(phone.load(await phone.headless.completeLogin()), to, isKnown)
})

test('one function makes all links to the campaign in LINE', () => {
  const makers = sources.filter(([, text]) => text.includes('liff.line.me')).map(([path]) => path)
  expect(makers).toEqual(['contract/campaign-link.ts'])
})

test('the screens are those of the manifest, the chat and the desk, too', () =>
  expect(screens).toEqual(
    expect.arrayContaining([
      '/?logstate=icon',
      '/receipt?logstate=icon',
      '/qrcode?show=rewards&logstate=icon',
      '/help',
      '/watingAnouncer',
    ]),
  ))
