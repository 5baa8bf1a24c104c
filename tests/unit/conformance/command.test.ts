import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadCases } from '#emulator-tests/conformance/cases.ts'
import { testFolder } from '#tests/kit/folder.ts'

type CommandResult = { readonly code?: number; readonly stdout: string }

const conformance = (...words: string[]): Promise<CommandResult> =>
  promisify(execFile)(process.execPath, [
    'node_modules/tsx/dist/cli.mjs',
    'tools/conformance.ts',
    ...words,
  ]).catch(error => error)

test('runs a file of cases and prints each result, a table, the counts and the differences', async () => {
  const words = [
    '--cases',
    'emulator/tests/conformance/sample-cases.json',
    '--driver',
    'headless',
    '--verbose',
  ]
  words.push('--sdk', '2.26.1')
  const { code, stdout } = await conformance(...words)
  expect(stdout).toMatch(/^ {2}ok +sample-profile$/m)
  expect(stdout).toMatch(/^ {2}FAILED +sample-mistake$/m)
  expect(stdout).not.toContain('sample-newer')
  expect(stdout).toMatch(
    /^ {2}driver +cases +passed +failed +not supported\n {2}headless x 2\.26\.1 +2 +1 +1 +0$/m,
  )
  expect(stdout).toContain('\n1 passed, 1 failed\n')
  expect(code).toBe(1)
})

test('refuses an invalid file of cases with its name and the problem', async () => {
  const folder = await testFolder()
  const file = join(folder, 'cases.json')
  for (const [text, problem] of [
    ['{', 'JSON'],
    ['[]', 'list "cases" is missing'],
    ['{"cases": [{"id": "a"}]}', 'a.call is missing'],
  ] as const) {
    await writeFile(file, text)
    const refused = () => loadCases(file)
    expect(refused).toThrow(file)
    expect(refused).toThrow(problem)
  }
})
