import { startChild } from './child.mjs'
import { root } from './command.mjs'
import { withProgress } from './progress.mjs'

/**
 * Runs a step of an install or a build, and shows its title and elapsed time. On failure, tries `otherwise` if given
 * (other arguments). If that fails as well, prints its output and the hint, and exits with 1.
 *
 * @param {string} title @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, hint?: string, otherwise?: readonly string[] | null }} options
 */
export async function runStep(
  title,
  command,
  args,
  { cwd = root, env = process.env, hint = '', otherwise = null } = {},
) {
  const { code, output } = await withProgress(title, outputOf(command, args, { cwd, env }))
  if (code === 0) return
  if (otherwise !== null) return runStep(title, command, otherwise, { cwd, env, hint })
  console.error(`${output}\nFailed: ${[command, ...args].join(' ')}`)
  if (hint) console.error(hint)
  process.exit(1)
}

function outputOf(command, args, options) {
  const shell = process.platform === 'win32' && command === 'npm'
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], shell })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: 1, output: error.message }))
    child.once('close', code => resolve({ code, output }))
  })
}
