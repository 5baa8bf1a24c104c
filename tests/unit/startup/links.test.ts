import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { campaignLink } from '#contract/campaign-link.ts'
import { logEvent } from '#contract/schema/log.ts'
import { pageView } from '#src/domain/page-view.ts'
import { afterLogin } from '#src/startup/after-login.ts'
import {
  carriedQuery,
  cleanHash,
  deepLink,
  holdsCredentials,
  lineAddress,
  parseLaunch,
  safePath,
} from '#src/startup/launch.ts'
import { type AppPage, customerPhone, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { messagePaths } from '#tests/kit/message-paths.ts'
import { update } from '#tests/kit/rows.ts'
import { webManifest } from '../../../build/web-manifest.ts'

const logstate = (search: string) => parseLaunch('/', search).logstate

test('takes the logstate from logstate, otherwise from state, otherwise leaves it empty', () => {
  expect(logstate('logstate=poster&state=other')).toBe('poster')
  expect(logstate('state=poster')).toBe('poster')
  expect(logstate('')).toBe('')
})

test('does not take LINE Login’s state as a logstate', () => {
  expect(logstate('code=abc&state=Zx81')).toBe('')
  expect(logstate('liffClientId=123&state=Zx81')).toBe('')
  expect(logstate('error=access_denied&liffOAuth2Error=true&state=Zx81')).toBe('')
  expect(logstate('code=abc&state=Zx81&logstate=poster')).toBe('poster')
})

test('limits a logstate to 64 characters on one line', () => {
  expect(logstate(`logstate=${'x'.repeat(80)}`)).toHaveLength(64)
  expect(logstate('logstate=a%0Ab')).toBe('ab')
})

test('cuts a logstate to one that the server accepts', () => {
  const odd = ['😀'.repeat(80), `a${'😀'.repeat(80)}`, '\u0958'.repeat(64), `${'x'.repeat(63)} y`, ' \u0000 ']
  for (const text of odd) {
    const state = logstate(`logstate=${encodeURIComponent(text)}`)
    const event = {
      kind: 'state',
      eventId: crypto.randomUUID(),
      at: '2026-11-20T00:00:00Z',
      state,
      os: 'web',
    }
    expect(v.is(logEvent, event), text).toBe(true)
  }
})

test('accepts only paths of the app as a redirect', () => {
  expect(safePath('/receipt?from=mail')).toBe('/receipt?from=mail')
  expect(safePath('/profile#part')).toBe('/profile#part')
  expect(safePath('/profile#access_token=a&part&id_token=b')).toBe('/profile#part')
  for (const trick of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'receipt',
    '',
    '/.//evil.example',
    '/x/..//evil.example',
  ])
    expect(safePath(trick), trick).toBeNull()
})

test('adds path, own parameters, redirect, logstate and hash to the LINE URL, and nothing of LINE’s', () => {
  const query = 'logstate=poster&redirect=%2Fprofile&utm=1&code=c&liff.referrer=x'
  const launch = parseLaunch('/receipt/7', query, '#part&access_token=a')
  expect(lineAddress('123-abc', launch)).toBe(
    'https://liff.line.me/123-abc/receipt/7?utm=1&redirect=%2Fprofile&logstate=poster#part',
  )
  expect(lineAddress('123-abc', parseLaunch('/', ''))).toBe('https://liff.line.me/123-abc')
  expect(carriedQuery(parseLaunch('/', 'state=poster'))).toBe('?logstate=poster')
})

test.each([
  ['/receipt?logstate=poster', '/receipt?logstate=poster'],
  ['receipt/7', '/receipt/7'],
  ['?logstate=poster', '/?logstate=poster'],
  ['/thanks#part', '/thanks#part'],
  ['/thanks?a=b#part', '/thanks?a=b#part'],
  ['', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
])('resolves the deep link %j to %s', (state, to) =>
  expect(deepLink(new URLSearchParams({ 'liff.state': state }).toString())).toBe(to),
)

test('keeps other query parameters of a deep link, and ignores a URL that is not one', () => {
  expect(deepLink('utm=1&liff.state=%2Freceipt&code=c')).toBe('/receipt?utm=1&code=c')
  expect(deepLink('utm=1&liff.state=%2Freceipt%3Flogstate%3Dposter')).toBe('/receipt?logstate=poster&utm=1')
  expect(deepLink('utm=1&liff.state=%2Freceipt%23part', '#access_token=a')).toBe(
    '/receipt?utm=1#part&access_token=a',
  )
  expect(deepLink('code=c&state=s')).toBeNull()
})

test.each([
  '/qrcode',
  '/confirm',
  '/updateProfile',
  '/thanks',
  '/receiptHistory',
  '/receipt',
  '/receipt/7',
  '/receipts-of-mine',
  '/receipthistory/',
  '/',
])('stays on %s after login', path => expect(afterLogin(path, null)).toBeNull())

test.each([
  '/profile',
  '/answer',
  '/Continue',
  '/register',
  '/watingAnouncer',
  '/nowhere',
  '/comingsoon',
  '/outbox',
])('goes home from %s after login', path => expect(afterLogin(path, null)).toBe('/'))

test.each([
  'access_token',
  'id_token',
  'feature_token',
  'context_token',
  'client_id',
  'mst_challenge',
  'mst_verifier',
  'msit',
])('removes the launch credential %s from the hash and keeps the rest', name => {
  expect(holdsCredentials(`#${name}=x`)).toBe(true)
  expect(cleanHash(`#top&${name}=x`)).toBe('#top')
  expect(cleanHash(`#${name}=x`)).toBe('')
})

test('prefers a redirect over staying after login', () => {
  expect(afterLogin('/receipt', '/profile')).toBe('/profile')
  expect(afterLogin('/profile', '/profile')).toBeNull()
})

test('logs a page view as the path only, and the same page once', () => {
  expect(pageView(null, '/receipt?code=secret&state=x#access_token=y')).toBe('/receipt')
  expect(pageView('/receipt', '/receipt')).toBeNull()
  expect(pageView('/', '/receipt')).toBe('/receipt')
  expect(pageView(null, `/${'x'.repeat(300)}`)).toHaveLength(200)
})

/** Tests each link that the product makes, in LINE and outside, as a customer and as a person who has not joined. */

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

/** The path and text of every source file of the product. */
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
/** The addresses that an installed icon opens unchanged. */
const installed = [start_url, ...shortcuts.map(({ url }) => url)]

/** The screens to which the messages, the chat, the desk, the manifest and the share buttons link. */
const screens = [
  ...new Set([...messagePaths(), ...named, ...installed]),
  '/',
  '/?utm_source=poster&utm_medium=qr',
  '/qrcode?show=rewards&utm_source=line#part',
  '/help#delete',
]

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

/** Returns the address at which a browser other than LINE's opens a screen. */
function outsideLine(to: string): string {
  if (installed.includes(to)) return ORIGIN + to
  const { pathname, search, hash } = new URL(campaignLink(LIFF_ID, to))
  return `${ORIGIN}${pathname.replace(`/${LIFF_ID}`, '') || '/'}${search}${hash}`
}

const outcome = (page: AppPage, kind: string) =>
  soon(() => expect(page.app.session.phase.value.kind).toBe(kind))
const shown = (page: AppPage) =>
  page.address() + page.hash().replace(/[#&](access_token|feature_token)=.*/, '')

/** Expects a page to show the screen: at once for a customer, and after the registration for anyone else. */
async function arrives(page: AppPage, to: string, isKnown: boolean) {
  if (!isKnown) {
    await outcome(page, 'register')
    await soon(() => expect(page.app.customer.current.value.state).toBe('ready'))
    expect((await page.app.session.register(form)).ok).toBe(true)
  }
  await outcome(page, 'ready')
  // The registration has stored the logstate and removed it from the address.
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
