import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageFile } from '#emulator/package-file.ts'
import { allCases } from '#tests/conformance/all-cases.ts'
import { expectationFor } from '#tests/conformance/cases.ts'
import { createHeadlessDriver } from '#tests/conformance/headless-driver.ts'
import { runConformance } from '#tests/conformance/run-conformance.ts'
import { BEGIN, ruleLines, supportRows } from '#tests/conformance/support-table.ts'

const cases = allCases()
const page = readFileSync(packageFile('docs/support.md'), 'utf8')

/** Returns the rows of the support table as pairs of a function and one driver's cell. */
function columnOf(driver: string): string[][] {
  const lines = page.slice(page.indexOf(BEGIN), page.indexOf('## What LINE refuses')).split('\n')
  const rows = lines
    .filter(line => line.startsWith('|'))
    .map(line => line.split('|').map(cell => cell.trim()))
  const at = rows[0]?.indexOf(driver) ?? -1
  return rows.slice(2).map(row => [row[1] ?? '', row[at] ?? ''])
}

test('the unmodified SDK in happy-dom behaves as in a browser in every case', async () => {
  const sdk = '2.26.1'
  const driver = await createHeadlessDriver(sdk)
  const results = await runConformance({ cases, sdk, driver, unsupported: {} })
  const wrong = results.filter(({ verdict }) => verdict !== 'passed')
  expect(wrong.map(({ id, problems }) => `${id}: ${problems.join('; ')}`)).toEqual([])
  const rows = supportRows(cases, [{ name: driver.name, sdk, results }])
  expect(columnOf(driver.name), 'run: npm run conformance -- --table').toEqual(rows)
  const lines = ruleLines(cases, [{ name: driver.name, sdk, results }])
  expect(lines.filter(line => !page.includes(`\n${line}\n`))).toEqual([])
  expect(results).toHaveLength(cases.filter(one => expectationFor(one, sdk) !== null).length)
}, 300_000)
