import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(() => testServer({ rateLimits: true }))

let address = 0
/** Signs in with an access token, from a new address each time. Returns the error. */
async function login(lineAccessToken: string) {
  const body = new URLSearchParams({ lineUserId: `U${'0'.repeat(32)}`, lineAccessToken })
  const request = new Request('https://campaign.example/api/authorization/login', { method: 'POST', body })
  const response = await server.fetch(request, { ip: `10.0.${++address >> 8}.${address & 255}` })
  return (await response.json()) as { error: string; retryAfter?: number }
}
const junk = () => randomBytes(24).toString('base64url')
const requests = () => server.line.requests.length
const known = () => server.line.accessToken(server.newUser())
/** The answer to a token that LINE accepts but that belongs to a different user than the form says. */
const VALID = { error: 'LINE_USER_MISMATCH' }
const REFUSED = { error: 'LINE_TOKEN_INVALID' }
const UNAVAILABLE = { error: 'LINE_UNAVAILABLE' }

test('never sends a text that cannot be an access token to LINE', async () => {
  for (const text of [
    'x',
    'short-token',
    `${junk()} `,
    `${junk()}\n`,
    `${junk()}é`,
    `${junk()}"`,
    '%00'.repeat(9),
  ])
    expect([text, await login(text)]).toEqual([text, expect.objectContaining(REFUSED)])
  expect(requests()).toBe(0)
})

test('asks LINE only once about a token that it refused', async () => {
  const tokens = [junk(), server.line.accessToken(server.newUser(), { clientId: '9999999999' })]
  for (const token of [...tokens, ...tokens, ...tokens]) expect(await login(token)).toMatchObject(REFUSED)
  expect(requests()).toBe(2)
  const expired = server.line.accessToken(server.newUser(), { expiresIn: 0 })
  for (let time = 0; time < 3; time++)
    expect(await login(expired)).toMatchObject({ error: 'LINE_TOKEN_EXPIRED' })
  expect(requests()).toBe(3)
})

test('asks LINE again about a refused token after five minutes, and after the clock was set back', async () => {
  const token = junk()
  const asked = async () => {
    expect(await login(token)).toMatchObject(REFUSED)
    return requests()
  }
  expect(await asked()).toBe(1)
  server.clock.advance(5 * MINUTE_MS - 1)
  expect(await asked()).toBe(1)
  server.clock.advance(1)
  expect(await asked()).toBe(2)
  server.clock.advance(-DAY_MS)
  expect(await asked()).toBe(3)
})

test('asks LINE about at most 1,200 tokens a minute from all addresses together', async () => {
  let asked = 0
  while (asked < 1300 && (await login(junk())).error === 'LINE_TOKEN_INVALID') asked++
  expect([asked, requests()]).toEqual([1200, 1200])
  expect(await login(known())).toMatchObject({ ...UNAVAILABLE, retryAfter: 1 })
  server.clock.advance(MINUTE_MS)
  expect(await login(known())).toMatchObject(VALID)
})

test('stops asking LINE after five failures in a row, and tries again after 30 seconds', async () => {
  server.line.setDown(true)
  for (let time = 0; time < 20; time++) expect(await login(junk())).toMatchObject(UNAVAILABLE)
  expect(requests()).toBe(5)
  server.clock.advance(31_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => login(junk())))
  expect(answers.map(one => one.error)).toEqual(answers.map(() => UNAVAILABLE.error))
  expect(requests()).toBe(6)
  server.line.setDown(false)
  expect(await login(known())).toMatchObject(UNAVAILABLE)
  server.clock.advance(31_000)
  for (let time = 0; time < 3; time++) expect(await login(known())).toMatchObject(VALID)
})

test('a pause after five failures ends if the clock was set back, so that customers can sign in', async () => {
  server.line.setDown(true)
  for (let time = 0; time < 5; time++) await login(junk())
  server.line.setDown(false)
  expect(await login(known())).toMatchObject(UNAVAILABLE)
  server.clock.advance(-DAY_MS)
  expect(await login(known())).toMatchObject(VALID)
})

test.each([
  ['a page', () => new Response('<html>busy</html>')],
  ['an empty answer', () => Response.json({})],
  ['404', () => Response.json({ message: 'Not found' }, { status: 404 })],
  ['408', () => new Response(null, { status: 408 })],
  ['429', () => Response.json({ message: 'slow down' }, { status: 429 })],
])('LINE’s answer with %s is no verdict about a token, and is not remembered as one', async (_, answer) => {
  const token = known()
  server.line.answerWith(answer)
  expect(await login(token)).toMatchObject(UNAVAILABLE)
  server.line.answerWith(null)
  expect(await login(token)).toMatchObject(VALID)
})
