import * as v from 'valibot'
import { expect, test } from 'vitest'
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
