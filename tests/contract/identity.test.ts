import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { eachTest, profileForm, rowsOf, type SignedIn, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)

const key = () => crypto.randomUUID()
const whole = { ...profileForm, phone: '0891234567', consentTerms: 'true', consentPrivacy: 'true' }

async function register(fields: Record<string, string>, user = server.newUser()) {
  const form = { lineUserId: user.userId, idToken: await server.idToken(user), ...fields }
  return { user, ...(await server.call('register', { form })) }
}
async function login(user: SignedIn['user']) {
  return server.call('login', { form: { lineUserId: user.userId, idToken: await server.idToken(user) } })
}
const fieldsOf = (called: { error: { fields?: { path: string; code: string }[] | undefined } }) =>
  Object.fromEntries((called.error.fields ?? []).map(({ path, code }) => [path, code]))

test('lets a registered customer sign in and read their own data', async () => {
  const { user, customerId } = await server.signIn()
  const session = await login(user)
  expect(session.body.customerId).toBe(customerId)
  const me = await server.call('getCustomer', { token: session.body.accessToken })
  expect(me.body).toMatchObject({
    id: customerId,
    lineUserId: user.userId,
    status: 'registered',
    firstName: 'สมชาย',
    phone: '0800000001',
    consents: { terms: { version: '2026-11' }, privacy: { version: '2026-11' }, marketing: false },
    version: 2,
  })
  expect(me.headers.get('cache-control')).toBe('no-store')
})

test('refuses a login form without a LINE token', async () => {
  const { user } = await server.signIn()
  const { status, error } = await server.call('login', { form: { lineUserId: user.userId } })
  expect([status, error.error]).toEqual([401, 'LINE_TOKEN_REQUIRED'])
})

test('refuses the login of a user who has not registered', async () => {
  const { status, error } = await login(server.newUser())
  expect([status, error.error]).toEqual([401, 'CUSTOMER_NOT_REGISTERED'])
})

test('refuses a token for another channel', async () => {
  const { user } = await server.signIn()
  const idToken = await server.idToken(user, { claims: { aud: '9999999999' } })
  const { status, error } = await server.call('login', { form: { lineUserId: user.userId, idToken } })
  expect([status, error.error]).toEqual([401, 'LINE_TOKEN_INVALID'])
})

test('creates a new session for every login and stores only the token’s hash', async () => {
  const { user, token } = await server.signIn()
  // LINE tokens from the same second differ only in their signatures, which are not hashed.
  const idToken = await server.idToken(user, { age: 1 })
  const form = { lineUserId: user.userId, idToken }
  const first = await server.call('login', { form })
  const second = await server.call('login', { form })
  expect(new Set([token, first.body.accessToken, second.body.accessToken]).size).toBe(3)
  const seen = await server.db.selectFrom('login_seen').select('token_hash').execute()
  expect([seen.length, new Set(seen.map(row => row.token_hash)).size]).toEqual([3, 2])
  const dump = JSON.stringify(await rowsOf(server, 'session')) + JSON.stringify(seen)
  for (const secret of [token, first.body.accessToken, idToken]) expect(dump).not.toContain(secret)
})

test('accepts the same form as multipart', async () => {
  const { user, customerId } = await server.signIn()
  const body = new FormData()
  body.set('lineUserId', user.userId)
  body.set('idToken', await server.idToken(user))
  const request = new Request('https://campaign.example/api/authorization/login', { method: 'POST', body })
  expect(await (await server.fetch(request)).json()).toMatchObject({ customerId })
})

test('creates a provisional customer, who cannot log in, from the identity alone', async () => {
  const { user, body } = await register({ logstate: 'poster-7' })
  expect(body.status).toBe('provisional')
  expect((await login(user)).error.error).toBe('CUSTOMER_NOT_REGISTERED')
  const me = await server.call('getCustomer', { token: body.accessToken })
  expect(me.body).toMatchObject({ status: 'provisional', lineDisplayName: 'ผู้ทดสอบ', phone: null })
  const refused = await server.call('createReward', { token: body.accessToken, body: {} })
  expect([refused.status, refused.error.error]).toEqual([401, 'CUSTOMER_NOT_REGISTERED'])
  // A phone number is not claimed before the registration is complete.
  await server.call('putCustomer', { token: body.accessToken, body: { phone: whole.phone }, key: key() })
  expect((await register(whole)).body.status).toBe('registered')
})

test('completes a registration with profile and both consents; a repeat changes nothing', async () => {
  const { user, body } = await register({})
  const done = await register({ ...whole, consentMarketing: 'true' }, user)
  expect(done.body).toMatchObject({ customerId: body.customerId, status: 'registered' })
  const again = await register({ ...whole, firstName: 'สมหญิง' }, user)
  expect(again.body).toMatchObject({ customerId: body.customerId, status: 'registered' })
  const me = await server.call('getCustomer', { token: again.body.accessToken })
  expect(me.body).toMatchObject({ firstName: 'สมชาย', consents: { marketing: true } })
  expect((await login(user)).status).toBe(200)
})

test('creates one customer for 25 concurrent registrations of one user', async () => {
  const user = server.newUser()
  const all = await Promise.all(Array.from({ length: 25 }, () => register(whole, user)))
  expect(new Set(all.map(one => one.body.customerId)).size).toBe(1)
  expect(await server.db.selectFrom('customer').select('id').execute()).toHaveLength(1)
  expect(await server.db.selectFrom('consent').select('id').execute()).toHaveLength(2)
})

test('names the missing fields of a registration and keeps the stored ones', async () => {
  const { user } = await register({})
  const { phone, consentPrivacy, ...rest } = whole
  const refused = await register(rest, user)
  expect(refused.status).toBe(400)
  expect(fieldsOf(refused)).toEqual({ phone: 'required', consentPrivacy: 'required' })
  expect((await register({ ...rest, phone, consentPrivacy: 'false' }, user)).status).toBe(400)
  expect((await register({ ...rest, phone, consentPrivacy }, user)).body.status).toBe('registered')
})

test.each([
  ['firstName', 'Bob; drop table', 'name'],
  ['firstName', '\u0e48\u0e48', 'name'],
  ['phone', '1234', 'phone'],
  ['email', 'nobody', 'email'],
  ['birthDate', '2026-02-30', 'day'],
  ['birthDate', '2027-01-01', 'range'],
  ['gender', 'x', 'gender'],
  ['addressLine', 'x'.repeat(201), 'length'],
  ['provinceId', 'x', 'integer'],
  ['postalCode', '1020', 'postalCode'],
  ['consentTerms', 'yes', 'boolean'],
  ['lineUserId', 'U1', 'lineUserId'],
])('names an invalid %s (%s)', async (field, value, code) => {
  const called = await register({ ...whole, [field]: value })
  expect([called.status, fieldsOf(called)[field]]).toEqual([400, code])
  expect(await server.db.selectFrom('customer').select('id').execute()).toEqual([])
})

test.each([
  [{ provinceId: '11' }, { districtId: 'mismatch' }],
  [{ districtId: '1002' }, { subdistrictId: 'mismatch' }],
  [{ subdistrictId: '100201' }, { subdistrictId: 'mismatch', postalCode: 'mismatch' }],
  [{ postalCode: '10300' }, { postalCode: 'mismatch' }],
  [{ provinceId: '9' }, { provinceId: 'unknown', districtId: 'mismatch' }],
  [{ districtId: '9999' }, { districtId: 'unknown', subdistrictId: 'mismatch' }],
  [{ subdistrictId: '999999' }, { subdistrictId: 'unknown' }],
])('names the wrong part of an inconsistent address: %o', async (change, wrong) => {
  const called = await register({ ...whole, ...change } as Record<string, string>)
  expect([called.status, fieldsOf(called)]).toEqual([400, wrong])
})

test('refuses children under ten, and minors without a guardian’s consent', async () => {
  const child = await register({ ...whole, birthDate: '2017-11-21', guardianConsent: 'true' })
  expect([child.status, child.error.error]).toEqual([403, 'UNDER_AGE'])
  const minor = await register({ ...whole, birthDate: '2016-11-20' })
  expect(fieldsOf(minor)).toEqual({ guardianConsent: 'required' })
  const allowed = await register({ ...whole, birthDate: '2016-11-20', guardianConsent: 'true' })
  expect(allowed.body.status).toBe('registered')
  expect((await register({ ...whole, phone: '0899999999', birthDate: '2006-11-20' })).status).toBe(200)
})

test('a phone number belongs to one customer until they leave', async () => {
  const first = await register(whole)
  const second = await register(whole)
  expect([second.status, second.error.error]).toEqual([409, 'PHONE_TAKEN'])
  const token = first.body.accessToken
  const moved = await server.call('putCustomer', { token, body: { phone: '0811111111' }, key: key() })
  expect(moved.body.phone).toBe('0811111111')
  expect((await register(whole, second.user)).status).toBe(200)
  const back = await server.call('putCustomer', { token, body: { phone: whole.phone }, key: key() })
  expect([back.status, back.error.error]).toEqual([409, 'PHONE_TAKEN'])
})

test('updates the LINE name and picture of the customer’s own account only', async () => {
  const { token, user, customerId } = await server.signIn()
  const body = {
    lineUserId: user.userId,
    lineDisplayName: 'ใหม่',
    linePictureUrl: 'https://profile.line-scdn.net/x',
  }
  expect((await server.call('postCustomer', { token, body })).body).toEqual({ id: customerId, updated: true })
  expect((await server.call('postCustomer', { token, body })).body).toMatchObject({ updated: false })
  const { lineUserId: _, ...shown } = body
  expect((await server.call('getCustomer', { token })).body).toMatchObject(shown)
  const foreign = await server.call('postCustomer', {
    token,
    body: { ...body, lineUserId: server.newUser().userId },
  })
  expect(foreign.error.error).toBe('LINE_USER_MISMATCH')
  for (const linePictureUrl of ['http://x.example/a', 'javascript:alert(1)', 'https://x"y'])
    expect((await server.call('postCustomer', { token, body: { ...body, linePictureUrl } })).status).toBe(400)
})

test('changes single profile fields, and refuses to overwrite a newer version', async () => {
  const { token } = await server.signIn()
  const change = (body: unknown, version?: number) =>
    server.call('putCustomer', {
      token,
      body,
      key: key(),
      headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
    })
  expect((await change({ firstName: 'สมหญิง' }, 2)).body).toMatchObject({ firstName: 'สมหญิง', version: 3 })
  const stale = await change({ firstName: 'เก่า' }, 2)
  expect([stale.status, stale.error.error]).toEqual([409, 'VERSION_CONFLICT'])
  expect(stale.error.current).toMatchObject({ firstName: 'สมหญิง', version: 3 })
  expect((await change({ email: 'a@b.co' })).body).toMatchObject({ email: 'a@b.co', version: 4 })
  expect((await change({ email: '' })).body).toMatchObject({ email: null, version: 5 })
  expect((await change({})).body).toMatchObject({ version: 5 })
  expect((await change({ firstName: 'x' }, Number.NaN)).status).toBe(400)
})

test('checks a changed address together with the stored fields', async () => {
  const { token } = await server.signIn()
  const called = await server.call('putCustomer', { token, body: { postalCode: '50000' } })
  expect([called.status, fieldsOf(called)]).toEqual([400, { postalCode: 'mismatch' }])
  expect((await server.call('getCustomer', { token })).body.postalCode).toBe('10200')
})

test.each([
  'status',
  'version',
  'id',
  'customerId',
  'role',
  'lineUserId',
  'consents',
  '__proto__',
  'constructor',
])('refuses the field %s from a customer', async field => {
  const { token } = await server.signIn()
  const body = JSON.parse(`{"firstName":"ใหม่","${field}":"registered"}`)
  const called = await server.call('putCustomer', { token, body })
  expect([called.status, fieldsOf(called)]).toEqual([400, { [field]: 'unknown' }])
  expect((await server.call('getCustomer', { token })).body.firstName).toBe('สมชาย')
})

test('logging out ends this session or all sessions, and a repeat gets the same response', async () => {
  const { token, user } = await server.signIn()
  const other = (await login(user)).body.accessToken
  const once = key()
  const first = await server.call('deleteSession', { token, key: once })
  expect(first.body).toEqual({ deleted: true })
  expect((await server.call('getCustomer', { token })).error.error).toBe('UNAUTHORIZED')
  const repeat = await server.call('deleteSession', { token, key: once })
  expect([repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  expect((await server.call('deleteSession', { token, key: key() })).status).toBe(401)
  const third = (await login(user)).body.accessToken
  expect((await server.call('deleteSessions', { token: other })).status).toBe(200)
  for (const dead of [other, third])
    expect((await server.call('getCustomer', { token: dead })).status).toBe(401)
})

test('expires a session after 7 days without use, and after 30 days in any case', async () => {
  const day = DAY_MS
  const idle = await server.signIn()
  server.clock.advance(7 * day)
  const refused = await idle.call('getCustomer')
  expect([refused.status, refused.error.error]).toEqual([401, 'SESSION_EXPIRED'])
  const busy = (await login(idle.user)).body.accessToken
  for (let days = 0; days < 29; days++) {
    server.clock.advance(day)
    expect((await server.call('getCustomer', { token: busy })).status).toBe(200)
  }
  server.clock.advance(day)
  expect((await server.call('getCustomer', { token: busy })).error.error).toBe('SESSION_EXPIRED')
})

test('withdraws the marketing consent and deletes the picture', async () => {
  const { user, body } = await register({ ...whole, consentMarketing: 'true' })
  const token = body.accessToken
  const identity = { lineUserId: user.userId, lineDisplayName: 'x', linePictureUrl: 'https://p.example/a' }
  await server.call('postCustomer', { token, body: identity })
  expect((await server.call('deleteMarketingConsent', { token, key: key() })).body).toEqual({ deleted: true })
  expect((await server.call('deletePhoto', { token, key: key() })).body).toEqual({ deleted: true })
  const me = (await server.call('getCustomer', { token })).body
  expect([me.consents.marketing, me.linePictureUrl]).toEqual([false, null])
  const again = await server.call('giveMarketingConsent', { token, key: key() })
  expect(again.body).toEqual({ granted: true })
  expect((await server.call('getCustomer', { token })).body.consents.marketing).toBe(true)
  expect((await server.call('postCustomer', { token, body: identity })).body.updated).toBe(false)
  expect((await server.call('getCustomer', { token })).body.linePictureUrl).toBeNull()
})

test('refuses to delete an unknown part of the account', async () => {
  const { token } = await server.signIn()
  const request = new Request('https://campaign.example/api/customer/everything', {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
  })
  expect((await server.fetch(request)).status).toBe(404)
  expect((await server.call('getCustomer', { token })).status).toBe(200)
})
