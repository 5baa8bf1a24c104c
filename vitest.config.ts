import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const contract = ['tests/contract/**/*.test.ts']
/** Contract tests that open no store through the kit, are about SQLite itself or moving from it, or about another part than the store. */
const storeless = [
  'backup',
  'body',
  'cli-process',
  'cli-verbs',
  'contract',
  'db-copy',
  'deploy',
  'early-hints',
  'full-disk',
  'grouped',
  'migrate',
  'openapi',
  's3',
  'security/supply-chain',
  'serve',
  'serve-settings',
  'settings',
  'slips',
  'static',
]

/** The contract suite once more on the PostgreSQL that TEST_DATABASE_URL names. */
const onPostgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'contract-postgres',
    include: contract,
    exclude: storeless.map(name => `tests/contract/${name}.test.ts`),
    environment: 'node',
    env: { TEST_STORE: 'postgres' },
    globalSetup: ['tests/kit/postgres-project.ts'],
    isolate: false,
  },
}

export default defineConfig({
  test: {
    // A loaded machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'https://localhost/' } },
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        extends: true,
        // Nothing of the server's is kept between requests but caches: files may share what they have loaded.
        test: { name: 'contract', include: contract, environment: 'node', isolate: false },
      },
      {
        extends: true,
        test: { name: 'consumer', include: ['tests/consumer/**/*.test.ts'], environment: 'node' },
      },
      ...(process.env.TEST_DATABASE_URL ? [onPostgres] : []),
    ],
  },
})
