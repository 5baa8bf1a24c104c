import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] }

test('a failing test makes no other test fail, in its own file or in the next one', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/fixtures/failing-tests/vitest.config.ts',
      '--root=.',
      '--reporter=json',
    ],
    { encoding: 'utf8' },
  )
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report
  const results = testResults.flatMap(file => file.assertionResults)
  const titles = (wanted: string) =>
    results.filter(({ status }) => status === wanted).map(({ title }) => title)
  expect(titles('failed'), stderr).toEqual(titles('failed').filter(title => title.startsWith('fails: ')))
  expect(titles('passed').length).toBe(titles('failed').length + 1)
  expect(titles('passed').every(title => title.startsWith('passes '))).toBe(true)
}, 120_000)
