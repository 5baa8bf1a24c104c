import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runStep } from '#tools/step.mjs'

const folder = mkdtempSync(join(tmpdir(), 'step-'))
afterAll(() => rmSync(folder, { recursive: true }))

const appends = (word: string, code: number) => [
  '-e',
  `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'log'))}, '${word} '); process.exit(${code})`,
]

test('a step that fails is tried with the other arguments, and one that succeeds is not', async () => {
  await runStep('First', process.execPath, appends('quick', 1), { otherwise: appends('thorough', 0) })
  await runStep('Second', process.execPath, appends('quick', 0), { otherwise: appends('thorough', 0) })
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('quick thorough quick ')
})
