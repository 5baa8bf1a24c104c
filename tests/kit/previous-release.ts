import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { releaseFolder } from './production-process.ts'

/** The previous release's server, contract and campaign. Not read from Git history, because a clone may be shallow. */
const archive = fileURLToPath(new URL('../fixtures/previous-release.tar.gz', import.meta.url))

const tar = (...args: string[]): string => execFileSync('tar', args, { encoding: 'utf8' })

/** Creates a folder with the previous release's server and command line, which use this project's npm packages. */
export const previousRelease = () => releaseFolder(async folder => void tar('-xzf', archive, '-C', folder))

/** Returns the previous release's version, such as `1.0.5`. */
export function previousVersion(): string {
  const { version } = JSON.parse(tar('-xzOf', archive, 'package.json')) as { version: string }
  return version
}

/** Returns the id of the packed commit, which `git archive` writes into the archive's first header. */
export function previousCommit(): string {
  const header = gunzipSync(readFileSync(archive)).toString('latin1', 0, 1024)
  return /comment=([0-9a-f]{40})\n/.exec(header)?.[1] ?? ''
}
export function previousSchema(): number {
  const numbers = tar('-tzf', archive).matchAll(/^server\/store\/migrations\/(\d{4})-/gm)
  return Math.max(...Array.from(numbers, ([, number]) => Number(number)))
}
