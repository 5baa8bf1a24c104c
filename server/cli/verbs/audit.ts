import { headIn, headText, type KeptHead } from '#server/audit/head.ts'
import { appendHead } from '#server/audit/head-file.ts'
import { auditHead } from '#server/audit/log.ts'
import { publishedHead } from '#server/audit/published-head.ts'
import { auditCheck, keptHeads } from '#server/cli/audit-check.ts'
import { textOption } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { countOf } from '#server/store/count.ts'

export const auditVerbs: readonly Verb[] = [
  {
    name: 'audit head',
    usage: '[--append FILE]',
    summary: 'Print the newest entry of the audit log: its number and its hash.',
    help: [
      'The hash covers all entries. Publish it, or keep it where people with access to the database cannot change it. Later,',
      '`audit verify` detects whether entries up to it were deleted or rewritten. `draw run`, `draw import` and `announce`',
      'print it, and the file of `draw publish` contains it.',
      '--append   appends time, number and hash as one line to a file, for example in a mounted folder of another machine.',
      '           The server does this every minute if AUDIT_HEAD_FILE is set.',
      '',
      'Example: audit head --append /mnt/elsewhere/audit-heads.txt',
    ],
    mode: 'without-transaction',
    run: head,
  },
  {
    name: 'audit verify',
    usage: '[--head HASH] [--heads FILE]',
    summary: 'Check that the audit log has not been changed.',
    help: [
      'Every audit entry contains the hash of the previous entry, so a changed or missing entry in the middle breaks the chain.',
      'The chain alone cannot show that the newest entries were deleted or all were rewritten. To detect that, pass a head that',
      'was kept elsewhere. The command always checks the head that is published with the draw. Exits with 1 if the chain is broken or a head is not in it.',
      '--head    a head that was printed or published, with or without its number: 12:9f86d081… or 9f86d081…',
      '--heads   a file that `audit head --append` or the server has written. Without it, AUDIT_HEAD_FILE if it is set',
      '',
      'Example: audit verify --heads /mnt/elsewhere/audit-heads.txt',
    ],
    mode: 'without-transaction',
    run: verify,
  },
]

async function head(context: Context): Promise<Outcome> {
  const { db, clock } = context
  const found = await auditHead(db)
  const path = textOption(context, 'append')?.trim()
  if (path)
    await appendHead(path, found, clock()).catch((error: NodeJS.ErrnoException) => {
      throw new CliError(`${path}: cannot append to the file (${error.code})`)
    })
  return {
    lines: [headText(found), ...(path ? [`Appended to ${path}.`] : [])],
    data: { ...found, head: headText(found), file: path || null },
    detail: { ...found, ...(path ? { file: path } : {}) },
  }
}

async function verify(context: Context): Promise<Outcome> {
  const { db, progress } = context
  const kept = [...givenHead(context), ...(await headsInFile(context))]
  const bar = progress('Checking', await countOf(db.selectFrom('audit')))
  const published = await publishedHead(db)
  const check = await auditCheck(db, bar.step, published ? [...kept, published] : kept).finally(bar.end)
  const alone =
    kept.length === 0
      ? [
          'Not checked: whether a person with access to the database has rewritten the log and its published head. Pass a head that was kept elsewhere (--head, --heads).',
        ]
      : []
  return {
    lines: [check.found, ...(check.level === 'ok' ? alone : [])],
    data: { name: 'audit', ...check, heads: kept.length },
    detail: { heads: kept.length },
    failed: check.level === 'fail',
  }
}

function givenHead(context: Context): KeptHead[] {
  const text = textOption(context, 'head')
  if (text === undefined) return []
  const found = headIn(text)
  if (found === null) throw new CliError(`--head: must be 64 hexadecimal digits, not "${text}"`)
  return [{ ...found, from: '--head' }]
}

async function headsInFile(context: Context): Promise<KeptHead[]> {
  const path = textOption(context, 'heads')?.trim() || context.auditHeadFile()
  return path ? keptHeads(path) : []
}
