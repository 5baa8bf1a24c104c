import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

/**
 * Flags for a headless browser that does not make any requests of its own.
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
    // In the browser tests, the headless shell uses a quarter less processor time.
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
 * asks the user to install a snap. Not run on Windows, where `--version` would open a window.
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

function runningChromium() {
  const path = chromiumPath()
  if (path === null) return null
  const { problem } = tryChromium(path)
  if (problem === undefined) return path
  console.log(`${path} does not run: ${problem}`)
  return null
}

const managers = [
  {
    has: 'apt-get',
    steps: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell', 'fonts-thai-tlwg'],
    ],
  },
  // For Debian and Ubuntu releases that do not have the headless shell.
  { has: 'apt-get', steps: [['apt-get', 'install', '-y', '-qq', 'chromium', 'fonts-thai-tlwg']] },
  { has: 'dnf', steps: [['dnf', 'install', '-y', 'chromium', 'thai-scalable-waree-fonts']] },
  { has: 'pacman', steps: [['pacman', '-Sy', '--noconfirm', 'chromium', 'noto-fonts']] },
  { has: 'apk', steps: [['apk', 'add', 'chromium', 'font-noto-thai']] },
  { has: 'brew', steps: [['brew', 'install', '--cask', 'chromium']] },
]

const isInstalled = ({ has }) => spawnSync('which', [has]).status === 0

/** Returns null if Chromium is only available as a download from Playwright. */
export const packageManager = () => managers.find(isInstalled) ?? null

/**
 * Returns an installed Chromium, or installs it with the system's package manager or Playwright. On failure, prints an
 * error and returns null.
 */
export function ensureChromium() {
  const found = runningChromium()
  if (found) return found
  for (const manager of managers.filter(isInstalled)) {
    const prefix = manager.has === 'brew' || process.getuid?.() === 0 ? [] : ['sudo', '-n']
    console.log(`No Chromium found: installing one with ${manager.has}.`)
    for (const step of manager.steps) {
      const [command, ...args] = [...prefix, ...step]
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      if (spawnSync(command, args, { stdio: 'inherit', env }).status !== 0) break
    }
    const installed = runningChromium()
    if (installed) return installed
  }
  return downloaded()
}

function downloaded() {
  try {
    console.log('Trying Playwright’s own Chromium.')
    execFileSync('npx', ['playwright', 'install', 'chromium'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
    return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
  } catch {
    console.error(
      'Chromium was not found and could not be installed. Install it, and set CHROMIUM_PATH to the path of its program.',
    )
    return null
  }
}
