import { existsSync } from 'node:fs'
import { chromiumPath, tryChromium } from './chromium.mjs'
import { refuse } from './command.mjs'

/** Exits with 2 if TEST_WEBKIT is not the path of WebKitGTK's MiniBrowser. */
export function needWebKit(): void {
  const path = process.env.TEST_WEBKIT
  if (!path)
    refuse('TEST_WEBKIT: is not set; it must be the path of WebKitGTK’s MiniBrowser (CONTRIBUTING.md)')
  if (!existsSync(path)) refuse(`TEST_WEBKIT: ${path} does not exist`)
}

/** Returns the path of a working Chromium. Exits with 2 if there is none. */
export function needChromium(): string {
  const asked = process.env.CHROMIUM_PATH
  const path = chromiumPath()
  if (asked && path !== asked) refuse(`CHROMIUM_PATH: ${asked} is not an executable file`)
  if (path === null)
    return refuse('Chromium: not found. Set CHROMIUM_PATH, or run npm test, which installs one')
  const tried = tryChromium(path)
  return 'problem' in tried ? refuse(`Chromium: ${path} does not run: ${tried.problem}`) : path
}
