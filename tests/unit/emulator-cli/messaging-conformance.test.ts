// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CASES_FILE,
  checkMessaging,
  type MessagingOutcome,
  messagingCases,
} from '#tests/conformance/messaging/cases.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { runCommand } from './kit.ts'

const driver = new URL('../../conformance/messaging/driver.mjs', import.meta.url).pathname

test('every case returns to LINE’s bot SDK what LINE returns', { timeout: 120_000 }, async () => {
  const folder = await testFolder()
  const file = join(folder, 'outcomes.json')
  const result = await runCommand('exec', folder, '--', process.execPath, driver, CASES_FILE, file)
  expect(result).toMatchObject({ code: 0, errors: '' })
  const outcomes: Record<string, MessagingOutcome | undefined> = JSON.parse(await readFile(file, 'utf8'))
  const problems = messagingCases.flatMap(each => {
    const outcome = outcomes[each.id]
    const found = outcome === undefined ? ['no outcome'] : checkMessaging(each, outcome)
    return found.map(problem => `${each.id}: ${problem}`)
  })
  expect(problems).toEqual([])
})

test('every case has its own name, and fails with a wrong outcome', () => {
  expect(new Set(messagingCases.map(({ id }) => id)).size).toBe(messagingCases.length)
  const wrong: MessagingOutcome = { value: 'wrong', error: { status: 599 }, sent: [{}, {}, {}, {}] }
  const passing = messagingCases.filter(each => checkMessaging(each, wrong).length === 0)
  expect(passing).toEqual([])
})
