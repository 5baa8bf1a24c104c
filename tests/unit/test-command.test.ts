import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '#tests/kit/listen.ts'
import { budgetReport } from '#tools/budgets.mjs'
import { changedPaths, whatBreaks } from '#tools/changed.mjs'
import { merge, nightly, nightlyBrowser, storeDecides, storeless } from '#tools/circles.ts'
import { databaseProblem } from '#tools/database.mjs'
import { CIRCLES, PARTS, suites } from '#tools/suites.mjs'
import { parse } from '#tools/test-options.mjs'

const testFiles = ['tests', 'emulator/tests']
  .flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => `${folder}/${path}`),
  )
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /\.(test|spec)\.tsx?$/.test(path))

const defaults = { circle: 'push', part: null, changed: null, keepGoing: false }

test('the words of the command choose the circle, its part, and what stops the run', () => {
  expect(parse([], PARTS)).toEqual(defaults)
  expect(parse(['--all', '--keep-going'], PARTS)).toEqual({ ...defaults, circle: 'merge', keepGoing: true })
  expect(parse(['--nightly'], PARTS)).toEqual({ ...defaults, circle: 'nightly' })
  expect(parse(['--nightly=webkit'], PARTS)).toEqual({ ...defaults, circle: 'nightly', part: 'webkit' })
  expect(parse(['--changed=main'], PARTS)).toEqual({ ...defaults, changed: 'main' })
  expect(parse(['--quick'], PARTS)).toEqual({ ...defaults, circle: 'quick' })
})

test('a wrong word is refused with a sentence that says what is possible', () => {
  expect(() => parse(['--al'], PARTS)).toThrow('unknown argument --al. npm test -- [--all')
  expect(() => parse(['--all=1'], PARTS)).toThrow('unknown argument --all=1')
  expect(() => parse(['--nightly=moon'], PARTS)).toThrow('--nightly=moon: the parts are check, vitest')
  expect(() => parse(['--all', '--nightly'], PARTS)).toThrow('--all and --nightly cannot be used together')
})

test('the command ends with 2 and one sentence for a wrong word, and for a database that does not answer', async () => {
  const run = (words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/test.mjs', ...words], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    return { status, lines: stderr.trim().split('\n') }
  }
  const misspelt = run(['--nigthly'])
  expect(misspelt).toEqual({ status: 2, lines: [expect.stringContaining('unknown argument --nigthly')] })
  const port = await closedPort()
  const noDatabase = run(['--all'], { TEST_DATABASE_URL: `postgres://127.0.0.1:${port}/test` })
  expect(noDatabase.status).toBe(2)
  expect(noDatabase.lines).toEqual([
    expect.stringContaining(`PostgreSQL at 127.0.0.1:${port} (TEST_DATABASE_URL) cannot be reached`),
  ])
})

async function closedPort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}

test('an address that is not a URL is named; an unset one and a socket are not checked', async () => {
  expect(await databaseProblem('localhost')).toContain('TEST_DATABASE_URL is not a URL')
  expect(await databaseProblem('')).toBe(null)
  expect(await databaseProblem('postgres:///test?host=/run/postgresql')).toBe(null)
})

test('later circles run everything that earlier ones run, in the order of the steps', () => {
  const steps = ['check', 'unit and contract', 'browser', 'other engines']
  expect([...new Set(suites.map(({ step }) => step))]).toEqual(steps)
  for (const { name, circles } of suites)
    expect([name, circles]).toEqual([name, CIRCLES.slice(CIRCLES.indexOf(circles[0] ?? ''))])
})

test('documents need the check and the tests of documents; an unknown path needs everything', () => {
  const documents = whatBreaks(['docs/offline.md', 'README.md', 'emulator/docs/panel.md'])
  expect(documents.suites).toEqual(['format and lint', 'types', 'unused code', 'unit and contract tests'])
  expect(documents.vitest).toContain('tests/unit/docs')
  const all = ['size budgets', 'conformance with the LIFF SDK', 'browser tests']
  expect(whatBreaks(['package-lock.json']).suites).toEqual(expect.arrayContaining(all))
  expect(whatBreaks(['docs/offline.md', 'vite.config.ts'])).toMatchObject({ vitest: [], browser: [] })
})

test('a change outside the emulator runs no test of the panel and no conformance case', () => {
  const { suites, browser } = whatBreaks(['server/routes/visit.ts'])
  expect(suites).not.toContain('conformance with the LIFF SDK')
  const matches = (file: string) => browser.some(pattern => new RegExp(pattern).test(file))
  expect(matches('tests/e2e/journeys.spec.ts')).toBe(true)
  expect(matches('tests/e2e/emulator-panel.spec.ts')).toBe(false)
  expect(whatBreaks(['emulator/src/index.ts']).suites).toContain('conformance with the LIFF SDK')
})

test('two changes run what each of them can break', () => {
  const { vitest, browser } = whatBreaks(['tests/e2e/desk-draw.spec.ts', 'tests/contract/draw.test.ts'])
  expect(vitest).toContain('tests/contract/')
  expect(browser).toContain('tests/e2e/desk')
})

test('every row of the table names files that exist', () => {
  const { vitest, browser } = whatBreaks([
    ...['docs/offline.md', 'emulator/src/index.ts', 'desk/main.tsx', 'tests/unit/docs.test.ts'],
    ...['tests/e2e/desk-draw.spec.ts', 'tests/e2e/emulator-panel.spec.ts', 'tests/contract/draw.test.ts'],
  ])
  const isUnknown = (start: string) => !testFiles.some(file => file.startsWith(start))
  expect([...vitest, ...browser].filter(isUnknown)).toEqual([])
})

test('changes are compared with a revision, and an unknown revision ends the run', () => {
  expect(changedPaths('HEAD', '.')).toBeInstanceOf(Array)
  const script =
    "import('./tools/changed.mjs').then(({ changedPaths }) => changedPaths('no-such-revision', '.'))"
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('git cannot compare with no-such-revision')])
})

const finished = (cpu: number, { speed = 40, others = 0 } = {}) => [
  { suite: { name: 'types' }, cpu, speed, others },
]
const budgets = { sampleMs: 40, push: { types: 100 } }

test('the report marks a suite over its budget by a tenth, and converts the seconds of a slower machine', () => {
  const report = (cpu: number, machine = {}) => budgetReport(budgets, 'push', finished(cpu, machine)).join()
  expect(report(109)).not.toContain('over')
  expect(report(120)).toContain('20 % over')
  expect(report(150, { speed: 60 })).not.toContain('over')
  expect(report(200, { others: 0.5 })).toContain('100 % over (50 % of the processors had other work)')
})

test('every budget is one of a suite, and every suite of a circle has one', () => {
  const { sampleMs, ...circles } = JSON.parse(readFileSync('tests/budgets.json', 'utf8')) as Record<
    string,
    Record<string, number>
  >
  expect(sampleMs).toBeGreaterThan(0)
  for (const [circle, budget] of Object.entries(circles)) {
    const own = suites.filter(suite => suite.circles.includes(circle)).map(({ name }) => name)
    expect([circle, Object.keys(budget).filter(name => !own.includes(name))]).toEqual([circle, []])
  }
})

test('the scheduled workflow has a job for every part', () => {
  const workflow = readFileSync('.github/workflows/nightly.yml', 'utf8')
  const [, parts = ''] = /part: \[(.*)\]/.exec(workflow) ?? []
  expect(parts.split(', ').toSorted()).toEqual([...PARTS].toSorted())
})

test('the lists of circles name files that exist, each once', () => {
  const inLists = [...merge, ...nightly]
  expect(inLists.filter(path => !existsSync(path.replace('/**/*.test.ts', '')))).toEqual([])
  expect(inLists.filter((pattern, at) => inLists.indexOf(pattern) !== at)).toEqual([])
  const late = nightlyBrowser.map(name => `tests/e2e/${name}.spec.ts`)
  expect(late.filter(path => !existsSync(path) || readFileSync(path, 'utf8').includes('@core'))).toEqual([])
  const onStores = [...storeDecides, ...storeless]
  expect(onStores.filter(name => !existsSync(`tests/contract/${name}.test.ts`))).toEqual([])
  expect(onStores.filter((name, at) => onStores.indexOf(name) !== at)).toEqual([])
})
