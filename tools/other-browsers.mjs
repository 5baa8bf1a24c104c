import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of an installed program, or null. */
function pathOf(program) {
  const { status, stdout } = spawnSync('which', [program], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Returns the path of WebKitGTK's small browser, or null. */
function miniBrowser() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  const names = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
  const paths = folders.flatMap(folder => names.map(name => join('/usr/lib', folder, name, 'MiniBrowser')))
  return paths.find(path => existsSync(path)) ?? null
}

/** The browsers other than Chromium: their test project, their Debian packages, and the path if they are installed. */
const browsers = [
  {
    project: 'webkit',
    variable: 'TEST_WEBKIT',
    packages: ['webkit2gtk-driver', 'xvfb'],
    installed: () => (['WebKitWebDriver', 'Xvfb'].every(pathOf) ? miniBrowser() : null),
  },
  {
    project: 'firefox',
    variable: 'TEST_FIREFOX',
    packages: ['firefox-esr'],
    installed: () => pathOf('firefox-esr'),
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

/**
 * Finds the browsers other than Chromium, and installs those that are missing on systems with apt.
 * @returns the projects to run with their environment, and the packages of each browser that cannot run here
 */
export function otherBrowsers() {
  const projects = []
  const env = {}
  const missing = []
  for (const { project, variable, packages, installed } of browsers) {
    if (installed() === null && process.platform === 'linux' && pathOf('apt-get')) install(packages)
    const path = installed()
    if (path === null) missing.push(`${project} (Debian: apt-get install ${packages.join(' ')})`)
    else {
      projects.push(project)
      env[variable] = path
    }
  }
  return { projects, env, missing }
}
