import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** How much of a browser's last words is kept, characters: Chromium says on stderr why it does not start. */
const KEPT_WORDS = 1_000

/** A Chromium on this machine, `CHROMIUM_PATH` first; undefined without one. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...PLACES].find(place => place !== undefined && existsSync(place))
}

/**
 * Shows an address in a window of a phone's size, with a profile of its own: nothing of an earlier visit is there, and
 * nothing of this one stays. Resolves when the window is closed, or when it is told to stop.
 */
export async function openBrowser(url: string, { printError, stopped }: Terminal): Promise<void> {
  const browser = findBrowser()
  if (browser === undefined) {
    printError(`No Chromium was found (CHROMIUM_PATH says where): open ${url} yourself`)
    return stopped
  }
  const profile = await mkdtemp(join(tmpdir(), 'liff-emulator-'))
  const args = [
    `--app=${url}`,
    '--window-size=390,844',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    // Chromium refuses its sandbox to root, as in a container.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const child = spawn(browser, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_WORDS)
  })
  const closed = new Promise<string | null>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', code => resolve(code === 0 || code === null ? null : `it ended with ${code}`))
  })
  const asked = stopped.then(() => {
    child.kill()
    return null
  })
  const failed = await Promise.race([closed, asked])
  await closed
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  if (failed === null) return
  // Without a screen, or where its sandbox is forbidden, Chromium ends at once.
  printError(`${said.trim()}\n${browser}: ${failed}. Open ${url} yourself; Ctrl-C stops the emulator.`.trim())
  return stopped
}
