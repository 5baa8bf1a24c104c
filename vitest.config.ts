import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { merge, nightly, storeDecides, storeless } from './tools/circles.ts'

const unit = ['tests/unit/**/*.test.{ts,tsx}', 'emulator/tests/**/*.test.{ts,tsx}']
/** Tests of real screens on the real server. */
const stories = ['tests/unit/{desk,screens}/*-stories.test.tsx']
/** These tests render the screens after every step of random histories. */
const mergeStories = ['tests/unit/screens/chaos-stories.test.tsx']
const contract = ['tests/contract/**/*.test.ts']
const setupFiles = ['emulator/tests/setup.ts', 'tests/setup.ts']

const isNightly = process.env.TEST_CIRCLE === 'nightly'
const contractFiles = (names: readonly string[]) => names.map(name => `tests/contract/${name}.test.ts`)

/** Runs contract tests on TEST_DATABASE_URL. The nightly circle runs all of them. */
const onPostgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'contract-postgres',
    include: isNightly ? contract : contractFiles(storeDecides),
    exclude: contractFiles(storeless),
    environment: 'node',
    // Two workers and the server's own processes share the cores and the disk.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { TEST_STORE: 'postgres' },
    globalSetup: ['tests/kit/postgres-project.ts'],
  },
}

/** For tests that start programs, which takes many seconds on a busy machine. */
const startsPrograms = (
  name: string,
  include: string[],
  exclude: string[] = [],
): TestProjectConfiguration => ({
  extends: true,
  test: { name, include, exclude, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
})

/** `npm test -- --all` finds or installs the browser, and sets TEST_WEBKIT or TEST_FIREFOX. */
const inBrowser = (name: 'webkit' | 'firefox'): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    exclude: isNightly ? [] : [`tests/${name}/nightly/**`],
    environment: 'node',
    testTimeout: 120_000,
  },
})

/**
 * Sorts test files by kind (project and environment), because Vitest reuses a worker and its modules only for files of
 * the same kind. `--sequence.seed=N` shuffles the files of each kind reproducibly.
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
    // Allows for a machine that is busy with other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Files share a process and its modules, because a process per file, loading React, took longer than the tests.
    isolate: false,
    // Every project and every run would otherwise transform the same modules again, which took a quarter of a short
    // run's time. The name of a cached module is a hash of its text and the configuration.
    experimental: { fsModuleCache: true },
    // One worker per core. Vitest's default (one fewer) would idle one of two cores.
    maxWorkers: availableParallelism(),
    // Rendering allocates much short-lived memory. With the default of 16 MB, garbage collection took a quarter of the
    // time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: KindByKind },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...merge, ...nightly, ...stories],
          environment: 'node',
          environmentOptions: { happyDOM: { url: 'https://localhost/' } },
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: stories,
          exclude: mergeStories,
          environment: './tests/kit/dom-and-node.ts',
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'merge-stories',
          include: mergeStories,
          environment: './tests/kit/dom-and-node.ts',
          setupFiles,
        },
      },
      {
        extends: true,
        test: { name: 'contract', include: contract, exclude: [...merge, ...nightly], environment: 'node' },
      },
      startsPrograms('merge', merge, nightly),
      startsPrograms('nightly', nightly),
      startsPrograms('commands', ['tests/commands/**/*.test.ts']),
      ...(process.env.TEST_DATABASE_URL ? [onPostgres] : []),
      ...(process.env.TEST_WEBKIT ? [inBrowser('webkit')] : []),
      ...(process.env.TEST_FIREFOX ? [inBrowser('firefox')] : []),
    ],
  },
})
