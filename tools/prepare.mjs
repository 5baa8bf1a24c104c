import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilerHint, fitsThisNode, hasSqlite, isInstalledByNpm, nodeHeaders } from './install.mjs'
import { whileLocked } from './lock.mjs'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, 'node_modules', '.cache', 'campaign')
// Beside node_modules, which an install removes.
const lockFile = join(root, '.prepare.lock')

/** Does what is stale, unless another command is just doing it: then waits, and looks again whether anything is left. */
function prepare(isStale, work) {
  if (!isStale()) return
  whileLocked(
    lockFile,
    () => {
      if (isStale()) work()
    },
    pid => console.log(`Waiting: another command (process ${pid}) installs or builds here.`),
  )
}

/** Whether this Node can run what is ours: 20.19 or newer. */
export function isNodeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/** Ends the process with one line when this Node is too old to run anything of ours. */
export function requireNode() {
  if (isNodeNewEnough()) return
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Ends the process with one line for a word on the command line that the command does not know. */
export function requireKnown(command, known, hint) {
  const stranger = process.argv.slice(2).find(word => !known.includes(word))
  if (stranger === undefined) return
  console.error(`${command} does not know ${stranger}. ${hint}`)
  process.exit(1)
}

const lockHash = () => hash([join(root, 'package-lock.json')])

/** Whether the packages are those of the lock file. */
export const isInstalled = () =>
  hasSqlite(root) && (stampOf('install') === lockHash() || isInstalledByNpm(root))

/** Installs the exact packages of the lock file, unless that has been done since it changed. */
export function ensureInstalled() {
  prepare(
    () => !isInstalled(),
    () => {
      console.log('Installing packages…')
      // The one script of a package that anything here needs comes next, and on some Nodes only.
      run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {})
      stamp('install', lockHash())
    },
  )
  prepare(
    () => stampOf('native') !== nativeState,
    () => {
      if (!fitsThisNode(root)) {
        console.log(
          `Fetching or compiling better-sqlite3 for Node ${process.versions.node}… (it may take minutes)`,
        )
        run('npm', ['rebuild', 'better-sqlite3'], {
          env: { ...process.env, ...nodeHeaders() },
          quiet: true,
          hint: compilerHint,
        })
      }
      stamp('native', nativeState)
    },
  )
}

/** Of which kind of Node a compiled package must be. */
const nativeState = `${process.platform} ${process.arch} ${process.versions.modules}`

const products = {
  app: {
    inputs: [
      'src',
      'sw',
      'campaign',
      'contract',
      'public',
      'index.html',
      'vite.config.ts',
      'build/terms-page.ts',
      'package-lock.json',
    ],
    settings: ['LIFF_ID', 'LINE_OA_ID'],
    output: 'dist/index.html',
    command: ['vite', ['build']],
  },
  emulator: {
    inputs: [
      'emulator/src',
      'emulator/build.ts',
      'emulator/package.json',
      'emulator/tsconfig.build.json',
      'package-lock.json',
    ],
    settings: [],
    output: 'emulator/lib/cli/main.js',
    command: ['tsx', ['emulator/build.ts']],
  },
}

function stateOf(name) {
  const { settings, inputs } = products[name]
  const given = settings.map(key => `${key}=${process.env[key] ?? ''}`).join('\n')
  return hash(
    inputs.flatMap(input => filesOf(join(root, input))),
    given,
  )
}

/** Which of what is built is missing or older than its sources. */
export function staleProducts(names = Object.keys(products)) {
  return names.filter(
    name => !existsSync(join(root, products[name].output)) || stampOf(name) !== stateOf(name),
  )
}

/** Builds what is missing or older than its sources. */
export function ensureBuilt(names = Object.keys(products)) {
  prepare(
    () => staleProducts(names).length > 0,
    () => build(staleProducts(names)),
  )
}

function build(names) {
  for (const name of names) {
    const state = stateOf(name)
    console.log(`Building the ${name}…`)
    rmSync(join(stamps, name), { force: true })
    const [command, args] = products[name].command
    run(process.execPath, [binary(command), ...args], { quiet: true })
    stamp(name, state)
  }
}

/** The script behind a package's command, so that it runs with this Node on every system. */
export function binary(command) {
  const packages = { vite: 'vite/bin/vite.js', tsx: 'tsx/dist/cli.mjs' }
  return join(root, 'node_modules', ...packages[command].split('/'))
}

function run(command, args, { quiet = false, env = process.env, hint = '' }) {
  const shell = process.platform === 'win32' && command === 'npm'
  const result = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: quiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    shell,
  })
  if (result.status === 0) return
  if (quiet) console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  console.error(`Failed: ${[command, ...args].join(' ')}`)
  if (hint) console.error(hint)
  process.exit(1)
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(entry => entry.name !== 'dist' && entry.name !== 'node_modules')
    .flatMap(entry => filesOf(join(path, entry.name)))
}

function hash(files, more = '') {
  const sum = createHash('sha256').update(more)
  for (const file of [...files].sort())
    sum.update(relative(root, file)).update('\0').update(readFileSync(file))
  return sum.digest('hex')
}

function stampOf(name) {
  const file = join(stamps, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function stamp(name, value) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), value)
}
