import { expect, test } from 'vitest'
import { eachFile } from '#tests/kit/each-test.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { profileForm, testServer } from '#tests/kit/server.ts'

const server = eachFile(testServer)
const me = eachFile(() => server.signIn())

const customerFields = Object.keys({ ...profileForm, phone: '', email: '' })
const asText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{Bidi_Control}\u200b\ufeff]/gu, '')
    .trim()

/** Returns the hostile strings for which the call leaked internals, or answered with neither 200 nor 4xx. */
async function misanswered(
  call: (text: string) => Promise<{ status: number; text: string }>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const text of hostileStrings) {
    const answer = await call(text)
    const expected = answer.status === 200 || (answer.status >= 400 && answer.status < 500)
    if (!expected || /SQLITE|stack|TypeError/.test(answer.text))
      wrong.push(`${JSON.stringify(text)}: ${answer.status}`)
  }
  return wrong
}

test.each(customerFields)(
  'refuses a hostile %s in the profile by its name or stores it unchanged',
  async field => {
    const wrong = await misanswered(async text => {
      const called = await me.call('putCustomer', { body: { [field]: text } })
      if (called.status === 200) {
        const kept = (called.body as Record<string, unknown>)[field]
        expect(kept ?? '').toBe(asText(text))
      } else if (called.status === 400) {
        expect(called.error.fields?.map(({ path }) => path)).toContain(field)
      }
      return called
    })
    expect(wrong).toEqual([])
  },
)

test.each([...customerFields, 'lineUserId', 'idToken', 'lineAccessToken', 'logstate', 'consentTerms'])(
  'never answers a hostile %s in the registration form with 500',
  async field => {
    const user = server.newUser()
    const idToken = await server.idToken(user)
    const whole = { ...profileForm, phone: '0877777777', consentTerms: 'true', consentPrivacy: 'true' }
    const wrong = await misanswered(text => {
      // A form cannot encode lone surrogates: they arrive as U+FFFD.
      const form = { lineUserId: user.userId, idToken, ...whole, [field]: text }
      return server.call('register', { form })
    })
    expect(wrong).toEqual([])
  },
)

test.each([
  ['postCustomer', (text: string) => ({ lineUserId: me.user.userId, lineDisplayName: text })],
  [
    'postCustomer',
    (text: string) => ({ lineUserId: me.user.userId, lineDisplayName: 'x', linePictureUrl: text }),
  ],
  ['postCustomer', (text: string) => ({ lineUserId: text, lineDisplayName: 'x' })],
  ['cancel', (text: string) => ({ confirm: text })],
  ['cancel', (text: string) => ({ confirm: true, reason: `${text}x` })],
  ['logState', (text: string) => ({ customerId: me.customerId, state: text, os: 'web' })],
  ['logState', (text: string) => ({ customerId: text, state: 'x', os: 'web' })],
  ['logState', (text: string) => ({ customerId: me.customerId, state: 'x', os: text })],
  ['logPageView', (text: string) => ({ customerId: me.customerId, path: `/${text}` })],
  ['logPageView', (text: string) => ({ customerId: me.customerId, path: '/', eventId: text })],
  ['logPageView', (text: string) => ({ customerId: me.customerId, path: '/', at: text })],
  ['logBatch', (text: string) => ({ events: text })],
  ['logBatch', (text: string) => ({ events: [{ kind: text, eventId: text, at: text }] })],
] as const)('never answers hostile text in the body of %s (case %#) with 500', async (name, body) =>
  expect(await misanswered(text => me.call(name, { body: body(text) }))).toEqual([]),
)

test.each([
  'Authorization',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Owner',
  'X-Request-Id',
  'Content-Type',
])('never answers hostile text in the header %s with 500', async header => {
  const sendable = hostileStrings.filter(text => /^[\t\x20-\x7e\x80-\xff]*$/.test(text))
  expect(sendable.length).toBeGreaterThan(30)
  for (const text of sendable) {
    const headers = {
      Authorization: `Bearer ${me.token}`,
      'Content-Type': 'application/json',
      [header]: text,
    }
    const request = new Request('https://campaign.example/api/customer', {
      method: 'PUT',
      headers,
      body: '{}',
    })
    expect([text, (await server.fetch(request)).status < 500]).toEqual([text, true])
  }
})

test('never answers hostile text in the path or the query with 500', async () => {
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${me.token}` }
    const response = await server.fetch(new Request(`https://campaign.example${path}`, { headers }))
    return { status: response.status, text: await response.text() }
  }
  const encoded = (text: string) =>
    encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)))
  expect(await misanswered(text => get(`/api/receipt/${encoded(text)}`))).toEqual([])
  expect(await misanswered(text => get(`/api/draw/${encoded(text)}`))).toEqual([])
  expect(await misanswered(text => get(`/api/master/district?provinceId=${encoded(text)}`))).toEqual([])
  expect(await misanswered(text => get(`/api/receipt/customerHistory?cursor=${encoded(text)}`))).toEqual([])
  expect(await misanswered(text => get(`/${encoded(text)}`))).toEqual([])
})

test('removes invisible and bidirectional control characters before storing text', async () => {
  const body = { firstName: '\u202eมะลิ\u200b', addressLine: '99/1 \u2066ถนน\u2069สุขใจ\ufeff' }
  const { body: kept } = await me.call('putCustomer', { body })
  expect(kept).toMatchObject({ firstName: 'มะลิ', addressLine: '99/1 ถนนสุขใจ' })
})
