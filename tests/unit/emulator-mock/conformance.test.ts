// @vitest-environment node
import { expect, test } from 'vitest'
import { expectationFor, loadCases } from '#tests/conformance/cases.ts'
import { mockDriver } from '#tests/conformance/mock.ts'
import { MOCK_UNSUPPORTED } from '#tests/conformance/mock-unsupported.ts'
import { runConformance } from '#tests/conformance/run-conformance.ts'

const sdk = '2.26.1'
const cases = loadCases('tests/conformance/liff-conformance.json')

test('the headless LIFF does what SDK 2.26.1 does in every case, except those listed with a reason', async () => {
  const results = await runConformance({ cases, sdk, driver: mockDriver, unsupported: MOCK_UNSUPPORTED })
  const wrong = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'stale')
  expect(wrong.map(({ id, problems }) => `${id}: ${problems.join('; ')}`)).toEqual([])
  expect(results).toHaveLength(cases.filter(one => expectationFor(one, sdk) !== null).length)
}, 60_000)

test('every case that is listed as unsupported is in the file', () => {
  const ids = new Set(cases.map(({ id }) => id))
  expect(Object.keys(MOCK_UNSUPPORTED).filter(id => !ids.has(id))).toEqual([])
})
