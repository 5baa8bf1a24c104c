import { defineConfig } from '@playwright/test'
import type { LiffOptions } from 'liff-emulator/playwright'

export default defineConfig<LiffOptions>({
  testDir: '.',
  fullyParallel: true,
  use: {
    backEnd: { command: 'node server.js', webhook: '/webhook' },
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
})
