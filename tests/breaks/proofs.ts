import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '#tools/child.mjs'

/** A cited test: its path, relative to `tests/` or starting with `emulator/`, and its title as in the source. */
export type CitedTest = { readonly path: string; readonly title: string }

/** Returns a cited test's path relative to the project's root. */
export const citedFile = (path: string): string => (path.startsWith('emulator/') ? path : `tests/${path}`)

/** The result of a run of cited tests. `red` names the first test that failed; `ran` is true if any test ran at all. */
type Shown = { readonly red: string | null; readonly ran: boolean }

/** The folder in which the proofs run. `output` receives the programs' output. */
export type Runner = { readonly folder: string; readonly output: (text: string) => void }

/** Returns a regular expression for the titles that a title in the source becomes once `%s` and `${…}` are replaced. */
export function titlePattern(title: string): string {
  const start = title.endsWith('…') ? title.slice(0, -1) : title
  const parts = start.split(/%[sdifjoO#%]|\$\{[^}]*\}|\$\w+/)
  const text = parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
  return title.endsWith('…') ? `${text}.*` : text
}

async function run({ folder, output }: Runner, words: readonly string[], env = {}): Promise<void> {
  const child = startChild(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, TEST_DATABASE_URL: '', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.on('data', (data: Buffer) => output(data.toString()))
  child.stderr?.on('data', (data: Buffer) => output(data.toString()))
  await new Promise(resolve => child.once('close', resolve))
}

/** Reads a report. Returns null if the program failed before writing it. */
function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  } finally {
    rmSync(path, { force: true })
  }
}

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** Runs Vitest tests in one process, and stops at the first failure unless `all` is true. */
export async function runVitest(
  runner: Runner,
  tests: readonly CitedTest[],
  { all = false } = {},
): Promise<Shown & { readonly reds: readonly string[] }> {
  const report = join(runner.folder, 'breaks-vitest.json')
  const files = [...new Set(tests.map(({ path }) => citedFile(path)))]
  const wanted = [...new Set(tests.map(({ title }) => titlePattern(title)))]
  await run(runner, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    '--testNamePattern',
    `(^|\\s)(${wanted.join('|')})$`,
    '--reporter=json',
    `--outputFile=${report}`,
    ...(all ? [] : ['--bail=1', '--maxWorkers=1']),
  ])
  const results = readReport<VitestReport>(report)?.testResults ?? []
  const ran = results.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .filter(({ title }) =>
        tests.some(
          one => name.endsWith(`/${one.path}`) && RegExp(`^${titlePattern(one.title)}$`).test(title),
        ),
      )
      .map(({ title, status }) => ({ status, name: `${name.split('/tests/').at(-1)} › ${title}` })),
  )
  const reds = ran.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return { red: reds[0] ?? null, reds, ran: ran.length > 0 }
}

type ConformanceReport = {
  readonly suites: readonly {
    readonly results: readonly { readonly id: string; readonly verdict: string }[]
  }[]
}

export async function runCases(
  runner: Runner,
  ids: readonly string[],
): Promise<Shown & { readonly reds: readonly string[] }> {
  const cases = join(runner.folder, 'breaks-cases.json')
  const report = join(runner.folder, 'breaks-report.json')
  const known = readFileSync(join(runner.folder, 'emulator/tests/conformance/liff-conformance.json'), 'utf8')
  const all = JSON.parse(known) as { readonly cases: readonly { readonly id: string }[] }
  writeFileSync(cases, JSON.stringify({ ...all, cases: all.cases.filter(({ id }) => ids.includes(id)) }))
  const words = ['--cases', cases, '--driver', 'platform', '--sdk', '2.26.1', '--json', report]
  await run(runner, ['--import', 'tsx', 'tools/conformance.ts', ...words])
  const results = readReport<ConformanceReport>(report)?.suites.flatMap(suite => suite.results) ?? []
  const reds = results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  return { red: reds[0] ?? null, reds, ran: results.length > 0 }
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[]
}

const specsOf = (suite: PlaywrightSuite): readonly { title: string; ok: boolean }[] => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
]

/** Runs browser tests. They need a build of the app, unless they only use the gallery, which they build themselves. */
export async function runBrowserTests(runner: Runner, tests: readonly CitedTest[]): Promise<Shown> {
  const sources = tests.map(({ path }) => readFileSync(join(runner.folder, citedFile(path)), 'utf8'))
  if (sources.some(source => !source.includes('/gallery.ts'))) await run(runner, ['tools/build.mjs'])
  const report = join(runner.folder, 'breaks-playwright.json')
  const files = [...new Set(tests.map(({ path }) => citedFile(path)))]
  // A title may belong to a step. The surrounding test is then unknown, so the whole file runs.
  const isTest = ({ title }: CitedTest) => !sources.some(source => source.includes(`test.step('${title}'`))
  const wanted = tests.map(({ title }) => titlePattern(title)).join('|')
  await run(
    runner,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...files,
      ...(tests.every(isTest) ? ['--grep', wanted] : []),
      '--workers=1',
      '--retries=0',
      '--max-failures=1',
      '--reporter=json',
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  )
  const specs = specsOf(readReport<PlaywrightSuite>(report) ?? {})
  return { red: specs.find(({ ok }) => !ok)?.title ?? null, ran: specs.length > 0 }
}
