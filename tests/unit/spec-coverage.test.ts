import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadCases } from '#emulator-tests/conformance/cases.ts'
import { citedFile } from '#tests/breaks/proofs.ts'
import { coverageProblems, deviationsOf, type Project, rowsOf, titlesOf } from '#tests/kit/spec-coverage.ts'

const pages = readdirSync('docs/spec-coverage').sort()
const documents = [...pages.map(name => `docs/spec-coverage/${name}`), 'docs/spec-coverage.md']
const table = documents.map(path => readFileSync(path, 'utf8')).join('\n')
const testsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /\.(test|spec)\.tsx?$/.test(path))
const tests = [...testsIn('tests'), ...testsIn('emulator/tests').map(path => `emulator/tests/${path}`)]
const conformance = loadCases('emulator/tests/conformance/liff-conformance.json')
const project: Project = {
  tests: new Map(tests.map(path => [path, readFileSync(citedFile(path), 'utf8')])),
  cases: new Set(conformance.map(({ id }) => id)),
  isFile: existsSync,
}
const problems = (document: string) => coverageProblems(document, project)
/** Replaces a text in the tables, which must exist, with a wrong text. Returns the problems. */
const seeded = (right: string, wrong: string) => {
  expect(table).toContain(right)
  return problems(table.replace(right, wrong))
}

test('every file, test and case that the tables name exists', () => {
  expect(problems(table)).toEqual([])
  expect(rowsOf(table).length).toBeGreaterThan(200)
  expect(deviationsOf(table).length).toBeGreaterThan(30)
})

test('every part has a page with its own rows, and the index links to it', () => {
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

test('a case of the real SDK shows every SDK message that a row quotes', () => {
  const messages = rowsOf(table).flatMap(({ id, says, doneBy, shown }) => {
    const [, message] = /^“(?:\{feature\} )?(.+)”$/.exec(says) ?? []
    return message === undefined || shown.startsWith('gap:') ? [] : [{ id, message, doneBy, shown }]
  })
  const shows = (message: string, shown: string) =>
    conformance.some(
      one =>
        shown.includes(`\`${one.id}\``) &&
        JSON.stringify(one.expect).includes(JSON.stringify(message).slice(1, -1)),
    )
  expect(messages.length).toBeGreaterThan(20)
  expect(messages.filter(({ message, shown }) => !shows(message, shown)).map(({ id }) => id)).toEqual([])
  expect(messages.filter(({ doneBy }) => !doneBy.startsWith('`@line/liff`')).map(({ id }) => id)).toEqual([])
})

test('reports a row that names a missing test', () =>
  expect(seeded('› can be closed`', '› can be opened`')).toEqual([
    expect.stringContaining('unit/ui/toasts.test.tsx has no test "can be opened"'),
  ]))

test('reports a row that names a missing test file', () =>
  expect(seeded('`contract/leaving.test.ts ›', '`contract/staying.test.ts ›')).toHaveLength(1))

test('reports a missing conformance case in a row and in the deviations', () => {
  expect(seeded('`sub-result-204` |', '`sub-result-205` |')).toHaveLength(1)
  expect(seeded('`perm-substring-scope`', '`perm-substring`')).toHaveLength(1)
})

test('reports a row that names a missing file', () =>
  expect(seeded('`src/storage/token-cookie.ts`', '`src/platform/biscuit.ts`')).toHaveLength(1))

test('reports a deviation without a mark, and a mark without a deviation', () =>
  expect(seeded('| S9.32 | dialogs', '| S9.33 | dialogs')).toEqual([
    'S9.32: marked, but not in the deviations',
    'S9.33: in the deviations, but not marked',
  ]))

test('reports a row without proof, a duplicate row, a section without rows and a wrong count', () => {
  expect(seeded('| `version-string` |', '| shown somewhere |').join()).toContain('neither shown nor a gap')
  expect(seeded('| S9.2 |', '| S9.1 |')).toEqual(['S9.1: twice'])
  expect(problems(table.replace(/\n\| S6\..*/g, '')).join()).toContain('S6: no row')
  expect(seeded('sentences: ', 'sentences, about ').join()).toContain('the counts are: ')
})

test('reads titles as written in the source, without skipped tests', () => {
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
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a template.
    'template ${one}',
    'a step',
  ])
})

test('accepts the beginning of a template title if it is at least ten characters long', () => {
  const row = (name: string) => `| S1.1 | says | ours | \`unit/x.test.ts › ${name}\` |`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a template.
  const given = { ...project, tests: new Map([['unit/x.test.ts', 'test(`photo number ${n}`, () => {})']]) }
  const wrong = (name: string) =>
    coverageProblems(row(name), given).filter(problem => problem.startsWith('S1.1'))
  expect(wrong('photo number …')).toEqual([])
  expect(wrong('photo number')).toHaveLength(1)
  expect(wrong('photo …')).toHaveLength(1)
})
