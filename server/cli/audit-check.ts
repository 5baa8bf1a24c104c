import type { KeptHead } from '#server/audit/head.ts'
import { readHeads } from '#server/audit/head-file.ts'
import { type LostHead, verifyAudit } from '#server/audit/log.ts'
import type { Db } from '#server/store/tables.ts'
import { type Finding, fail, ok } from './checks.ts'
import { CliError } from './verb.ts'

/** Checks the audit log's hash chain, and that the log still contains the heads recorded elsewhere. */
export async function auditCheck(
  db: Db,
  step?: (rows: number) => void,
  kept: readonly KeptHead[] = [],
): Promise<Finding> {
  const { rows, brokenAt, lost } = await verifyAudit(db, step, kept)
  const heads = kept.length === 0 ? '' : `, ${kept.length} of ${kept.length} kept heads are in it`
  const problems = [
    ...(brokenAt === null
      ? []
      : [`entry ${brokenAt} of ${rows} was changed, or an entry before it is missing`]),
    ...lostLines(lost, rows),
  ]
  return problems.length > 0
    ? fail(problems.join('; '))
    : ok(`${rows} entries, the hash chain is intact${heads}`)
}

const LISTED = 5

function lostLines(lost: readonly LostHead[], rows: number): string[] {
  const lines = lost.slice(0, LISTED).map(({ head: { seq, hash, from }, why }) => {
    if (why === 'deleted')
      return `entries were deleted: ${from} has entry ${seq}, but the log ends at entry ${rows}`
    if (why === 'rewritten') return `entries were rewritten: entry ${seq} has another hash than in ${from}`
    return `entries were deleted or rewritten: no entry has the hash ${hash} (${from})`
  })
  return lost.length > LISTED
    ? [...lines, `and ${lost.length - LISTED} more heads are not in the log`]
    : lines
}

/** Reads a file of recorded heads. Throws CliError if the file cannot be read or contains no heads. */
export async function keptHeads(path: string): Promise<KeptHead[]> {
  const { heads, unreadable } = await readHeads(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path}: cannot read the file (${error.code})`)
  })
  if (heads.length === 0)
    throw new CliError(
      `${path}: the file has no heads${unreadable.length > 0 ? ', and its lines are not what `audit head --append` writes' : ''}`,
    )
  return [...heads]
}
