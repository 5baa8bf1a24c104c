import { spawnSync } from 'node:child_process'

/** The history of a clone. */
export type History = {
  readonly head: () => string
  readonly has: (commit: string) => boolean
  /** Returns the commits after `commit` that changed one of the paths, newest first, each as `hash date subject`. */
  readonly changesSince: (commit: string, paths: readonly string[]) => readonly string[]
  /** True if a path has changes that are not committed. */
  readonly isChanged: (paths: readonly string[]) => boolean
}

/** Characters of a commit's hash in the documents. */
export const HASH_LENGTH = 8

/** Returns the history of the project in `folder`; the reason if there is none, or only a part of it. */
export function historyOf(folder: string): History | string {
  const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
  const lines = (...words: readonly string[]) =>
    git(...words)
      .stdout.split('\n')
      .filter(Boolean)
  const top = git('rev-parse', '--show-prefix')
  // The prefix is empty in the root of a clone. In a folder of another clone, the history is not the project's.
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
