import { startChild } from './child.mjs'
import { root } from './command.mjs'
import { withProgress } from './progress.mjs'

/**
 * Runs a step of an install or a build, and shows its title and elapsed time. On failure, prints its output and the
 * hint, and exits with 1.
 */
export async function runStep(title, command, args, { cwd = root, env = process.env, hint = '' } = {}) {
  const { code, output } = await withProgress(title, outputOf(command, args, { cwd, env }))
  if (code === 0) return
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
