import { defineConfig } from '@playwright/test'
import type { LiffOptions } from 'liff-emulator/playwright'

export default defineConfig<LiffOptions>({
  testDir: '.',
  fullyParallel: true,
  use: {
    // The folder with the app's files, or the URL of its server (if so, also set `webServer`).
    app: '../plain-html',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
})
