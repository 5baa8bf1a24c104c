import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './tools/chromium.mjs'
import { nightlyBrowser } from './tools/circles.ts'

// Not set if a test file is started by hand.
const isEarlyCircle = ['push', 'merge'].includes(process.env.TEST_CIRCLE ?? '')

export default defineConfig({
  testDir: '.',
  testMatch: ['tests/e2e/**/*.spec.ts', 'emulator/tests/browser/*.spec.ts'],
  testIgnore: [
    // These tests need access to WebKit's processes: see `playwright.webkitgtk.config.ts`.
    'tests/e2e/webkitgtk/**',
    // The conformance command runs these cases and more.
    'emulator/tests/browser/conformance.spec.ts',
    ...(isEarlyCircle ? nightlyBrowser.map(name => `${name}.spec.ts`) : []),
  ],
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // On two cores, the third worker runs while the others wait.
  workers: 3,
  forbidOnly: true,
  // A flaky test has a race condition: find its cause. `tests/unit/flaky-patterns.test.ts` detects common ones.
  retries: 0,
  // Allows for a machine that is busy with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Fail a blocked click early instead of using up the test's time.
    actionTimeout: 60_000,
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath() ?? '', args: [...chromiumArgs] },
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Recording a trace takes longer than the test itself. `npx playwright test FILE --trace on` records one.
    trace: 'off',
    // Without a graphics card, every frame is drawn in software, and animations would use most of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
