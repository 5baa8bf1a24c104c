import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHECK_DETAILS } from '#emulator/exam/details.ts'
import { CHECKS } from '#emulator/exam/report.ts'
import { CHECK_TEXTS } from '#emulator/exam/texts.ts'
import { packageFile } from '#emulator/package-file.ts'

test('the documentation lists the twenty checks in their order, with the texts of the command line', () => {
  const page = readFileSync(packageFile('docs/bot-exam.md'), 'utf8')
  const rows = CHECKS.map(check => {
    const { name, cure } = CHECK_TEXTS[check]
    const { line, sent, judged } = CHECK_DETAILS[check]
    return `| ${[name, line, sent, judged, cure].join(' | ')} |\n`
  })
  expect(rows).toHaveLength(20)
  expect(page).toContain(rows.join(''))
})
