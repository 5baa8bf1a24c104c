import { expect, test } from 'vitest'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, rowOf, type SignedIn } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)
const who = eachTest((): Promise<SignedIn> => world.server.signIn())
const BUTTON = 'Correct birthday'
const open = (role: 'support' | 'auditor') => world.openPage(`/customers/${who.customerId}`, role)
const birthday = async () => (await rowOf(world.server, 'customer', { id: who.customerId })).birth_date

test('support corrects a birthday, with a year of the Buddhist era if they like, and sees the new one', async () => {
  const page = await open('support')
  await page.press(BUTTON)
  await page.type('Date of birth', '2541-04-13')
  await page.press(BUTTON)
  expect([page.alerts(), await birthday()]).toEqual([[], '1998-04-13'])
  expect(page.text()).toContain('13 Apr 1998')
})

test('a date that cannot be a birthday is named at its field, and one that is too young is refused', async () => {
  const before = await birthday()
  const page = await open('support')
  await page.press(BUTTON)
  for (const wrong of ['', '1899-12-31', '2998-01-01', '2440-01-01']) {
    await page.type('Date of birth', wrong)
    await page.press(BUTTON)
    expect([wrong, page.text().includes('Enter the day, month and year of birth.')]).toEqual([wrong, true])
  }
  expect(page.network.count('correctBirthday')).toBe(0)
  await page.type('Date of birth', '2026-01-01')
  await page.press(BUTTON)
  expect(page.alerts().join()).toContain('too young to take part')
  await page.type('Date of birth', before ?? '')
  await page.press(BUTTON)
  expect(page.alerts().join()).toContain('already has this birthday')
  expect(await birthday()).toBe(before)
})

test('an auditor has no button for it', async () => {
  const page = await open('auditor')
  expect(page.text()).not.toContain(BUTTON)
})
