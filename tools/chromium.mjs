import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

/** Flags for a browser that runs without a screen and asks nothing of the network. */
/** @type {string[]} */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const places = {
  linux: [
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

/** The path of a Chromium on this machine: `CHROMIUM_PATH`, else where systems put it; null if there is none. */
export function chromiumPath() {
  const candidates = [process.env.CHROMIUM_PATH, ...(places[process.platform] ?? [])]
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
 * What a Chromium says of itself, or why it does not run: on Ubuntu `chromium-browser` may be a script that only asks
 * for a snap. On Windows it would open a window instead, and is believed.
 * @returns {{ version: string } | { problem: string }}
 */
export function tryChromium(path) {
  if (process.platform === 'win32') return { version: 'not asked' }
  const { status, stdout, stderr, error } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (status === 0) return { version: stdout.trim().split(' built on ')[0] ?? '' }
  return { problem: error?.message ?? (stderr.trim().split('\n').at(-1) || `it ended with ${status}`) }
}

/** The Chromium that is there, if it runs. */
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
      ['apt-get', 'install', '-y', '-qq', 'chromium', 'fonts-thai-tlwg'],
    ],
  },
  { has: 'dnf', steps: [['dnf', 'install', '-y', 'chromium', 'thai-scalable-waree-fonts']] },
  { has: 'pacman', steps: [['pacman', '-Sy', '--noconfirm', 'chromium', 'noto-fonts']] },
  { has: 'apk', steps: [['apk', 'add', 'chromium', 'font-noto-thai']] },
  { has: 'brew', steps: [['brew', 'install', '--cask', 'chromium']] },
]

/** What installs a Chromium on this system; null where only Playwright's own download is left. */
export const packageManager = () => managers.find(({ has }) => spawnSync('which', [has]).status === 0) ?? null

/**
 * A Chromium for the browser tests: one that is there, else one from the system's package manager, else
 * Playwright's own download. Returns its path; null with a sentence on stderr where none can be had.
 */
export function ensureChromium() {
  const found = runningChromium()
  if (found) return found
  const manager = packageManager()
  if (manager) {
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
      'No Chromium could be found or installed: install one and set CHROMIUM_PATH to its program file.',
    )
    return null
  }
}
