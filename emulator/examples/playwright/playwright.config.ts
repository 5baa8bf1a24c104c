import { defineConfig } from '@playwright/test'
import type { LiffOptions } from 'liff-emulator/playwright'

export default defineConfig<LiffOptions>({
  testDir: '.',
  fullyParallel: true,
  use: {
    // The folder of the app's files, or the URL of its server (then also set `webServer`).
    app: '../plain-html',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
})
