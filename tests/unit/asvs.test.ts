import { existsSync, readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  type Answer,
  answersSchema,
  chapters,
  countsOf,
  type Half,
  kindOf,
  pageNameOf,
  pageOf,
  problemsOf,
  requirementsSchema,
  sharesOf,
  summaryOf,
} from '#tests/kit/asvs.ts'

const jsonOf = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const requirements = v.parse(requirementsSchema, jsonOf('docs/asvs/requirements.json'))
const answers = v.parse(answersSchema, jsonOf('docs/asvs/answers.json'))

const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /\.(test|spec)\.tsx?$/.test(path))
/** Returns the anchors that GitHub and GitLab derive from the headings of a document. */
const anchorsOf = (path: string): Set<string> =>
  new Set(
    [...(existsSync(path) ? readFileSync(path, 'utf8') : '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
const project = {
  tests: new Map(tests.map(path => [path, readFileSync(`tests/${path}`, 'utf8')])),
  anchorsOf,
}

test('every requirement of levels 1 and 2 has one answer, and each named test and heading exists', () => {
  expect([requirements.level1.length, requirements.level2.length]).toEqual([70, 183])
  expect(problemsOf(answers, requirements, project)).toEqual([])
})

test('the page states the shares', () => {
  const counts = countsOf(answers)
  const { program, all } = sharesOf(counts)
  expect(program).toBe(Math.floor((counts.shown / (counts.shown + counts.open)) * 1000) / 10)
  expect(all).toBeLessThan(program)
  expect(readFileSync('docs/security-checks.md', 'utf8')).toContain(`(${program} %), ${counts.open} are open`)
})

test('the pages agree with the answers', async () => {
  for (const chapter of Object.keys(chapters).map(Number))
    await expect(pageOf(chapter, answers, requirements)).toMatchFileSnapshot(
      `../../docs/asvs/${pageNameOf(chapter)}`,
    )
  const [checks = ''] = readFileSync('docs/security-checks.md', 'utf8').split('## The ASVS\n')
  await expect(checks + summaryOf(answers)).toMatchFileSnapshot('../../docs/security-checks.md')
  const pages = readdirSync('docs/asvs').filter(name => /^v\d+\.md$/.test(name))
  expect(pages.toSorted()).toEqual(Object.keys(chapters).map(chapter => pageNameOf(Number(chapter))))
})

const about = { id: 'V1.1.1', subject: 'x' }
const none = { notApplicable: 'does not apply here' }
const ofCustomers = 'contract/asvs.test.ts › no call with a safe method changes anything'
const ofDesk = 'contract/desk/security.test.ts › desk check 05…'

test.each<[string, Answer, string]>([
  ['an unknown id', { id: 'V1.1.9', subject: 'x', both: { open: 'is not there' } }, 'not a requirement'],
  ['a missing test file', { ...about, both: { shown: ['unit/none.test.ts › x'] } }, 'no test file'],
  ['a missing title', { ...about, both: { shown: ['unit/asvs.test.ts › no such…'] } }, 'has no test'],
  ['a missing heading', { ...about, both: { operator: 'docs/asvs/rules.md#none' } }, 'no heading'],
  ['a missing page', { ...about, customers: none, desk: { operator: 'docs/none.md#none' } }, 'no heading'],
  [
    'a test of the desk for customers',
    { ...about, customers: { shown: [ofDesk] }, desk: none },
    'of the desk',
  ],
  [
    'a test of customers for the desk',
    { ...about, customers: none, desk: { shown: [ofCustomers] } },
    'not test the desk',
  ],
  ['a test of customers for both', { ...about, both: { shown: [ofCustomers] } }, 'not test the desk'],
])('reports %s', (_, answer, problem) => {
  const others = answers.filter(({ id }) => id !== answer.id)
  expect(problemsOf([...others, answer], requirements, project).join()).toContain(problem)
})

test('a requirement counts only if each half to which it applies is shown', () => {
  const [shown, open, operator] = [{ shown: ['x'] }, { open: 'is not there' }, { operator: 'x' }]
  const kind = (customers: Half, desk: Half) => kindOf({ ...about, customers, desk })
  expect([kind(shown, shown), kind(shown, none), kind(none, shown)]).toEqual(['shown', 'shown', 'shown'])
  expect([kind(shown, open), kind(open, none), kind(operator, open)]).toEqual(['open', 'open', 'open'])
  expect([kind(shown, operator), kind(none, none)]).toEqual(['operator', 'notApplicable'])
})

test('reports a missing and a repeated answer', () => {
  const [first, ...others] = answers
  expect(problemsOf(others, requirements, project)).toEqual([`${first?.id}: no answer`])
  expect(problemsOf([...answers, ...answers.slice(0, 1)], requirements, project)).toEqual([
    `${first?.id}: answered twice`,
  ])
})
