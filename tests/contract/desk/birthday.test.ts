import { expect, test } from 'vitest'
import { bangkokDay } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import { withTexts } from '#server/audit/texts.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)
const who = eachTest(() => server.signIn())

const entries = async () =>
  (await withTexts(server.db, await rowsOf(server, 'audit')))
    .filter(({ action }) => action.endsWith('customer birthday'))
    .map(({ actor, action, detail }) => [actor.split(' ')[0], action, JSON.parse(detail)])

test('corrects a birthday, with both dates in the audit log and a new version for the phone', async () => {
  const support = await desk.join('support', 'Beam')
  const params = { id: who.customerId }
  const correct = (birthDate: string) => support.call('correctBirthday', { params, body: { birthDate } })
  const row = () => rowOf(server, 'customer', { id: who.customerId })
  const { birth_date: before, version } = await row()
  expect((await correct('1998-04-13')).status).toBe(200)
  expect(await row()).toMatchObject({ birth_date: '1998-04-13', version: version + 1 })
  expect((await correct('1998-04-13')).error).toMatchObject({ error: 'REFUSED', detail: 'SAME_BIRTHDAY' })
  const today = bangkokDay(server.clock.now())
  const tenYearsAgo = `${Number(today.slice(0, 4)) - 10}${today.slice(4)}`
  const tomorrow = bangkokDay(server.clock.now() + 24 * HOUR_MS)
  const tooYoung = `${Number(tomorrow.slice(0, 4)) - 10}${tomorrow.slice(4)}`
  expect((await correct(tooYoung)).error).toMatchObject({ error: 'REFUSED', detail: 'TOO_YOUNG' })
  expect((await correct(tomorrow)).error).toMatchObject({ error: 'REFUSED', detail: 'TOO_YOUNG' })
  for (const wrong of ['1899-12-31', '1998-02-30', '13/04/1998', '2541-04-13', '', '1998-4-13'])
    expect([wrong, (await correct(wrong)).error?.error]).toEqual([
      wrong,
      wrong === '2541-04-13' ? 'REFUSED' : 'VALIDATION',
    ])
  // An ID card may show that the customer is a minor whose guardian has not consented to anything yet.
  expect((await correct(tenYearsAgo)).status).toBe(200)
  const about = (from: string | null, to: string) => [
    'Beam',
    'desk customer birthday',
    { customerId: who.customerId, texts: { before: from, birthDate: to } },
  ]
  expect(await entries()).toEqual([about(before, '1998-04-13'), about('1998-04-13', tenYearsAgo)])
  expect((await run('customer', 'birthday', who.customerId, '--date', '2541-04-14')).err).toBe('')
  expect((await row()).birth_date).toBe('1998-04-14')
  expect((await run('customer', 'birthday', who.customerId, '--date', '14/04/2541')).err).toContain(
    '--date: must be a day, such as 1998-04-13',
  )
  await run('customer', 'erase', who.customerId)
  expect((await correct('1998-04-13')).error).toMatchObject({ detail: 'CUSTOMER_CANCELLED' })
})

test('reviewers and auditors cannot correct a birthday', async () => {
  for (const role of ['reviewer', 'auditor'] as const) {
    const person = await desk.join(role)
    const body = { birthDate: '1998-04-13' }
    const { error } = await person.call('correctBirthday', { params: { id: who.customerId }, body })
    expect([role, error?.error]).toEqual([role, 'FORBIDDEN'])
  }
})
