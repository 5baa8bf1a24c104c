import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { sqlitePackage } from '../server/store/sqlite-package.mjs'
import { aside, replaceFolder } from './aside.mjs'
import { root } from './command.mjs'
import { installNode24, nodePackage, runOnNode24 } from './node24.mjs'
import { runStep } from './step.mjs'

const compilerHint =
  'On Node 20, tests and production use better-sqlite3 12, whose prebuilt binary npm downloads from github.com. If github.com cannot be reached, npm compiles it, which needs Python 3, make, a C++ compiler and Node’s headers (from nodejs.org, unless they came with this Node). Node 24 needs none of this.'

const replaceHint = 'Could not replace node_modules. If it is a mounted volume, run "npm ci" yourself.'

/** False on newer versions of Node, where the SQLite package contains the binaries. */
export const compilesSqlite = sqlitePackage === 'better-sqlite3'

/**
 * Tries SQLite only on Node 20, where the package is compiled, possibly for a previously used Node version.
 */
export function sqliteWorks(folder = root) {
  if (!compilesSqlite) return true
  const script = `new (require('${sqlitePackage}'))(':memory:')`
  return spawnSync(process.execPath, ['-e', script], { cwd: folder }).status === 0
}

/**
 * True if `node_modules` matches the lock file. If `production` is true, development packages may be missing (`npm ci
 * --omit=dev`). Optional packages may always be missing, because most are for other systems.
 */
export function isInstalled({ production = false } = {}) {
  // npm writes this file at the end, so it is missing after an interrupted install.
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  const isNeeded = ([path, { optional, dev, devOptional }]) =>
    path.startsWith('node_modules/') && !optional && !(production && (dev || devOptional))
  const isPresent = ([path, { version, integrity, link }]) => {
    const found = installed[path]
    return link || (found?.version === version && (!found.integrity || found.integrity === integrity))
  }
  return (
    hasSqlite() &&
    Object.entries(packagesIn(join(root, 'package-lock.json')))
      .filter(isNeeded)
      .every(isPresent)
  )
}

/**
 * npm skips a better-sqlite3 package whose `engines` exclude this Node, so the right one is missing after switching
 * Node versions. `runOnNode24` brings its own.
 */
function hasSqlite() {
  try {
    createRequire(join(root, 'package.json')).resolve(sqlitePackage)
    return true
  } catch {
    return false
  }
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/**
 * Installs packages if they do not match the lock file. On Node 20, the command continues on Node 24 if SQLite is not
 * compiled yet; `compile` compiles it instead, for tests and production.
 */
export async function ensureInstalled({ compile = false, production = false } = {}) {
  if (!compile && !sqliteWorks() && nodePackage !== undefined) {
    // Node 24 brings its SQLite. Both installs wait for the network most of the time.
    await Promise.all([
      installNode24(),
      installPackages(() => isInstalled({ production }), { compile: false }),
    ])
    await runOnNode24()
  }
  await installPackages(() => isInstalled({ production }) && sqliteWorks(), { compile: true })
}

async function installPackages(isReady, { compile }) {
  if (isReady()) return
  await aside(root, async folder => {
    for (const file of [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'emulator/package.json',
      'emulator/bin',
    ])
      cpSync(join(root, file), join(folder, file), { recursive: true })
    // Skip install scripts: the next step runs the only one that this project needs.
    const otherwise = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    // Asking the registry for each package's versions takes a third of npm's time. npm's cached lists may be too old.
    const args = [...otherwise, '--prefer-offline']
    await runStep('Installing packages', 'npm', args, { cwd: folder, otherwise })
    if (compile && !sqliteWorks(folder)) {
      const title = `Downloading or compiling better-sqlite3 for Node ${process.versions.node} (not needed with Node 24)`
      const env = { ...process.env, ...nodeHeaders() }
      const args = ['rebuild', 'better-sqlite3', '--ignore-scripts=false']
      await runStep(title, 'npm', args, { cwd: folder, env, hint: compilerHint })
    }
    // Another command may have finished the same install meanwhile, and may be using it.
    if (isReady()) return
    moveIntoPlace(folder)
  })
}

/** Moves the project's own folder last, because `isInstalled` looks there. */
function moveIntoPlace(folder) {
  try {
    for (const path of ['emulator/node_modules', 'node_modules']) {
      const target = join(root, path)
      const trash = join(folder, `old-${path.replace('/', '-')}`)
      if (existsSync(join(folder, path))) replaceFolder(join(folder, path), target, trash)
      else rmSync(target, { recursive: true, force: true })
    }
  } catch (error) {
    console.error(`${replaceHint}\n${error.message}`)
    process.exit(1)
  }
}

/** Returns npm's setting for the C++ headers that came with this Node, so that compiling does not download them. */
function nodeHeaders() {
  const prefix = dirname(dirname(process.execPath))
  const header = join(prefix, 'include', 'node', 'node_version.h')
  if (!existsSync(header)) return {}
  const text = readFileSync(header, 'utf8')
  const part = name => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1]
  if ([part('MAJOR'), part('MINOR'), part('PATCH')].join('.') !== process.versions.node) return {}
  // npm 11 warns about this setting's older name, the only one that npm 10's node-gyp knows.
  const npmMajor = Number(/^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 0)
  return { [npmMajor >= 11 ? 'npm_package_config_node_gyp_nodedir' : 'npm_config_nodedir']: prefix }
}
