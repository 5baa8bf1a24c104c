import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const unit = ['tests/unit/**/*.test.{ts,tsx}']
/** Tests of real screens on the real server. */
const stories = ['tests/unit/screens/*-stories.test.tsx']
/** Stories that render the screens after every step of random histories. `npm run check` leaves them out, too. */
const longStories = ['tests/unit/screens/chaos-stories.test.tsx']
const contract = ['tests/contract/**/*.test.ts']

/** Tests that start programs or make thousands of calls, and take seconds per file. `npm run check` leaves them out. */
const long = [
  'tests/contract/asvs.test.ts',
  'tests/consumer/**/*.test.ts',
  'tests/contract/cli-process.test.ts',
  'tests/contract/desk/draw-progress.test.ts',
  'tests/contract/desk/search-junk.test.ts',
  'tests/contract/drill-damage.test.ts',
  'tests/contract/drill-process.test.ts',
  'tests/contract/export-memory.test.ts',
  'tests/contract/fuzz.test.ts',
  'tests/contract/full-disk.test.ts',
  'tests/contract/message-plans.test.ts',
  'tests/contract/multicast-many.test.ts',
  'tests/contract/phone-reports-fuzz.test.ts',
  'tests/contract/processes.test.ts',
  'tests/contract/production.test.ts',
  'tests/contract/rehearse.test.ts',
  'tests/contract/retention-kill.test.ts',
  'tests/contract/review-risk-order.test.ts',
  'tests/contract/s3.test.ts',
  'tests/contract/security/http.test.ts',
  'tests/contract/security/once.test.ts',
  'tests/contract/security/supply-chain.test.ts',
  'tests/contract/serve-settings.test.ts',
  'tests/contract/serve.test.ts',
  'tests/hostile/**/*.test.ts',
  'tests/unit/aside.test.ts',
  'tests/unit/child.test.ts',
  'tests/unit/conformance/command.test.ts',
  'tests/unit/doctor.test.ts',
  'tests/unit/emulator-cli/back-end.test.ts',
  'tests/unit/emulator-cli/languages.test.ts',
  'tests/unit/emulator-cli/messaging-conformance.test.ts',
  'tests/unit/emulator-cli/playwright-back-end.test.ts',
  'tests/unit/emulator/bot-store-growth.test.ts',
  'tests/unit/emulator/load.test.ts',
  'tests/unit/failing-tests.test.ts',
  'tests/unit/other-browsers.test.ts',
  'tests/unit/outbox/model-full.test.ts',
  'tests/unit/outbox/single-faults.test.ts',
  'tests/unit/release-cost.test.ts',
  'tests/unit/stop-with-npm.test.ts',
]

/** Contract tests that PostgreSQL cannot change: they use no store, or are about SQLite or about moving from it. */
const storeless = [
  'backup',
  'body',
  'cli-process',
  'cli-verbs',
  'client-network',
  'contract',
  'db-copy',
  'deploy',
  'drill',
  'drill-damage',
  'drill-process',
  'erased-bytes',
  'full-disk',
  'batched',
  'line-keys',
  'junk-tokens',
  'live-data',
  'migrate',
  'openapi',
  'production',
  'rehearse',
  'review-risk-order',
  's3',
  'security/supply-chain',
  'serve',
  'serve-settings',
  'settings',
  'slips',
  'start-chat',
  'static',
]

/** The contract tests on the PostgreSQL database of TEST_DATABASE_URL. */
const onPostgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'contract-postgres',
    include: contract,
    exclude: storeless.map(name => `tests/contract/${name}.test.ts`),
    environment: 'node',
    env: { TEST_STORE: 'postgres' },
    globalSetup: ['tests/kit/postgres-project.ts'],
  },
}

/** Tests in a browser other than Chromium. `npm test -- --all` finds or installs it, and sets TEST_WEBKIT or TEST_FIREFOX. */
const inBrowser = (name: 'webkit' | 'firefox'): TestProjectConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node', testTimeout: 120_000 },
})

/**
 * Sorts test files by kind (project and environment), because Vitest reuses a worker and its loaded modules only for a
 * file of the same kind. `--sequence.seed=N` shuffles the files within their kind, always the same way for the same N.
 */
class KindByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = new Map(files.map(file => [file, kindOf(file)]))
    const { seed } = this.ctx.config.sequence
    const sorted = seed === undefined ? await super.sort(files) : shuffledBy(seed, files)
    return sorted.sort((a, b) => String(kinds.get(a)).localeCompare(String(kinds.get(b))))
  }
}

function shuffledBy(seed: number, files: readonly TestSpecification[]): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) =>
    createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
  return files.toSorted((a, b) => place(a).localeCompare(place(b)))
}

function kindOf({ project, moduleId }: TestSpecification): string {
  const environment = /^\/\/ @vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1]
  return `${project.name} ${environment ?? ''}`
}

export default defineConfig({
  test: {
    // Long enough for a machine that is busy with other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share a process and its modules: starting a process and loading React for each file took longer than the tests.
    isolate: false,
    // One per core. Vitest's default of one fewer leaves one of two cores idle.
    maxWorkers: availableParallelism(),
    // Rendering screens allocates much short-lived memory: with the default of 16 MB, garbage collection took a quarter of the time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: KindByKind },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...long, ...stories],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'https://localhost/' } },
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: stories,
          exclude: longStories,
          environment: './tests/kit/dom-and-node.ts',
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long-stories',
          include: longStories,
          environment: './tests/kit/dom-and-node.ts',
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'contract', include: contract, exclude: long, environment: 'node' },
      },
      {
        extends: true,
        // These tests start programs, which takes many seconds on a busy machine.
        test: {
          name: 'long',
          include: long,
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...(process.env.TEST_DATABASE_URL ? [onPostgres] : []),
      ...(process.env.TEST_WEBKIT ? [inBrowser('webkit')] : []),
      ...(process.env.TEST_FIREFOX ? [inBrowser('firefox')] : []),
    ],
  },
})
