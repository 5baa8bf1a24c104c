import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

function pathOf(program) {
  const { status, stdout } = spawnSync('which', [program], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

function miniBrowser() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  const names = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
  const paths = folders.flatMap(folder => names.map(name => join('/usr/lib', folder, name, 'MiniBrowser')))
  return paths.find(path => existsSync(path)) ?? null
}

/** Playwright is loaded here, because `npm test` imports this file before installing the packages. */
function playwrightWebKit() {
  const { webkit } = createRequire(import.meta.url)('@playwright/test')
  const path = webkit.executablePath()
  return existsSync(path) ? path : null
}

const browsers = [
  {
    project: 'webkit',
    variable: 'TEST_WEBKIT',
    packages: ['webkit2gtk-driver', 'xvfb'],
    installed: pathOf => (['WebKitWebDriver', 'Xvfb'].every(pathOf) ? miniBrowser() : null),
  },
  {
    project: 'firefox',
    variable: 'TEST_FIREFOX',
    packages: ['firefox-esr'],
    installed: pathOf => pathOf('firefox-esr'),
  },
]

function install(packages) {
  console.log(`Installing ${packages.join(' and ')} with apt-get.`)
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...packages],
  ]) {
    const [command, ...args] = [...prefix, 'apt-get', ...step]
    if (spawnSync(command, args, { stdio: 'inherit', env }).status !== 0) return
  }
}

function missingText({ project, packages }, playwright) {
  const debian = `Debian: apt-get install ${packages.join(' ')}`
  if (project !== 'webkit') return `the tests in ${project} (${debian})`
  return playwright
    ? `the tests in tests/webkit and the conformance cases in WebKit, which need WebKitGTK (${debian}). Playwright's WebKit ran some of the browser tests instead`
    : `the tests in webkit (${debian}; other systems: npx playwright install webkit)`
}

/**
 * Finds the browsers other than Chromium, and installs missing ones on systems with apt. Without WebKitGTK, as on macOS
 * and Windows, Playwright's WebKit replaces it if it is installed.
 * @param {{ pathOf?: (program: string) => string | null, installPackages?: (packages: readonly string[]) => void, webkitPath?: () => string | null }} parts
 *   how to find and install programs, for tests
 * @returns {{ projects: string[], env: Record<string, string>, missing: string[], playwright: boolean }} the projects to
 *   run with their environment, a text for each group of tests that cannot run here, and whether to run browser tests in
 *   Playwright's WebKit
 */
export function otherBrowsers(parts = {}) {
  const { pathOf: find = pathOf, installPackages = install, webkitPath = playwrightWebKit } = parts
  const projects = []
  const env = {}
  const missing = []
  let playwright = false
  for (const browser of browsers) {
    const { project, variable, packages, installed } = browser
    if (installed(find) === null && process.platform === 'linux' && find('apt-get')) installPackages(packages)
    const path = installed(find)
    if (path !== null) {
      projects.push(project)
      env[variable] = path
      continue
    }
    if (project === 'webkit') playwright = webkitPath() !== null
    missing.push(missingText(browser, playwright))
  }
  return { projects, env, missing, playwright }
}
