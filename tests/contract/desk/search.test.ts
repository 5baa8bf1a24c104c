import { beforeEach, describe, expect, test } from 'vitest'
import { sendReceipt } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const support = eachTest(async () => (await testDesk(server)).join('support'))
const who = eachTest(() => server.signIn())

const find = async (text: string) => {
  const { body } = await support.call('findCustomers', { body: { text } })
  return body.customers.map(({ id }) => id)
}
const expectFound = async (texts: readonly string[], ids = [who.customerId]) => {
  for (const text of texts) expect([text, await find(text)]).toEqual([text, ids])
}
const rename = (first_name: string, last_name: string) =>
  update(server, 'customer', { first_name, last_name })

describe('a phone number is found as people write it', () => {
  beforeEach(async () => {
    const phone = '+66812345678'
    await update(server, 'phone_claim', { phone })
    await update(server, 'customer', { phone })
  })

  test('with spaces, dashes, dots and brackets', () =>
    expectFound(['081 234 5678', '081-234-5678', '081–234–5678', '081.234.5678', '(081) 234-5678']))

  test('with the country code', () =>
    expectFound(['+66 81 234 5678', '66812345678', '0066812345678', '+66 (0)81-234-5678']))

  test('with Thai digits', () => expectFound(['๐๘๑๒๓๔๕๖๗๘', '๐๘๑-๒๓๔ ๕๖๗๘']))

  test('but not a part of it', () => expectFound(['081234567', '81234567', '08123456789'], []))

  test('by its last four digits, alone or after a name', async () => {
    await rename('สมชาย', 'ใจดี')
    await expectFound(['5678', '๕๖๗๘', 'สมชาย 5678', 'ใจดี 5678', 'สมช 5678', 'สมชาย ใจ 5678', 'ส 5678'])
    await expectFound(
      ['4567', '678', '45678', 'สมชาย 5679', 'สมหญิง 5678', 'ชาย 5678', '% 5678', '_ 5678'],
      [],
    )
    const twin = await server.signIn()
    await update(server, 'customer', { phone: '+66899995678' }, { id: twin.customerId })
    await expectFound(['5678'], [who.customerId, twin.customerId].toSorted())
  })
})

describe('a name is found with its spaces', () => {
  test('of a last name with several words', async () => {
    await rename('สมหญิง', 'ณ อยุธยา')
    await expectFound(['ณ อยุธยา', 'ณ  อยุ', 'สมหญิง ณ', 'สมหญิง ณ อยุธยา'])
    await expectFound(['สมหญิง อยุธยา', 'สม ณ อยุธยา'], [])
  })

  test('of a first name with several words', async () => {
    await rename('Mary Ann', 'van der Berg')
    await expectFound(['mary ann', 'Mary A', 'Mary Ann van', 'mary ann van der berg', 'van der'])
    await expectFound(['Ann van'], [])
  })

  test('with a sara am that is typed as two characters', async () => {
    await rename('อำนวย', 'น้ำใจ')
    const typed = 'อ\u0e4d\u0e32นวย'
    await expectFound([typed, `${typed} น\u0e49\u0e4d\u0e32ใจ`, `${typed} น\u0e4d\u0e49\u0e32ใจ`])
  })
})

test('a receipt number is found with Thai digits, and also if it looks like a phone number', async () => {
  await sendReceipt(server, who, { receiptNo: '0812345678' })
  await sendReceipt(server, who, { receiptNo: '66-7788' })
  await expectFound(['0812345678', '๖๖๗๗๘๘', '667788'])
})
