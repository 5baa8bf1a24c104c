import { expect, test } from 'vitest'
import { checkMessaging, type MessagingOutcome, messagingCases } from '#tests/conformance/messaging/cases.ts'
import { DRIVER, messagingProblems } from '#tests/conformance/messaging/run-cases.ts'

test('every case returns to LINE’s bot SDK what LINE returns', { timeout: 120_000 }, async () =>
  expect(await messagingProblems(DRIVER)).toEqual([]),
)

test('every case has its own name, and fails with a wrong outcome', () => {
  expect(new Set(messagingCases.map(({ id }) => id)).size).toBe(messagingCases.length)
  const wrong: MessagingOutcome = { value: 'wrong', error: { status: 599 }, sent: [{}, {}, {}, {}] }
  const passing = messagingCases.filter(each => checkMessaging(each, wrong).length === 0)
  expect(passing).toEqual([])
})
