import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#tests/kit/chromium.mjs'

export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({ args: [...chromiumArgs], ...(executablePath ? { executablePath } : {}) })
}
