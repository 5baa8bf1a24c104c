import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Programs that Debian and Ubuntu install for running WebKit without a screen. */
const PACKAGES = ['webkit2gtk-driver', 'xvfb']

const installed = program => spawnSync('which', [program]).status === 0

/** Returns the path of WebKitGTK's small browser, or null. */
function miniBrowser() {
  const found = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').flatMap(triple =>
        ['6.0', '4.1', '4.0'].flatMap(version =>
          ['webkitgtk', 'webkit2gtk'].map(name =>
            join('/usr/lib', triple, `${name}-${version}`, 'MiniBrowser'),
          ),
        ),
      )
    : []
  return found.find(path => existsSync(path)) ?? null
}

/** Returns the path of an installed WebKitGTK that can be driven, or null. */
const installedWebKit = () => (['WebKitWebDriver', 'Xvfb'].every(installed) ? miniBrowser() : null)

/** How to install WebKit, for a run that goes without it. */
export const webKitHint = `Debian, Ubuntu: apt-get install ${PACKAGES.join(' ')}`

/** Returns the path of WebKitGTK's browser, and installs it with apt if necessary; null on other systems. */
export function ensureWebKit() {
  const found = installedWebKit()
  if (found !== null || process.platform !== 'linux' || !installed('apt-get')) return found
  console.log('No WebKit found: installing one with apt-get.')
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...PACKAGES],
  ]) {
    const [command, ...args] = [...prefix, 'apt-get', ...step]
    if (spawnSync(command, args, { stdio: 'inherit', env }).status !== 0) break
  }
  return installedWebKit()
}
