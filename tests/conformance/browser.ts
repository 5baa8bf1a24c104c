import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'

/** The machine's Chromium, headless; the same one that the end-to-end tests use. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({ args: [...chromiumArgs], ...(executablePath ? { executablePath } : {}) })
}
