import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

const BROWSER_PATHS = [
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

const MAX_STDERR = 1_000

/** Returns the browser at CHROMIUM_PATH if the user set it, otherwise an installed one. */
export function findBrowser(): string | undefined {
  const { CHROMIUM_PATH: given } = process.env
  return (given ? [given] : BROWSER_PATHS).find(path => existsSync(path))
}

/** Returns the error message to show if `findBrowser` finds nothing. */
export function noBrowser(): string {
  const { CHROMIUM_PATH: given } = process.env
  return given ? `CHROMIUM_PATH: ${given} does not exist` : 'Chromium was not found'
}

/** Opens a phone-sized window with a new profile. Resolves when the user closes it or stops the command. */
export async function openBrowser(
  browser: string,
  url: string,
  { printError, stopped }: Terminal,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'liff-emulator-'))
  const args = [
    `--app=${url}`,
    '--window-size=390,844',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    // As root, which is common in containers, Chromium cannot use its sandbox.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const child = spawn(browser, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR)
  })
  const closed = new Promise<string | null>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', code => resolve(code === 0 || code === null ? null : `exited with code ${code}`))
  })
  const killed = stopped.then(() => {
    child.kill()
    return null
  })
  const failure = await Promise.race([closed, killed])
  await closed
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  if (failure === null) return
  // Chromium exits immediately without a display or without permission to use its sandbox.
  printError(
    `${stderr.trim()}\n${browser}: ${failure}. Open ${url} yourself; press Ctrl-C to stop the emulator.`.trim(),
  )
  return stopped
}
