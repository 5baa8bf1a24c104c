import { expect, test } from 'vitest'
import { legalTexts } from '#campaign/legal.ts'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { normalisedLegalText } from '#contract/rules.ts'
import { sha256Hex } from '#server/hash.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, profileForm, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const cli = organiser(server)

const key = () => crypto.randomUUID()
const hashOf = (document: 'terms' | 'privacy', lang: 'th' | 'en' = 'th') =>
  sha256Hex(normalisedLegalText(legalTexts[document][lang]))
const shown = { termsVersion: '2026-11', privacyVersion: '2026-11' }
const form = { ...profileForm, phone: '0891234567', consentTerms: 'true', consentPrivacy: 'true' }

async function register(fields: Record<string, string>) {
  const user = server.newUser()
  const identity = { lineUserId: user.userId, idToken: await server.idToken(user) }
  return server.call('register', { form: { ...identity, ...form, ...fields } })
}
const agree = ({ token }: Pick<SignedIn, 'token'>, body: object) =>
  server.call('putConsents', { token, key: key(), body })
const consentsOf = async ({ token }: Pick<SignedIn, 'token'>) =>
  (await server.call('getCustomer', { token })).body.consents
const rows = () =>
  server.db.selectFrom('consent').select(['kind', 'version', 'text_sha256']).orderBy('at').execute()
const count = async () => (await server.db.selectFrom('customer').select('id').execute()).length

test('records the version and the hash of the text that a customer has seen, in any language', async () => {
  const seen = { termsSha256: hashOf('terms', 'en'), privacySha256: hashOf('privacy') }
  expect((await register({ ...shown, ...seen })).body.status).toBe('registered')
  expect(await rows()).toEqual([
    { kind: 'terms', version: '2026-11', text_sha256: seen.termsSha256 },
    { kind: 'privacy', version: '2026-11', text_sha256: seen.privacySha256 },
  ])
  const activity = await server.call('activity', {})
  for (const hash of Object.values(seen))
    expect(activity.body).toMatchObject({ textHashes: expect.arrayContaining([hash]) })
})

test('a form that does not say what it has shown gets the current versions', async () => {
  await register({})
  expect(await rows()).toEqual([
    { kind: 'terms', version: '2026-11', text_sha256: null },
    { kind: 'privacy', version: '2026-11', text_sha256: null },
  ])
})

test.each([
  ['an older version of the terms', { ...shown, termsVersion: '2026-10' }],
  ['an older version of the privacy notice', { ...shown, privacyVersion: '2026-10' }],
  ['an older text under the current version', { ...shown, termsSha256: 'a'.repeat(64) }],
  ['the wrong text', { ...shown, privacySha256: hashOf('terms') }],
])('refuses a registration that has shown %s, and names the current versions', async (_, given) => {
  const refused = await register(given)
  expect([refused.status, refused.error.error]).toEqual([409, 'TERMS_CHANGED'])
  expect(refused.error.current).toEqual(shown)
  expect([await rows(), await count()]).toEqual([[], 0])
  expect((await register(shown)).body.status).toBe('registered')
})

test('asks customers of another version to agree again, once, and only for what has changed', async () => {
  const somchai = await server.signIn()
  expect((await consentsOf(somchai)).changed).toEqual([])
  const unsure = await cli('terms', 'set', '--terms', '2027-01')
  expect([unsure.code, unsure.err]).toEqual([
    1,
    expect.stringContaining('1 customers would have to agree again'),
  ])
  expect((await consentsOf(somchai)).changed).toEqual([])
  const done = await cli('terms', 'set', '--terms', '2027-01', '--yes')
  expect(done.out).toContain('1 customers are asked to agree again at their next start.')
  expect((await consentsOf(somchai)).changed).toEqual(['terms'])

  const late = await agree(somchai, shown)
  expect([late.status, late.error.error]).toEqual([409, 'TERMS_CHANGED'])
  expect(late.error.current).toEqual({ ...shown, termsVersion: '2027-01' })
  const seen = { termsVersion: '2027-01', privacyVersion: '2026-11', termsSha256: hashOf('terms') }
  server.clock.advance(1000)
  const agreed = await agree(somchai, seen)
  expect(agreed.body.consents).toMatchObject({ terms: { version: '2027-01' }, changed: [] })
  await agree(somchai, seen)
  expect((await rows()).filter(({ kind }) => kind === 'terms')).toHaveLength(2)
  expect((await rows()).filter(({ kind }) => kind === 'privacy')).toHaveLength(1)
  expect((await cli('terms', 'show', '--json')).out).toMatch(/"version":\s*"2027-01",\s*"agreed":\s*1/)
})

test('what a customer does under the old terms is still accepted', async () => {
  const somchai = await server.signIn()
  await cli('terms', 'set', '--terms', '2027-01', '--yes')
  const changed = await somchai.call('putCustomer', {
    key: key(),
    body: { firstName: 'สมหญิง' },
  })
  expect(changed.status).toBe(200)
  expect((await somchai.call('deleteMarketingConsent', { key: key() })).status).toBe(200)
})

test('a changed text needs a new version, and the doctor says so', async () => {
  const doctor = async () => (await cli('doctor')).out.split('\n').find(line => line.includes('terms:'))
  expect(await doctor()).toBe('ok    terms: terms 2026-11, privacy notice 2026-11')
  expect((await cli('terms', 'set', '--terms', '2026-11')).err).toContain('already has the version 2026-11')
  // Now the version belongs to a different text than the deployed one.
  await update(server, 'campaign', { terms_sha256: 'a'.repeat(64) })
  expect(await doctor()).toContain(
    'warn  terms: the text of "terms" has changed since version 2026-11 was set',
  )
  expect((await cli('terms', 'set', '--terms', '2026-11')).err).toContain('needs a new version')
  // Simulates a campaign that an older release created, without the hash of its text.
  await update(server, 'campaign', { terms_sha256: null })
  expect(await doctor()).toContain('is not recorded')
  expect((await cli('terms', 'set', '--terms', '2026-11')).code).toBe(0)
  expect(await doctor()).toContain('ok')
  for (const bad of ['', 'x'.repeat(41)])
    expect((await cli('terms', 'set', '--terms', bad)).err).toContain('1 to 40 characters')
  expect((await cli('terms', 'set')).err).toContain('Nothing to set')
})

test('a consent to marketing has a version of its own, and only one to the current version counts', async () => {
  const { body } = await register({ consentMarketing: 'true' })
  const token = body.accessToken
  const consents = () =>
    server.db
      .selectFrom('consent')
      .select(['version', 'granted'])
      .where('customer_id', '=', body.customerId)
      .where('kind', '=', 'marketing')
      .orderBy('at')
      .execute()
  const agreesTo = async (version: string) => {
    await update(server, 'consent', { version }, { kind: 'marketing' })
    return (await server.call('getCustomer', { token })).body.consents.marketing
  }
  expect(await consents()).toEqual([{ version: MARKETING_VERSION, granted: 1 }])
  // Earlier releases recorded the version of the privacy notice. Such a consent still counts.
  expect(await agreesTo('2026-11')).toBe(true)
  expect(await agreesTo('marketing-0')).toBe(false)
  await server.call('giveMarketingConsent', { token, key: key() })
  expect((await consents()).at(-1)).toEqual({ version: MARKETING_VERSION, granted: 1 })
  expect(await agreesTo('marketing-0')).toBe(false)
  await server.call('deleteMarketingConsent', { token, key: key() })
  expect((await consents()).at(-1)).toMatchObject({ granted: 0 })
})

test('a box that the customer leaves empty is not recorded as a withdrawal', async () => {
  const { body } = await register({ consentMarketing: 'false' })
  const recorded = await server.db.selectFrom('consent').select(['kind', 'granted']).orderBy('kind').execute()
  expect(recorded).toEqual([
    { kind: 'privacy', granted: 1 },
    { kind: 'terms', granted: 1 },
  ])
  expect((await consentsOf({ token: body.accessToken })).marketing).toBe(false)
})

test('a consent to marketing records the sentence that was shown', async () => {
  const { body } = await register({ consentMarketing: 'true', marketingVersion: 'marketing-0' })
  const token = body.accessToken
  const marketing = async () => (await server.call('getCustomer', { token })).body.consents.marketing
  expect(await rows()).toContainEqual({ kind: 'marketing', version: 'marketing-0', text_sha256: null })
  expect(await marketing()).toBe(false)
  const give = (version: string) =>
    server.call('giveMarketingConsent', { token, key: key(), query: { version } })
  expect((await give('marketing-0')).error).toMatchObject({ error: 'TERMS_CHANGED' })
  expect((await give('2026-11')).error).toMatchObject({ error: 'VALIDATION' })
  expect(await marketing()).toBe(false)
  expect((await give(MARKETING_VERSION)).status).toBe(200)
  expect(await marketing()).toBe(true)
})
