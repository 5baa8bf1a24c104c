import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/**
 * Runs the fault tests without a worker, and the tests that kill WebKit's processes, in WebKitGTK. TEST_WEBKIT must be
 * the path of WebKitGTK's MiniBrowser.
 */
export default defineConfig({
  ...base,
  testMatch: ['tests/e2e/faults/*.spec.ts', 'tests/e2e/webkitgtk/*.spec.ts'],
  testIgnore: [],
  outputDir: 'test-results/e2e-webkitgtk',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e-webkitgtk.json' }]],
})
