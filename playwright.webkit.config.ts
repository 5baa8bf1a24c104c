import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const { launchOptions: _chromium, ...use } = base.use ?? {}

/**
 * The browser tests that need no Chromium feature, in Playwright's WebKit, for systems without WebKitGTK. `npm test --
 * --all` runs them if `npx playwright install webkit` has installed it.
 */
export default defineConfig({
  ...base,
  testMatch: [
    'emulator-no-navigation-api.spec.ts',
    'emulator-shim.spec.ts',
    'join.spec.ts',
    'journeys.spec.ts',
  ],
  outputDir: 'test-results/e2e-playwright-webkit',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e-playwright-webkit.json' }]],
  use: { ...use, browserName: 'webkit' },
})
