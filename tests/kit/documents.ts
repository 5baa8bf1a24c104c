import type { BrowserContext } from '@playwright/test'
import { ASSETS_COOKIE } from '#contract/limits.ts'

/** Sets the cookie with which the server sends the document that does not contain the first scripts. */
export const askForSmallDocument = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: ASSETS_COOKIE, value: '1', url }])
