import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** True if this Node can run the project: 20.19 or newer. */
export function isNodeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/**
 * Ends the process with 2 and a message, for a wrong command line or a machine that lacks something. 1 is for a check that
 * has failed.
 * @returns {never}
 */
export function refuse(line) {
  console.error(line)
  process.exit(2)
}

/** Ends the process with a message if this Node is too old to run the project. */
export function requireNode() {
  if (isNodeNewEnough()) return
  refuse(`Node 20.19 or newer is needed; this is ${process.versions.node}. We recommend Node 24.`)
}

/** Ends the process with a message if the command line has a word that is not in `known`. */
export function requireKnown(command, known, hint) {
  const unknown = process.argv.slice(2).find(word => !known.includes(word))
  if (unknown === undefined) return
  refuse(`${command}: unknown argument ${unknown}. ${hint}`)
}

/** The script behind a package's command. Run it with `process.execPath`, so that it uses this Node on every system. */
export function binary(command) {
  const scripts = { vite: 'vite/bin/vite.js', tsx: 'tsx/dist/cli.mjs' }
  return join(root, 'node_modules', ...scripts[command].split('/'))
}
