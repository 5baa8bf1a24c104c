// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadCases } from '#tests/conformance/cases.ts'
import { coverageProblems, type Project, rowsOf, titlesOf } from '#tests/kit/spec-coverage.ts'

const pages = readdirSync('docs/spec-coverage').sort()
const documents = ['docs/spec-coverage.md', ...pages.map(name => `docs/spec-coverage/${name}`)]
const table = documents.map(path => readFileSync(path, 'utf8')).join('\n')
const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /\.(test|spec)\.tsx?$/.test(path))
const project: Project = {
  tests: new Map(tests.map(path => [path, readFileSync(`tests/${path}`, 'utf8')])),
  cases: new Set(loadCases('tests/conformance/liff-conformance.json').map(({ id }) => id)),
  isFile: existsSync,
}
const problems = (document: string) => coverageProblems(document, project)
/** The table with one thing in it made wrong, which must be there. */
const seeded = (right: string, wrong: string) => {
  expect(table).toContain(right)
  return problems(table.replace(right, wrong))
}

test('everything that the table names is there', () => {
  expect(problems(table)).toEqual([])
  expect(rowsOf(table).length).toBeGreaterThan(200)
})

test('every part has its page, and each page is in the index and holds its own part', () => {
  const index = readFileSync('docs/spec-coverage.md', 'utf8')
  expect(pages.map(name => name.slice(0, 3))).toEqual(Array.from({ length: 9 }, (_, at) => `s${at + 1}-`))
  for (const name of pages) {
    const page = readFileSync(`docs/spec-coverage/${name}`, 'utf8')
    const [title = ''] = page.split('\n')
    const part = name.slice(0, 2).toUpperCase()
    expect(index).toContain(`[${title.replace('# ', '')}](spec-coverage/${name})`)
    expect(new Set(rowsOf(page).map(({ id }) => id.split('.')[0]))).toEqual(new Set([part]))
  }
})

test('a message of the SDK’s stands in the file that its row names', () => {
  const messages = rowsOf(table).flatMap(({ id, says, ours, shown }) => {
    const [, message] = /^“(?:\{feature\} )?(.+)”$/.exec(says) ?? []
    return message === undefined || shown.startsWith('gap:') ? [] : [{ id, message, ours }]
  })
  const elsewhere = messages.filter(({ message, ours }) =>
    [...ours.matchAll(/`([^`]+)`/g)].every(([, path = '']) => !readFileSync(path, 'utf8').includes(message)),
  )
  expect(messages.length).toBeGreaterThan(20)
  expect(elsewhere.map(({ id }) => id)).toEqual([])
})

test('a test that is not there is found', () => {
  expect(seeded('› it can be closed`', '› it can be opened`')).toEqual([
    expect.stringContaining('unit/ui/toasts.test.tsx has no test "it can be opened"'),
  ])
})

test('a test file that is not there is found', () => {
  expect(seeded('`contract/leaving.test.ts ›', '`contract/staying.test.ts ›')).toHaveLength(1)
})

test('a conformance case that is not there is found, in the list of differences too', () => {
  expect(seeded('`sub-result-204` |', '`sub-result-205` |')).toHaveLength(1)
  expect(seeded('`perm-substring-scope`', '`perm-substring`')).toHaveLength(1)
})

test('a file that is not there is found', () => {
  expect(seeded('`src/platform/token-cookie.ts`', '`src/platform/biscuit.ts`')).toHaveLength(1)
})

test('a row that shows nothing, a row twice, a section without rows and a wrong count are found', () => {
  expect(seeded('| `version-string` |', '| shown somewhere |').join()).toContain('neither shown nor a gap')
  expect(seeded('| S9.2 |', '| S9.1 |')).toEqual(['S9.1: twice'])
  expect(problems(table.replace(/\n\| S6\..*/g, '')).join()).toContain('S6: no row')
  expect(seeded('sentences: ', 'sentences, about ').join()).toContain('the counts are: ')
})

test('titles are read as they stand in the source, of tests that run', () => {
  const source = `
    test('plain', () => {})
    test("with 'quotes'", () => {})
    test('a \\'quote\\'', () => {})
    test.each([['a', 'not a title']])(
      'each %s', () => {})
    test(\`template \${one}\`, () => {})
    await test.step('a step', async () => {})
    test.skip('skipped', () => {})
    // test('commented out', () => {})
    describe('a group', () => {})
  `
  expect([...titlesOf(source)]).toEqual([
    'plain',
    "with 'quotes'",
    "a 'quote'",
    'each %s',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template, not one.
    'template ${one}',
    'a step',
  ])
})

test('of a title made from a template the beginning is enough, if it is long enough to say something', () => {
  const row = (name: string) => `| S1.1 | says | ours | \`unit/x.test.ts › ${name}\` |`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template, not one.
  const given = { ...project, tests: new Map([['unit/x.test.ts', 'test(`photo number ${n}`, () => {})']]) }
  const wrong = (name: string) =>
    coverageProblems(row(name), given).filter(problem => problem.startsWith('S1.1'))
  expect(wrong('photo number …')).toEqual([])
  expect(wrong('photo number')).toHaveLength(1)
  expect(wrong('photo …')).toHaveLength(1)
})
