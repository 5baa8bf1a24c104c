import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'
import { missingRequests, otherRequests } from '#tools/strangers/line.ts'
import { neededBy, readList } from '#tools/strangers/list.ts'
import type { Outcome } from '#tools/strangers/outcome.ts'
import { exitCodeOf, report, supportSection } from '#tools/strangers/report.ts'

const outcome = (more: Partial<Outcome>): Outcome => ({
  name: 'somebody/bot',
  repository: 'somebody/bot',
  commit: '0'.repeat(40),
  kind: 'bot',
  stack: 'Express',
  needed: '`PORT`',
  result: 'ran',
  step: null,
  reason: '',
  seconds: 3,
  output: [],
  ...more,
})
const failed = outcome({ result: 'failed', step: 'install', reason: 'npm ended with 1' })
const notRun = outcome({ result: 'not run', step: 'snapshot', reason: 'is missing' })
const known = { ...failed, limit: 'it needs a database' }

test('the report has a row for each stranger, and the counts', () => {
  const text = report([outcome({}), known, notRun])
  expect(text).toContain('| somebody/bot | bot  | Express | ran ')
  expect(text).toContain('| failed at install: it needs a database |')
  expect(text).toContain('| not run at snapshot: is missing ')
  expect(text).toMatch(/^1 ran, 1 failed, 1 not run$/m)
})

test('only a failure that the list does not explain, or an explanation that no longer holds, ends with 1', () => {
  expect(exitCodeOf([outcome({}), known])).toBe(0)
  expect(exitCodeOf([known, failed, notRun])).toBe(1)
  expect(exitCodeOf([outcome({ limit: 'it needs a database' })])).toBe(1)
})

test('the section of the support page has a row for each stranger that can be built, and a list of the others', () => {
  const unbuildable = { ...failed, name: 'somebody/old', unbuildable: 'its dependency is gone' }
  expect(supportSection([outcome({}), known, unbuildable])).toBe(`1 of 2 ran.

| app          | kind | stack   | what it needed | result                      |
| ------------ | ---- | ------- | -------------- | --------------------------- |
| somebody/bot | bot  | Express | \`PORT\`         | ran                         |
| somebody/bot | bot  | Express | \`PORT\`         | failed: it needs a database |

These cannot be built, or do not work anywhere without a change, and do not count:

- somebody/old: its dependency is gone`)
  expect(supportSection([failed])).toContain('failed: npm ended with 1 |')
  expect(exitCodeOf([unbuildable])).toBe(0)
  const built = { ...outcome({}), unbuildable: 'its dependency is gone' }
  expect(supportSection([built])).toContain('1 of 1 ran.')
  expect(exitCodeOf([built])).toBe(1)
})

test('a stranger that did not run never counts as one that ran', () => {
  expect(exitCodeOf([outcome({}), notRun])).toBe(2)
  expect(exitCodeOf([{ ...notRun, limit: 'it needs a database' }])).toBe(2)
})

test('an exchange is complete when each expected request was answered with success', () => {
  const requests = [
    { method: 'POST', url: 'https://api.line.me/v2/bot/message/reply', status: 401 },
    { method: 'GET', url: 'https://api.line.me/v2/bot/profile/U1?a=1', status: 200 },
    { method: 'GET', url: 'https://api.line.me/v2/bot/info', status: 0 },
  ]
  expect(missingRequests(['GET api.line.me/v2/bot/profile/*'], requests)).toEqual([])
  expect(
    missingRequests(['POST api.line.me/v2/bot/message/reply', 'GET api.line.me/v2/profile'], requests),
  ).toEqual([
    'POST api.line.me/v2/bot/message/reply was answered with 401',
    'GET api.line.me/v2/profile was not sent',
  ])
  expect(otherRequests(['POST api.line.me/v2/bot/message/reply'], requests)).toEqual([
    'GET api.line.me/v2/bot/profile/U1 200',
    'GET api.line.me/v2/bot/info 0',
  ])
})

const entry = {
  name: 'somebody/bot',
  repository: 'somebody/bot',
  commit: '0'.repeat(40),
  kind: 'bot',
  stack: 'Express',
  exchange: ['POST api.line.me/v2/bot/message/reply'],
}

test.each([
  [[{ ...entry, kind: 'shop' }], /^0\.kind: /],
  [[{ ...entry, commit: 'main' }], /^0\.commit: must be 40 hexadecimal digits$/],
  [[{ ...entry, misspelt: 1 }], /^0\.misspelt: /],
  [[entry, entry], /^name: "somebody\/bot" occurs twice$/],
])('a wrong list is refused with the field', async (list, message) => {
  const file = join(await testFolder(), 'strangers.json')
  await writeFile(file, JSON.stringify(list))
  expect(() => readList(file)).toThrow(message)
})

test.each([
  [{}, 'nothing'],
  [{ env: { PORT: '{port}', ID: 'x' }, liffId: '1234567890-AbCdEfGh' }, '`PORT`, `ID`, `--liff-id`'],
  [{ env: { PORT: '{port}' }, needed: 'a user' }, 'a user'],
])('the settings that a stranger needed: %j', async (more, needed) => {
  const file = join(await testFolder(), 'strangers.json')
  await writeFile(file, JSON.stringify([{ ...entry, ...more }]))
  expect(readList(file).map(neededBy)).toEqual([needed])
})

test('the support page counts the rows of its table of foreign apps', async () => {
  const page = await readFile('emulator/docs/support.md', 'utf8')
  const section = page.slice(page.indexOf('## Foreign apps'))
  const results = [...section.matchAll(/^\| .* \| ([^|]+?) +\|$/gm)].map(([, result]) => result)
  const rows = results.filter(result => !/^(result|-+)$/.test(result ?? ''))
  const ran = rows.filter(result => result === 'ran').length
  expect(section).toContain(`\n${ran} of ${rows.length} ran.\n`)
  expect(rows.every(result => result === 'ran' || /^failed: ./.test(result ?? ''))).toBe(true)
})
