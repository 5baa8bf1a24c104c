import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const { launchOptions: _chromium, ...use } = base.use ?? {}

/**
 * Runs the browser tests without Chromium features in Playwright's WebKit, for systems without WebKitGTK. `npm test --
 * --all` includes them after `npx playwright install webkit`.
 */
export default defineConfig({
  ...base,
  testMatch: [
    'tests/e2e/emulator-no-navigation-api.spec.ts',
    'emulator/tests/browser/shim.spec.ts',
    'tests/e2e/join.spec.ts',
    'tests/e2e/journeys.spec.ts',
  ],
  outputDir: 'test-results/e2e-playwright-webkit',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e-playwright-webkit.json' }]],
  use: { ...use, browserName: 'webkit' },
})
