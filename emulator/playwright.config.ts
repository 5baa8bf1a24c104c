import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './tests/kit/chromium.mjs'

const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Allows for a machine that is busy with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    browserName: 'chromium',
    launchOptions: { args: [...chromiumArgs], ...(executablePath === null ? {} : { executablePath }) },
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
