import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './tools/chromium.mjs'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // They need access to WebKit's processes: see `playwright.webkitgtk.config.ts`.
  testIgnore: 'webkitgtk/**',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A browser on a busy machine occasionally fails. The end of the run lists the tests that passed only at the second try.
  retries: 1,
  // Long enough for a machine that is busy with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // A click that waits longer for its element has failed; the rest of the test's time would be lost.
    actionTimeout: 60_000,
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath() ?? '', args: [...chromiumArgs] },
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    trace: 'on-first-retry',
    // Without a graphics card, animations take most of the processor: every frame is drawn by software.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
