import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromiumPath, packageManager, tryChromium } from './chromium.mjs'
import { isNodeNewEnough, requireKnown, root } from './command.mjs'
import { compilesSqlite, isInstalled, sqliteWorks } from './install.mjs'
import { served, staleProducts } from './products.mjs'

/**
 * `npm run doctor`: checks whether this machine can run the project's commands. Needs no installed packages and changes
 * nothing. Exits with 1 if `npm start` would fail or a setting is wrong.
 */

/** @typedef {{ name: string, state: 'ok' | 'missing' | 'later', found: string }} Finding */

const ok = (name, found) => ({ name, state: 'ok', found })
const missing = (name, found) => ({ name, state: 'missing', found })
/** A finding that does not affect `npm start`. `found` explains how to install it, or what does not work without it. */
const later = (name, found) => ({ name, state: 'later', found })

function node() {
  const { version, versions } = process
  if (!isNodeNewEnough())
    return missing('Node', `${versions.node}; 20.19 or newer is needed (nodejs.org, nvm, fnm or Volta)`)
  if (version.startsWith('v20.'))
    return ok('Node', `${versions.node}; npm start runs on Node 24, which it installs from the npm registry`)
  return ok('Node', versions.node)
}

function npm() {
  const { status, stdout } = spawnSync('npm', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return status === 0 ? ok('npm', stdout.trim()) : missing('npm', 'not found; it comes with Node')
}

function packages() {
  if (!isInstalled()) return later('packages', 'not installed; npm start installs them')
  return ok('packages', 'match package-lock.json')
}

/** The tools for compiling better-sqlite3, for tests and production, if its prebuilt binary cannot be downloaded. */
function compiler() {
  if (!compilesSqlite || process.platform === 'win32' || sqliteWorks()) return null
  const has = name => spawnSync(name, ['--version']).status === 0
  const lacking = [
    ['Python 3', ['python3']],
    ['make', ['make']],
    ['a C++ compiler', ['c++', 'g++', 'clang++']],
  ].filter(([, names]) => !names.some(has))
  const when =
    'needed only for tests and production, if better-sqlite3’s prebuilt binary cannot be downloaded from github.com'
  if (lacking.length === 0) return ok('compiler', `found; ${when}`)
  const names = lacking.map(([name]) => name).join(', ')
  return later('compiler', `${names}: not found; ${when} (Debian: build-essential and python3)`)
}

function builds() {
  const stale = staleProducts(served)
  if (stale.length === 0) return ok('builds', 'up to date')
  return later('builds', `npm start builds: ${stale.join(', ')}`)
}

function data(env) {
  let folder = resolve(root, env.DATA_DIR ?? '.data')
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) return missing('data', `${folder} is not a folder; set DATA_DIR`)
  try {
    accessSync(folder, constants.W_OK)
    return ok('data', `${folder} is writable`)
  } catch {
    return missing('data', `${folder} is not writable; set DATA_DIR`)
  }
}

async function isCampaign(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) })
    return (await answer.json()).ok === true
  } catch {
    return false
  }
}

async function port(env) {
  const wanted = Number(env.PORT || 4000)
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535)
    return missing('port', `PORT=${env.PORT} is not a port number`)
  const free = await new Promise(done => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(wanted, '127.0.0.1', () => server.close(() => done(true)))
  })
  if (free) return ok('port', `${wanted} is free`)
  if (await isCampaign(wanted)) return ok('port', `${wanted}: the campaign is already running there`)
  return missing('port', `${wanted} is in use; stop the program that listens there, or set PORT`)
}

function chromium(env) {
  const path = chromiumPath()
  if (env.CHROMIUM_PATH && path !== env.CHROMIUM_PATH)
    return missing('Chromium', `CHROMIUM_PATH=${env.CHROMIUM_PATH} is not an executable file`)
  if (path === null) {
    const manager = packageManager()
    const how = manager ? `with ${manager.has}, as root or with sudo` : 'with Playwright'
    return later(
      'Chromium',
      `not found; npm test installs it ${how}, or uses the one that CHROMIUM_PATH names`,
    )
  }
  const { version, problem } = tryChromium(path)
  if (problem === undefined) return ok('Chromium', `${path} (${version})`)
  const found = `${path} does not run: ${problem}`
  return env.CHROMIUM_PATH
    ? missing('Chromium', found)
    : later('Chromium', `${found}; npm test installs another`)
}

function thaiFont() {
  const { status, stdout } = spawnSync('fc-list', [':lang=th', 'family'], { encoding: 'utf8' })
  if (status !== 0)
    return process.platform === 'linux' ? later('Thai font', 'unknown: fc-list is not installed') : null
  const [family] = stdout.trim().split('\n')
  if (family) return ok('Thai font', family)
  return later('Thai font', 'not found: screenshots show boxes (Debian: fonts-thai-tlwg)')
}

function parseUrl(text) {
  try {
    return new URL(text)
  } catch {
    return {}
  }
}

/** Never prints the database's password. */
async function postgres(env, setting, unset) {
  const address = env[setting]
  if (!address) return unset && later('PostgreSQL', unset)
  const { hostname, port: listed } = parseUrl(address)
  if (!hostname) return missing('PostgreSQL', `${setting} is not an address (postgres://…)`)
  const answers = await new Promise(done => {
    const socket = connect(Number(listed || 5432), hostname, () => done(true)).once('error', () =>
      done(false),
    )
    socket.setTimeout(2000, () => done(false)).unref()
  })
  const where = `${hostname}:${listed || 5432}`
  return answers
    ? ok('PostgreSQL', `${where} (${setting})`)
    : missing('PostgreSQL', `nothing listens at ${where} (${setting})`)
}

export async function examine(env) {
  /** @type {(Finding | null)[]} */
  const found = [
    node(),
    npm(),
    packages(),
    compiler(),
    builds(),
    data(env),
    await port(env),
    chromium(env),
    thaiFont(),
    await postgres(env, 'DATABASE_URL', null),
    await postgres(
      env,
      'TEST_DATABASE_URL',
      'TEST_DATABASE_URL is not set (postgres://user:password@host:5432/name): npm test -- --all skips PostgreSQL',
    ),
  ]
  return found.filter(finding => finding !== null)
}

const labels = { ok: 'ok     ', missing: 'MISSING', later: 'later  ' }

if (process.argv[1] && import.meta.url === pathToFileURL(join(process.argv[1])).href) {
  requireKnown('npm run doctor', [], 'It has no options.')
  const findings = await examine(process.env)
  for (const { name, state, found } of findings) console.log(`${labels[state]}  ${name.padEnd(10)}  ${found}`)
  const blocked = findings.some(({ state }) => state === 'missing')
  console.log(blocked ? '\nFix what is missing, then run: npm start' : '\nReady: npm start')
  process.exit(blocked ? 1 : 0)
}
