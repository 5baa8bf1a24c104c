import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { slow, verySlow } from './tests/slow.ts'

/** True in `npm run test:all`. */
const all = process.env.TEST_ALL === '1'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: all ? [] : [...slow, ...verySlow],
    environment: 'node',
    environmentOptions: { happyDOM: { url: 'https://localhost/' } },
    setupFiles: ['tests/setup.ts'],
    // Allows for a machine that is busy with other work.
    testTimeout: all ? 120_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Files share a process and its modules, because a process per file took longer than the tests.
    isolate: false,
    maxWorkers: availableParallelism(),
  },
})
