import { expect, test } from '@playwright/test'
import { allCases } from '#tests/conformance/all-cases.ts'
import { expectationFor } from '#tests/conformance/cases.ts'
import { coreCases } from '#tests/conformance/core-cases.ts'
import { createPlatformDriver } from '#tests/conformance/platform-driver.ts'
import { runConformance } from '#tests/conformance/run-conformance.ts'

test('the unmodified SDK passes one case for each function, place and error code', async ({ browser }) => {
  test.setTimeout(300_000)
  const sdk = '2.26.1'
  const cases = coreCases(allCases().filter(one => expectationFor(one, sdk) !== null))
  expect(cases.length).toBeGreaterThan(50)
  const driver = await createPlatformDriver(browser, sdk)
  const results = await runConformance({ cases, sdk, driver, unsupported: {} })
  const wrong = results.filter(({ verdict }) => verdict !== 'passed')
  expect(wrong.map(({ id, problems }) => `${id}: ${problems.join('; ')}`)).toEqual([])
})
