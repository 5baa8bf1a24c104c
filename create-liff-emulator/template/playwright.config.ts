import { defineConfig } from '@playwright/test'
import type { LiffOptions } from 'liff-emulator/playwright'

const { CHROMIUM_PATH } = process.env

export default defineConfig<LiffOptions>({
  testDir: 'tests',
  // A busy machine can take long to load the first page.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    backEnd: { command: 'npm start', webhook: '/webhook' },
    launchOptions: CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {},
  },
})
