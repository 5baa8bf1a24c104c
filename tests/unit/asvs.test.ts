// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  type Answer,
  answersSchema,
  chapters,
  countsOf,
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

test.each<[string, Answer, string]>([
  ['an unknown id', { id: 'V1.1.9', subject: 'x', open: 'is not there' }, 'not a requirement'],
  ['a missing test file', { id: 'V1.1.1', subject: 'x', shown: ['unit/none.test.ts › x'] }, 'no test file'],
  ['a missing title', { id: 'V1.1.1', subject: 'x', shown: ['unit/asvs.test.ts › no such…'] }, 'has no test'],
  ['a missing heading', { id: 'V1.1.1', subject: 'x', operator: 'docs/asvs/rules.md#none' }, 'no heading'],
  ['a missing page', { id: 'V1.1.1', subject: 'x', operator: 'docs/none.md#none' }, 'no heading'],
])('reports %s', (_, answer, problem) => {
  const others = answers.filter(({ id }) => id !== answer.id)
  expect(problemsOf([...others, answer], requirements, project).join()).toContain(problem)
})

test('reports a missing and a repeated answer', () => {
  const [first, ...others] = answers
  expect(problemsOf(others, requirements, project)).toEqual([`${first?.id}: no answer`])
  expect(problemsOf([...answers, ...answers.slice(0, 1)], requirements, project)).toEqual([
    `${first?.id}: answered twice`,
  ])
})
