import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'

/** Launches Chromium headless; the end-to-end tests use the same browser. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({ args: [...chromiumArgs], ...(executablePath ? { executablePath } : {}) })
}
