import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { en } from '#emulator/pages/notices/en.ts'
import { unknownRequestsIn } from '#emulator/platform/handle.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { control, emulated, LIFF_ID, local, ORIGIN } from './kit.ts'

async function follow(emulator: LiffEmulator, url: string) {
  const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
  const response = await emulator.handle(new Request(url, { headers }))
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

const { links } = en

const { emulator } = eachTest(emulated)

test.each([
  ['https://line.me/R/share?text=Hello%0Athere', links.share, 'Hello\nthere'],
  ['https://line.me/R/msg/text/?A%20%26%20B', links.share, 'A &amp; B'],
  ['https://line.me/R/oaMessage/%40shop/?menu', links.accountChat, 'menu'],
  ['https://line.me/R/ti/p/@other', links.account, ''],
  ['https://line.me/ti/g2/abc', links.group, ''],
  ['https://line.me/R/nv/recommendOA/@shop', links.recommend, ''],
  ['https://line.me/R/nv/camera/', links.camera, ''],
  ['https://line.me/R/nv/settings', links.screen, ''],
  ['https://line.me/R/shop/sticker/detail/1', links.shop, ''],
  ['https://social-plugins.line.me/lineit/share?url=https%3A%2F%2Fa.test', links.share, 'https://a.test'],
  ['https://page.line.me/shop', links.account, ''],
  ['https://lin.ee/abcdef', links.account, ''],
  ['https://terms.line.me/line_terms', links.terms, ''],
  ['https://line.me', links.website, ''],
  ['https://help.line.me/line/', links.website, ''],
])('a link to %s draws a page that says what LINE opens', async (url, what, text) => {
  const { status, html } = await follow(emulator, url)
  expect(status).toBe(200)
  expect(html).toContain(`<h1>LINE opens ${what} here</h1>`)
  expect(html.includes('class="bubble"')).toBe(text !== '')
  expect(html).toContain(text)
  expect(html).toContain(`href="/__line/liff.line.me/${LIFF_ID}"`)
  expect(unknownRequestsIn(emulator.requests())).toEqual({ errors: [], includesCall: false })
})

test('line.me/R/app opens the LIFF app, and the old line:// links open the same pages', async () => {
  const { location } = await follow(emulator, `https://line.me/R/app/${LIFF_ID}/item?id=1`)
  expect(location).toBe(`https://liff.line.me/${LIFF_ID}/item?id=1`)
  const opened = async (url: string) => (await control(emulator, 'POST', 'scheme', { url })).body
  expect(await opened('line://msg/text/?hello')).toEqual({
    action: 'open',
    url: 'https://line.me/R/msg/text/?hello',
  })
  expect(await opened('line://no-such-thing')).toEqual({ action: 'none' })
})

test('an unknown call gets a 404 that says where the supported calls are listed', async () => {
  const url = 'https://api.line.me/v9/none'
  const message = `The emulated LINE does not support GET ${url}`
  const answer = await emulator.handle(new Request(url))
  const body = await answer.json()
  expect([answer.status, body]).toEqual([404, { message, supported: `${ORIGIN}/__emulator/api/calls` }])
  const calls = await (await local(emulator, new URL(body.supported).pathname))?.json()
  expect(calls).toContain('GET, POST https://api.line.me/oauth2/v2.1/verify')
  expect(calls).toContain('GET https://static.line-scdn.net/liff/edge/*')
  const { status, html } = await follow(emulator, url)
  expect(status).toBe(404)
  expect(html).toContain(message)
})

test('an unknown request fails a test only if it is a call of an API, and every one is named', async () => {
  const picture = 'https://scdn.line-apps.com/n/line_add_friends/btn/en.png'
  await emulator.handle(new Request(picture))
  const errors = [`The emulated LINE does not support GET ${picture}`]
  expect(unknownRequestsIn(emulator.requests())).toEqual({ errors, includesCall: false })
  for (const url of ['https://api-data.line.me/v9/message/1', 'https://access.line.me/dialog']) {
    await emulator.handle(new Request(url))
    errors.push(`The emulated LINE does not support GET ${url}`)
    expect(unknownRequestsIn(emulator.requests())).toEqual({ errors, includesCall: true })
  }
})
