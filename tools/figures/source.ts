import { root } from '../command.mjs'
import { historyOf } from './history.ts'
import { measured, rowOf } from './measured.ts'

/**
 * Prints the source of a command's figures on stderr when the command has succeeded, for example
 * `(npm run bench:server -- --rounds 3, 3f2a1c9d)`. The documents cite it in this form. Prints nothing for a command that
 * measures nothing.
 */
export function announceSource(command: string, options: readonly string[]): void {
  const line = options.length === 0 ? command : `${command} -- ${options.join(' ')}`
  const row = rowOf(line)
  const history = historyOf(root)
  if (row === null || typeof history === 'string') return
  // The figures are those of the sources from now on, not of a commit that is made during the run.
  const changed = history.isChanged(measured[row] ?? [])
  const text = changed
    ? `The measured files have uncommitted changes on ${history.head()}: commit them before you cite these figures.`
    : `Source of these figures: (\`${line}\`, ${history.head()})`
  process.once('exit', code => {
    if (code === 0) console.error(text)
  })
}
