import { spawnSync } from 'node:child_process'

const CHECK = ['format and lint', 'types', 'unused code']
const VITEST = 'unit and contract tests'
const CONFORMANCE = 'conformance with the LIFF SDK'
const BROWSER = 'browser tests'
const SIZES = 'size budgets'

const DOCUMENT_TESTS = [
  'tests/unit/docs',
  'tests/unit/prose',
  'tests/unit/spec-coverage',
  'tests/unit/asvs',
  'tests/unit/security-checks',
  'tests/unit/legal',
  'tests/unit/message-promises',
  'emulator/tests/conformance/support-table',
  'tests/unit/desk/guides',
]

const SOURCE_TESTS = ['tests/unit/architecture', 'tests/unit/unused', 'tests/unit/bare-machine']

const APP_TESTS = ['tests/unit/', 'tests/contract/']
const EMULATOR_TESTS = [
  'emulator/tests/',
  'tests/unit/conformance',
  'tests/unit/screens',
  'tests/unit/startup',
]

const EMULATOR_PAGES = [
  'emulator/tests/browser/',
  'tests/e2e/emulator',
  'tests/e2e/panel',
  'tests/e2e/examples',
]
const DESK_PAGES = ['tests/e2e/desk', 'tests/e2e/panel-desk-link']

/**
 * Maps changed paths to the tests that they can break. The first matching row applies; a path without a row can break
 * everything. `vitest` and `browser` are prefixes of test files; if missing, the whole suite runs.
 */
const ROWS = [
  { paths: /^docs\/|(^|\/)[A-Z]+\.md$|\.md$/, suites: [...CHECK, VITEST], vitest: DOCUMENT_TESTS },
  {
    paths: /^(tests\/e2e\/(emulator|panel|examples)|emulator\/tests\/browser\/)/,
    suites: [...CHECK, BROWSER],
    browser: EMULATOR_PAGES,
  },
  { paths: /^tests\/e2e\/desk/, suites: [...CHECK, BROWSER], browser: DESK_PAGES },
  { paths: /^tests\/(e2e|gallery)\//, suites: [...CHECK, BROWSER] },
  { paths: /^tests\/(webkit|firefox|bench)\//, suites: CHECK },
  { paths: /^tests\/unit\//, suites: [...CHECK, VITEST], vitest: ['tests/unit/'] },
  { paths: /^tests\/contract\//, suites: [...CHECK, VITEST], vitest: ['tests/contract/', ...SOURCE_TESTS] },
  {
    paths: /^(emulator\/)?tests\/conformance\//,
    suites: [...CHECK, VITEST, CONFORMANCE],
    vitest: ['tests/unit/', 'emulator/tests/'],
  },
  {
    // All other browser tests also run on the emulator.
    paths: /^emulator\//,
    suites: [...CHECK, VITEST, CONFORMANCE, BROWSER],
    vitest: [...EMULATOR_TESTS, ...SOURCE_TESTS, ...DOCUMENT_TESTS],
  },
  {
    paths: /^(desk|contract\/desk|server\/desk)\//,
    suites: [...CHECK, VITEST, BROWSER],
    vitest: ['tests/unit/desk', 'tests/contract/', ...SOURCE_TESTS],
    browser: DESK_PAGES,
  },
  {
    paths: /^server\//,
    suites: [...CHECK, VITEST, BROWSER],
    vitest: [...APP_TESTS],
    browser: ['tests/e2e/(?!emulator|panel|examples)'],
  },
  {
    paths: /^(src|sw|campaign|public)\/|^index\.html$/,
    suites: [...CHECK, VITEST, SIZES, BROWSER],
    vitest: APP_TESTS,
    browser: ['tests/e2e/(?!emulator|examples)'],
  },
]

/**
 * Returns the paths that differ from a revision, including untracked files.
 * @param {string} revision empty for the last commit shared with the upstream, or HEAD if there is no upstream
 * @param {string} folder
 */
export function changedPaths(revision, folder) {
  const git = (...args) => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    return { ok: status === 0, text: stdout ?? '', problem: error?.message ?? stderr?.trim() ?? '' }
  }
  const upstream = ['@{upstream}', 'origin/main']
    .map(name => git('merge-base', 'HEAD', name))
    .find(({ ok }) => ok)
  const base = revision === '' ? (upstream?.text.trim() ?? 'HEAD') : revision
  const tracked = git('diff', '--name-only', base, '--')
  if (!tracked.ok) {
    console.error(`npm test: --changed: git cannot compare with ${base} (${tracked.problem.split('\n')[0]})`)
    process.exit(2)
  }
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...tracked.text.split('\n'), ...added.text.split('\n')])].filter(path => path !== '')
}

/**
 * Returns the suites that these paths can break, and their files; no filter means all files.
 * @param {readonly string[]} paths
 */
export function whatBreaks(paths) {
  const rows = paths.map(path => ROWS.find(row => row.paths.test(path)) ?? null)
  const unknown = paths.filter((_, index) => rows[index] === null)
  if (unknown.length > 0) {
    const summary = `${unknown[0]} can break everything: nothing is left out.`
    return { suites: [...CHECK, VITEST, SIZES, CONFORMANCE, BROWSER], vitest: [], browser: [], summary }
  }
  const found = [...new Set(rows)]
  const suites = [...new Set([...CHECK, ...found.flatMap(row => row.suites)])]
  const filesOf = (suite, key) => {
    const having = found.filter(row => row.suites.includes(suite))
    return having.some(row => row[key] === undefined) ? [] : [...new Set(having.flatMap(row => row[key]))]
  }
  const vitest = filesOf(VITEST, 'vitest')
  const browser = filesOf(BROWSER, 'browser')
  const limited = [...vitest, ...browser]
  const summary = `${paths.length} changed paths. Files: ${limited.length > 0 ? limited.join(' ') : 'all of the suites that run'}`
  return { suites, vitest, browser, summary }
}
