import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Stranger } from './list.ts'
import { Failure } from './outcome.ts'

/** A snapshot is a clone or a bare repository, either in the folder itself or in its subfolder `repo`. */
function gitDirectoryOf(folder: string): string | undefined {
  const possible = [join(folder, '.git'), join(folder, 'repo', '.git'), join(folder, 'repo'), folder]
  return possible.find(path => existsSync(join(path, 'HEAD')))
}

export function unpackSnapshot(
  folder: string,
  { repository, commit }: Pick<Stranger, 'repository' | 'commit'>,
  target: string,
): void {
  const wanted = `fetch github.com/${repository} at ${commit}`
  const git = gitDirectoryOf(join(folder, repository.replace('/', '+')))
  if (git === undefined) throw new Failure('snapshot', `is missing: ${wanted}`, 'not run')
  const archive = `${target}.tar`
  const made = spawnSync('git', [`--git-dir=${git}`, 'archive', `--output=${archive}`, commit], {
    encoding: 'utf8',
  })
  if (made.status !== 0)
    throw new Failure('snapshot', `lacks the commit: ${wanted} (${made.stderr.trim()})`, 'not run')
  mkdirSync(target, { recursive: true })
  const unpacked = spawnSync('tar', ['-xf', archive, '-C', target], { encoding: 'utf8' })
  if (unpacked.status !== 0) throw new Failure('snapshot', unpacked.stderr.trim(), 'not run')
}
