// @vitest-environment node
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadCases } from '#tests/conformance/cases.ts'
import { testFolder } from '#tests/kit/folder.ts'

type Ended = { readonly code?: number; readonly stdout: string }

const conformance = (...words: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, [
    'node_modules/tsx/dist/cli.mjs',
    'tools/conformance.ts',
    ...words,
  ]).catch(error => error)

test('any file of cases is run, with a table, a count and what did not hold', async () => {
  const words = ['--cases', 'tests/conformance/sample-cases.json', '--driver', 'mock', '--verbose']
  const { code, stdout } = await conformance(...words)
  expect(stdout).toMatch(/^ {2}ok +own-profile$/m)
  expect(stdout).toMatch(/^ {2}FAILED +own-mistake$/m)
  expect(stdout).not.toContain('own-newer')
  expect(stdout).toMatch(/^ {2}driver +cases +passed +failed +not supported\n {2}mock +2 +1 +1 +0$/m)
  expect(stdout).toContain('\n1 passed, 1 failed\n')
  expect(code).toBe(1)
})

test('a file that is none is refused by its name and what is wrong with it', async () => {
  const folder = await testFolder()
  const file = join(folder, 'cases.json')
  for (const [text, problem] of [
    ['{', 'JSON'],
    ['[]', 'no list "cases"'],
    ['{"cases": [{"id": "a"}]}', 'a.call is missing'],
  ] as const) {
    await writeFile(file, text)
    const refused = () => loadCases(file)
    expect(refused).toThrow(file)
    expect(refused).toThrow(problem)
  }
})
