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
    'emulator-no-navigation-api.spec.ts',
    'emulator-shim.spec.ts',
    'join.spec.ts',
    'journeys.spec.ts',
  ],
  outputDir: 'test-results/e2e-playwright-webkit',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e-playwright-webkit.json' }]],
  use: { ...use, browserName: 'webkit' },
})
