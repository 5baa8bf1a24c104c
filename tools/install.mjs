import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sqlitePackage } from '../server/store/sqlite-package.mjs'

/** What an install of the packages needs and leaves behind. */

export const compilerHint =
  'On Node 20 the ready-made binary of better-sqlite3 comes from github.com. Where that is out of reach it is compiled, with Python 3, make, a C++ compiler and Node’s headers (from nodejs.org, where this Node has none beside it). Node 22 and newer need none of it.'

/** The C++ headers that came with this Node, as npm's setting: what is compiled need not fetch them. */
export function nodeHeaders() {
  const prefix = dirname(dirname(process.execPath))
  const header = join(prefix, 'include', 'node', 'node_version.h')
  if (!existsSync(header)) return {}
  const text = readFileSync(header, 'utf8')
  const part = name => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1]
  if ([part('MAJOR'), part('MINOR'), part('PATCH')].join('.') !== process.versions.node) return {}
  // npm 11 warns of the older name, which is the only one that npm 10's compiler knows.
  const npmMajor = Number(/^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 0)
  return { [npmMajor >= 11 ? 'npm_package_config_node_gyp_nodedir' : 'npm_config_nodedir']: prefix }
}

/**
 * Whether npm itself has put the lock file's packages there, each in its version: an install by hand counts. Those
 * for other systems may be missing.
 */
export function isInstalledByNpm(root) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path, { optional }]) => path.startsWith('node_modules/') && !optional)
    .every(([path, { version, link }]) => link || installed[path]?.version === version)
}

/** Whether it may have to be compiled: on newer Nodes its binaries are in the package. */
export const compilesSqlite = sqlitePackage === 'better-sqlite3'

/** Whether the package for SQLite that this Node needs is there: npm leaves out the one whose `engines` are newer. */
export const hasSqlite = root => existsSync(join(root, 'node_modules', sqlitePackage))

/** Whether it runs: where it is compiled, that was for the Node that installed it. */
export function fitsThisNode(root) {
  const script = `new (require('${sqlitePackage}'))(':memory:')`
  return spawnSync(process.execPath, ['-e', script], { cwd: root }).status === 0
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}
