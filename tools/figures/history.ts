import { spawnSync } from 'node:child_process'

export type History = {
  readonly head: () => string
  readonly has: (commit: string) => boolean
  /** Returns the commits after `commit` that changed one of the paths, newest first, as `hash date subject`. */
  readonly changesSince: (commit: string, paths: readonly string[]) => readonly string[]
  /** True if one of the paths has uncommitted changes. */
  readonly isChanged: (paths: readonly string[]) => boolean
}

export const HASH_LENGTH = 8

/** Returns the project's Git history, or why it is missing or incomplete. */
export function historyOf(folder: string): History | string {
  const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
  const lines = (...words: readonly string[]) =>
    git(...words)
      .stdout.split('\n')
      .filter(Boolean)
  const top = git('rev-parse', '--show-prefix')
  // The prefix is empty only in a clone's root. In a subfolder, the history belongs to another project.
  if (top.status !== 0 || top.stdout.trim() !== '') return 'this folder is not a Git clone'
  if (git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true') return 'this clone is shallow'
  if (git('rev-parse', 'HEAD').status !== 0) return 'this clone has no commit'
  return {
    head: () => git('rev-parse', `--short=${HASH_LENGTH}`, 'HEAD').stdout.trim(),
    has: commit => git('cat-file', '-e', `${commit}^{commit}`).status === 0,
    changesSince: (commit, paths) =>
      lines(
        ...['log', `--abbrev=${HASH_LENGTH}`, '--format=%h %cs %s', `${commit}..HEAD`],
        ...['--', ...paths],
      ),
    isChanged: paths => lines('status', '--porcelain', '--', ...paths).length > 0,
  }
}
