import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, root } from './command.mjs'
import { check, conformance, counted, npmPackage, playwright, vitest } from './run-suite.mjs'

/**
 * The test command's suites. `circles` lists the circles in which a suite runs; `part` is its name in `--nightly=NAME`.
 * Suites with the same `step` run even if an earlier one failed.
 */

/** From the most frequent to the most thorough. `quick` is `npm run check`. */
export const CIRCLES = ['quick', 'push', 'merge', 'nightly']

const pinnedSdk = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies['@line/liff']

const withDatabase = () => process.env.TEST_DATABASE_URL !== undefined

const VITEST_PROJECTS = {
  quick: ['unit', 'stories', 'contract'],
  push: ['unit', 'stories', 'contract'],
  merge: ['unit', 'stories', 'contract', 'merge', 'merge-stories'],
  nightly: ['unit', 'stories', 'contract', 'merge', 'merge-stories', 'nightly'],
}

const TAGS = { push: ['--grep', '@core'], merge: ['--grep-invert', '@nightly'], nightly: [] }

const inOtherEngine = { step: 'other engines', circles: ['merge', 'nightly'] }

/** True if the suite needs the built app, desk and emulator. Quick unit and contract tests need no build. */
export const needsBuild = ({ step }, circle) =>
  step !== 'check' && (step !== 'unit and contract' || ['merge', 'nightly'].includes(circle))

export const suites = [
  {
    name: 'format and lint',
    part: 'check',
    step: 'check',
    circles: CIRCLES,
    run: () => check(npmPackage('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.']),
  },
  {
    name: 'types',
    part: 'check',
    step: 'check',
    circles: CIRCLES,
    // With several threads, the compiler checks shared types once per thread, which is no faster on two cores.
    run: () => check(npmPackage('typescript/bin/tsc'), ['-b', '--singleThreaded']),
  },
  {
    name: 'unused code',
    part: 'check',
    step: 'check',
    circles: CIRCLES,
    run: () => check(npmPackage('knip/bin/knip.js'), []),
  },
  {
    name: 'unit and contract tests',
    part: 'vitest',
    step: 'unit and contract',
    circles: CIRCLES,
    run: ({ circle, vitestFilters }) =>
      vitest(VITEST_PROJECTS[circle], 'vitest.json', { filters: vitestFilters }),
  },
  {
    name: 'contract tests on PostgreSQL',
    part: 'postgres',
    step: 'unit and contract',
    circles: ['merge', 'nightly'],
    missing: () =>
      withDatabase() ? null : 'the contract tests on PostgreSQL (set TEST_DATABASE_URL=postgres://…)',
    run: () => vitest(['contract-postgres'], 'postgres.json'),
  },
  {
    name: 'size budgets',
    part: 'browser',
    step: 'browser',
    circles: ['push', 'merge', 'nightly'],
    run: () => check(npmPackage('size-limit/bin.js'), []),
  },
  {
    name: 'conformance with the LIFF SDK',
    part: 'conformance',
    step: 'browser',
    circles: ['push', 'merge', 'nightly'],
    browser: 'chromium',
    run: ({ circle, env }) =>
      conformance(
        'conformance.json',
        {
          // A unit test runs all cases in happy-dom.
          push: ['--driver', 'platform', '--core', '--sdk', pinnedSdk()],
          merge: ['--driver', 'platform', '--sdk', pinnedSdk()],
          nightly: [],
        }[circle],
        env,
      ),
  },
  {
    name: 'browser tests',
    part: 'browser',
    step: 'browser',
    circles: ['push', 'merge', 'nightly'],
    browser: 'chromium',
    run: ({ circle, env, browserFilters = [] }) =>
      playwright('e2e.json', [...TAGS[circle], ...browserFilters], env),
  },
  {
    name: 'commands',
    part: 'commands',
    step: 'browser',
    circles: ['nightly'],
    browser: 'chromium',
    // Several files start the emulator on its default port, which the READMEs name.
    run: ({ env }) => vitest(['commands'], 'commands.json', { env, args: ['--no-file-parallelism'] }),
  },
  {
    name: 'one broken line for each sentence of the specification',
    part: 'breaks',
    step: 'browser',
    circles: ['nightly'],
    browser: 'chromium',
    run: ({ env }) => counted(binary('tsx'), ['tools/breaks.ts'], env),
  },
  {
    name: 'conformance with the LIFF SDK in WebKit',
    part: 'webkit',
    ...inOtherEngine,
    browser: 'webkit',
    run: ({ circle, env }) =>
      conformance(
        'conformance-webkit.json',
        ['--browser', 'webkit', '--sdk', pinnedSdk(), ...(circle === 'merge' ? ['--core'] : [])],
        env,
      ),
  },
  {
    name: 'tests in WebKit',
    part: 'webkit',
    ...inOtherEngine,
    browser: 'webkit',
    run: ({ env }) => vitest(['webkit'], 'webkit.json', { env, args: ['--maxWorkers=1'] }),
  },
  {
    name: 'faults in WebKitGTK',
    part: 'webkit',
    ...inOtherEngine,
    browser: 'webkit',
    run: ({ circle, env }) =>
      playwright(
        'e2e-webkitgtk.json',
        [
          '--config',
          'playwright.webkitgtk.config.ts',
          '--workers',
          '1',
          ...(circle === 'merge' ? ['--grep', '@core'] : []),
        ],
        env,
      ),
  },
  {
    name: 'browser tests in Playwright’s WebKit',
    part: 'webkit',
    ...inOtherEngine,
    browser: 'playwright-webkit',
    run: ({ circle, env }) =>
      playwright(
        'e2e-playwright-webkit.json',
        ['--config', 'playwright.webkit.config.ts', ...TAGS[circle]],
        env,
      ),
  },
  {
    name: 'tests in Firefox',
    part: 'firefox',
    ...inOtherEngine,
    browser: 'firefox',
    run: ({ env }) => vitest(['firefox'], 'firefox.json', { env, args: ['--maxWorkers=1'] }),
  },
]

export const PARTS = [...new Set(suites.map(({ part }) => part))]
