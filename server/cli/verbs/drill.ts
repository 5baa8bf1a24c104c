import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isoOrNull } from '#contract/time.ts'
import { anyFailed, checkLines } from '#server/cli/checks.ts'
import { drillBackup } from '#server/cli/drill/drill.ts'
import { textOption, wholeNumber } from '#server/cli/options.ts'
import { type BaseContext, CliError, type Outcome, type Verb } from '#server/cli/verb.ts'

/** Allows for a daily backup that takes two hours. */
const MAX_AGE_HOURS = 26
const AGE_BOUNDS = { min: 1, max: 10_000 }
const TOO_OLD = 3

export const drillVerbs: readonly Verb[] = [
  {
    name: 'drill',
    usage: 'FOLDER|FILE.tar [--max-age HOURS]',
    summary: 'Restore the newest backup into a temporary folder and check it. For cron.',
    help: [
      'Takes the newest *.tar file of a folder, or one file. Reads every byte of it, restores it into a temporary folder',
      'that only its owner can read, and checks the copy: the hash of the database and of each photo, the database itself,',
      'the number of rows, the chain of the audit log, the promise of the draw, its list and its winners, and that the copy',
      'has every row of the running campaign that is older than the backup. The running campaign is only read. The copy is',
      'deleted at the end, even after an error or a stop signal; it is as large as the backup, and TMPDIR sets its folder.',
      '',
      'Exit codes: 0 the backup is good, 1 it is damaged or the drill could not run, 2 wrong usage, 3 the backup is good but',
      `older than --max-age hours (${MAX_AGE_HOURS} for a folder, no limit for a file). --json prints each check.`,
      '',
      'Example: drill /var/backups/campaign --max-age 26',
    ],
    mode: 'without-campaign',
    run: drill,
  },
]

async function drill(context: BaseContext): Promise<Outcome> {
  const { now, progress } = context
  const limit = textOption(context, 'max-age')
  const given = limit === undefined ? null : wholeNumber(limit, '--max-age', AGE_BOUNDS)
  const { file, isFolder } = await newestBackup(context.args[0] ?? '')
  const maxAgeHours = given ?? (isFolder ? MAX_AGE_HOURS : null)
  const liveFile = context.location()?.databaseFile ?? null
  const { madeAt, checks, isOld } = await drillBackup(file, { now, progress, maxAgeHours, liveFile })
  const failed = anyFailed(checks)
  const isDamaged = checks.some(check => check.level === 'fail' && !(isOld && check.name === 'age'))
  return {
    lines: [
      ...checkLines(checks),
      isDamaged
        ? 'Do not rely on this backup: make a new one, and try an older one with `drill FILE.tar`.'
        : isOld
          ? 'The backup can be restored, but it is too old.'
          : 'The backup can be restored.',
    ],
    data: { file, madeAt: isoOrNull(madeAt), good: !failed, checks },
    detail: {},
    failed,
    ...(isDamaged ? {} : { exitCode: TOO_OLD }),
  }
}

/**
 * Returns the path itself if it is a file, otherwise the folder's newest `.tar` file by modification time: an
 * interrupted backup has no manifest but may be the newest.
 */
async function newestBackup(path: string): Promise<{ file: string; isFolder: boolean }> {
  const found = await stat(path).catch(() => {
    throw new CliError(`${path}: no such file or folder`)
  })
  if (!found.isDirectory()) return { file: path, isFolder: false }
  const names = (await readdir(path)).filter(name => name.endsWith('.tar'))
  const files = await Promise.all(
    names.map(async name => ({ name, changedAt: (await stat(join(path, name))).mtimeMs })),
  )
  const [newest] = files.toSorted((a, b) => b.changedAt - a.changedAt || b.name.localeCompare(a.name))
  if (!newest) throw new CliError(`${path}: contains no backup (*.tar)`)
  return { file: join(path, newest.name), isFolder: true }
}
