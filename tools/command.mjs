import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export function isNodeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/**
 * Exits with 2, for a wrong command line or an unsuitable machine. 1 is for a failed check.
 * @param {string} line
 * @returns {never}
 */
export function refuse(line) {
  console.error(line)
  process.exit(2)
}

export function requireNode() {
  if (isNodeNewEnough()) return
  refuse(`Node 20.19 or newer is needed; this is ${process.versions.node}. We recommend Node 24.`)
}

export function requireKnown(command, known, hint) {
  const unknown = process.argv.slice(2).find(word => !known.includes(word))
  if (unknown === undefined) return
  refuse(`${command}: unknown argument ${unknown}. ${hint}`)
}

/** Returns the script behind a package's command. Run it with `process.execPath` to use this Node on every system. */
export function binary(command) {
  const scripts = { vite: 'vite/bin/vite.js', tsx: 'tsx/dist/cli.mjs' }
  return join(root, 'node_modules', ...scripts[command].split('/'))
}
