import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { nodePackage } from '#tools/node24.mjs'

const current = Number(process.versions.node.split('.')[0])

/** The major versions of Node on which the packages are tested. Some systems have only the current one. */
export const majors = nodePackage === undefined ? [current] : [20, 22, 24]

export type UsersNode = {
  /** Environment variables that make a program run on this Node. */
  readonly env: { readonly PATH: string }
  readonly remove: () => void
}

/** Installs a Node from the npm registry, unless this process already runs on that version. */
export function installNode(major: number): UsersNode {
  const path = process.env.PATH ?? ''
  if (major === current || nodePackage === undefined) return { env: { PATH: path }, remove() {} }
  const folder = mkdtempSync(join(tmpdir(), `node-${major}-`))
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, `${nodePackage}@${major}`], { stdio: 'pipe' })
  return {
    env: { PATH: `${join(folder, 'node_modules', nodePackage, 'bin')}${delimiter}${path}` },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
