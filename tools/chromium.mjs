import { execFileSync, spawnSync } from 'node:child_process'
import { chromiumPath, tryChromium } from '../emulator/tests/kit/chromium.mjs'

export { chromiumArgs, chromiumPath, tryChromium } from '../emulator/tests/kit/chromium.mjs'

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
