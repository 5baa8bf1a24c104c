import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

/**
 * Flags for a headless browser that makes no requests of its own.
 * @type {string[]}
 */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const usualPaths = {
  linux: [
    // In the browser tests, the headless shell uses a quarter less CPU time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/**
 * Returns `CHROMIUM_PATH` or an installed Chromium; null if there is none.
 * @returns {string | null}
 */
export function chromiumPath() {
  const candidates = [process.env.CHROMIUM_PATH, ...(usualPaths[process.platform] ?? [])]
  return candidates.find(path => path && executable(path)) ?? null
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the version of a Chromium, or why it does not run: on Ubuntu, `chromium-browser` may be a script that only
 * asks the user to install a snap. Does not run it on Windows, where `--version` would open a window.
 * @param {string} path
 * @returns {{ version: string } | { problem: string }}
 */
export function tryChromium(path) {
  if (process.platform === 'win32') return { version: 'version unknown' }
  const { status, stdout, stderr, error } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (status === 0) return { version: stdout.trim().split(' built on ')[0] ?? '' }
  return { problem: error?.message ?? (stderr.trim().split('\n').at(-1) || `it exited with ${status}`) }
}
