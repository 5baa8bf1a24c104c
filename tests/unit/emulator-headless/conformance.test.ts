// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allCases } from '#tests/conformance/all-cases.ts'
import { expectationFor } from '#tests/conformance/cases.ts'
import { headlessDriver } from '#tests/conformance/headless-driver.ts'
import { HEADLESS_UNSUPPORTED } from '#tests/conformance/headless-unsupported.ts'
import { runConformance } from '#tests/conformance/run-conformance.ts'
import { BEGIN, ruleLines, supportRows } from '#tests/conformance/support-table.ts'

const sdk = '2.26.1'
const cases = allCases()

/** Returns the rows of the support table as pairs: function, and the cell of one driver. */
function columnOf(driver: string): string[][] {
  const text = readFileSync('emulator/docs/support.md', 'utf8')
  const lines = text.slice(text.indexOf(BEGIN), text.indexOf('## What LINE refuses')).split('\n')
  const rows = lines
    .filter(line => line.startsWith('|'))
    .map(line => line.split('|').map(cell => cell.trim()))
  const at = rows[0]?.indexOf(driver) ?? -1
  return rows.slice(2).map(row => [row[1] ?? '', row[at] ?? ''])
}

test('the headless driver behaves like SDK 2.26.1 in every case, except those listed with a reason', async () => {
  const results = await runConformance({
    cases,
    sdk,
    driver: headlessDriver,
    unsupported: HEADLESS_UNSUPPORTED,
  })
  const wrong = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'stale')
  expect(wrong.map(({ id, problems }) => `${id}: ${problems.join('; ')}`)).toEqual([])
  const rows = supportRows(cases, [{ name: 'headless', sdk, results }])
  expect(columnOf('headless'), 'run: npm run conformance -- --table').toEqual(rows)
  const page = readFileSync('emulator/docs/support.md', 'utf8')
  const lines = ruleLines(cases, [{ name: 'headless', sdk, results }])
  expect(lines.filter(line => !page.includes(`\n${line}\n`))).toEqual([])
  expect(results).toHaveLength(cases.filter(one => expectationFor(one, sdk) !== null).length)
}, 60_000)

test('every case listed as unsupported exists', () => {
  const ids = new Set(cases.map(({ id }) => id))
  expect(Object.keys(HEADLESS_UNSUPPORTED).filter(id => !ids.has(id))).toEqual([])
})
