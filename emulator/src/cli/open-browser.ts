import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A Chromium on this machine; undefined without one. */
export function findBrowser(): string | undefined {
  return PLACES.find(place => place !== undefined && existsSync(place))
}

/** Opens an address in a window of a phone's size, with a profile of its own: nothing of an earlier visit is there. */
export function openBrowser(url: string): void {
  const browser = findBrowser()
  if (browser === undefined) {
    console.error(`No Chromium was found (CHROMIUM_PATH says where): open ${url} yourself`)
    return
  }
  const profile = mkdtempSync(join(tmpdir(), 'liff-emulator-'))
  const args = [`--app=${url}`, '--window-size=390,844', `--user-data-dir=${profile}`, '--no-first-run']
  spawn(browser, args, { stdio: 'ignore', detached: true }).unref()
}
