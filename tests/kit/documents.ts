import type { BrowserContext } from '@playwright/test'
import { ASSETS_COOKIE } from '#contract/limits.ts'

/** Sets the cookie that makes the server send the small document, which does not contain the first scripts. */
export const askForSmallDocument = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: ASSETS_COOKIE, value: '1', url }])
