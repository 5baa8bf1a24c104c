import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromiumPath, packageManager, tryChromium } from './chromium.mjs'
import { compilesSqlite, fitsThisNode } from './install.mjs'
import { isInstalled, isNodeNewEnough, root, staleProducts } from './prepare.mjs'

/**
 * `npm run doctor`: what this machine has of what the commands need. Runs on any Node, with nothing installed, and
 * changes nothing. Ends with 1 where `npm start` would not work, or a setting names what is not there.
 */

/** @typedef {{ name: string, state: 'ok' | 'missing' | 'later', found: string }} Finding */

/** `later`: not needed to start; what brings it, or what goes without it, is said. */
const ok = (name, found) => ({ name, state: 'ok', found })
const missing = (name, found) => ({ name, state: 'missing', found })
const later = (name, found) => ({ name, state: 'later', found })

function node() {
  const version = process.versions.node
  if (isNodeNewEnough()) return ok('Node', version)
  return missing('Node', `${version}; 20.19 or newer is needed: from nodejs.org, or by nvm, fnm or Volta`)
}

function npm() {
  const { status, stdout } = spawnSync('npm', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return status === 0 ? ok('npm', stdout.trim()) : missing('npm', 'not found; it comes with Node')
}

function packages() {
  if (!isInstalled()) return later('packages', 'npm start installs them')
  if (!fitsThisNode(root))
    return later('packages', 'better-sqlite3 is of another Node: npm start puts it right')
  return ok('packages', 'as in package-lock.json')
}

/** What compiles better-sqlite3 where its ready-made binary does not come. Nobody needs it once packages are there. */
function compiler() {
  if (!compilesSqlite || process.platform === 'win32' || (isInstalled() && fitsThisNode(root))) return null
  const has = name => spawnSync(name, ['--version']).status === 0
  const lacking = [
    ['Python 3', ['python3']],
    ['make', ['make']],
    ['a C++ compiler', ['c++', 'g++', 'clang++']],
  ].filter(([, names]) => !names.some(has))
  const when = 'used where github.com, with better-sqlite3’s ready-made binary, is out of reach'
  if (lacking.length === 0) return ok('compiler', when)
  const names = lacking.map(([name]) => name).join(', ')
  return later('compiler', `${names}: not found; ${when} (Debian has build-essential and python3)`)
}

function builds() {
  const stale = staleProducts()
  if (stale.length === 0) return ok('builds', 'up to date')
  return later('builds', `npm start builds: ${stale.join(', ')}`)
}

function data(env) {
  let folder = resolve(root, env.DATA_DIR ?? '.data')
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) return missing('data', `${folder} is no folder; set DATA_DIR`)
  try {
    accessSync(folder, constants.W_OK)
    return ok('data', `${folder} can be written`)
  } catch {
    return missing('data', `${folder} cannot be written; set DATA_DIR`)
  }
}

/** Whether the campaign itself answers there. */
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
    return missing('port', `PORT is ${env.PORT}, which is no port`)
  const free = await new Promise(done => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(wanted, '127.0.0.1', () => server.close(() => done(true)))
  })
  if (free) return ok('port', `${wanted} is free`)
  if (await isCampaign(wanted)) return ok('port', `${wanted}: the campaign runs there`)
  return missing('port', `${wanted} is taken; stop what listens there, or set PORT`)
}

function chromium(env) {
  const path = chromiumPath()
  if (env.CHROMIUM_PATH && path !== env.CHROMIUM_PATH)
    return missing('Chromium', `CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which cannot be run`)
  if (path === null) {
    const manager = packageManager()
    const how = manager ? `with ${manager.has}, as root or by sudo` : 'of Playwright’s'
    return later('Chromium', `none; npm test installs one ${how}, or uses the one that CHROMIUM_PATH names`)
  }
  const { version, problem } = tryChromium(path)
  if (problem === undefined) return ok('Chromium', `${path} (${version})`)
  const found = `${path} does not run: ${problem}`
  return env.CHROMIUM_PATH
    ? missing('Chromium', found)
    : later('Chromium', `${found}; npm test looks for another`)
}

function thaiFont() {
  const { status, stdout } = spawnSync('fc-list', [':lang=th', 'family'], { encoding: 'utf8' })
  if (status !== 0)
    return process.platform === 'linux' ? later('Thai font', 'not known: fc-list is missing') : null
  const [family] = stdout.trim().split('\n')
  if (family) return ok('Thai font', family)
  return later('Thai font', 'none: pictures show boxes; Debian has fonts-thai-tlwg')
}

function addressOf(text) {
  try {
    return new URL(text)
  } catch {
    return {}
  }
}

/** The database of a setting: that of the campaign, or that of the tests. Its password is not repeated. */
async function postgres(env, setting, unset) {
  const address = env[setting]
  if (!address) return unset && later('PostgreSQL', unset)
  const { hostname, port: listed } = addressOf(address)
  if (!hostname) return missing('PostgreSQL', `${setting} is no address`)
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

/** Everything that is looked at, in the order in which a newcomer needs it. */
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
      'TEST_DATABASE_URL is not set (postgres://user:password@host:5432/name): npm test leaves that suite out',
    ),
  ]
  return found.filter(finding => finding !== null)
}

const signs = { ok: 'ok     ', missing: 'MISSING', later: 'later  ' }

if (process.argv[1] && import.meta.url === pathToFileURL(join(process.argv[1])).href) {
  const findings = await examine(process.env)
  for (const { name, state, found } of findings) console.log(`${signs[state]}  ${name.padEnd(10)}  ${found}`)
  const blocked = findings.some(({ state }) => state === 'missing')
  console.log(blocked ? '\nPut right what is missing, then: npm start' : '\nReady: npm start')
  process.exit(blocked ? 1 : 0)
}
