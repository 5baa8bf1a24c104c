/**
 * Tests that start programs and take seconds. They run with `npm run test:all`, and in the whole project before each
 * merge.
 */
export const slow = [
  'tests/cli/back-end.test.ts',
  'tests/cli/exam-command.test.ts',
  'tests/cli/hostile-pages.test.ts',
  'tests/cli/languages.test.ts',
  'tests/cli/messaging-conformance.test.ts',
  'tests/cli/own-channels.test.ts',
  'tests/cli/playwright-back-end.test.ts',
  'tests/cli/storage-kill.test.ts',
]

/** Tests that take half a minute or more. They run with `npm run test:all`, and in the whole project every night. */
export const verySlow = [
  'tests/core/bot-store-growth.test.ts',
  'tests/core/exam-mistakes.test.ts',
  'tests/core/load.test.ts',
]
