import { root } from '../command.mjs'
import { historyOf } from './history.ts'
import { measured, rowOf } from './measured.ts'

/**
 * After a command has succeeded, prints to stderr where its figures come from, in the form that documents use to cite
 * them: `(npm run bench:server -- --rounds 3, 3f2a1c9d)`. Prints nothing if the command measures nothing.
 */
export function announceSource(command: string, options: readonly string[]): void {
  const line = options.length === 0 ? command : `${command} -- ${options.join(' ')}`
  const row = rowOf(line)
  const history = historyOf(root)
  if (row === null || typeof history === 'string') return
  // Read the commit now, because commits made during the run are not measured.
  const changed = history.isChanged(measured[row] ?? [])
  const text = changed
    ? `The measured files have uncommitted changes on ${history.head()}: commit them before you cite these figures.`
    : `Source of these figures: (\`${line}\`, ${history.head()})`
  process.once('exit', code => {
    if (code === 0) console.error(text)
  })
}
