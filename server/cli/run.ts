import type { DeskErrorCode } from '#contract/desk/errors.ts'
import { type AuditHead, headText } from '#server/audit/head.ts'
import { appendAudit } from '#server/audit/log.ts'
import { publishHead } from '#server/audit/published-head.ts'
import { InputError } from '#server/data/input-error.ts'
import type { ServerDeps } from '#server/deps.ts'
import { DeskError } from '#server/desk/errors.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { refusalTexts } from '#server/draw/refusal-texts.ts'
import { ApiError } from '#server/errors.ts'
import { isObjectStoreDown } from '#server/images/object-store-error.ts'
import { isDatabaseDown, isDuplicate } from '#server/store/failure.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { tryOut } from '#server/store/try-out.ts'
import { damaged, isDamaged, WHAT_TO_DO } from './doctor-database.ts'
import { findVerb, helpFor, unknownVerb } from './find-verb.ts'
import { noPaint, type Paint, paintState } from './paint.ts'
import { parseArguments } from './parse-arguments.ts'
import type { Terminal } from './terminal-types.ts'
import { type BaseContext, type Context, type Outcome, type Outside, UsageError, type Verb } from './verb.ts'

export type OpenCampaign = Pick<ServerDeps, 'db' | 'dialect' | 'objects'> & {
  readonly close: () => Promise<void>
}

export type CliDeps = Outside & {
  /** Throws CliError if opening fails, or if the data does not exist and `create` is false. */
  readonly open: (create: boolean) => Promise<OpenCampaign>
  readonly now: () => number
  /** The user's name for the audit log. */
  readonly actor: string
  readonly terminal: Terminal | null
  readonly paintOut?: Paint
  readonly paintErr?: Paint
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

const HELP: readonly string[] = ['--help', '-h']

/**
 * Runs one command. Returns the exit code: 0 for success, 1 if the command was refused or a check failed, 2 for wrong
 * usage, or the verb's own code for a failed check.
 */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const json = argv.includes('--json')
  const { paintOut = noPaint, paintErr = noPaint } = deps
  try {
    const words = argv.filter(word => word !== '--json' && !HELP.includes(word))
    const asked = argv.some(word => HELP.includes(word)) || words.length === 0
    if (asked || words[0] === 'help') {
      for (const line of helpFor(words[0] === 'help' ? words.slice(1) : words, paintOut)) deps.out(line)
      return 0
    }
    const verb = findVerb(words)
    if (!verb) throw unknownVerb(words)
    const outcome = await runVerb(verb, parseArguments(verb, words), deps)
    const lines = outcome.lines.map(line => paintState(line, paintOut))
    for (const line of json ? [JSON.stringify(dataOf(outcome))] : lines) deps.out(line)
    return outcome.failed ? (outcome.exitCode ?? 1) : 0
  } catch (error) {
    const message = expectedErrorMessage(error)
    if (message === null) throw error
    deps.err(json ? JSON.stringify({ error: message }) : paintErr(message, 'error'))
    return error instanceof UsageError ? 2 : 1
  }
}

type Arguments = Pick<BaseContext, 'args' | 'options'>

const DRY_RUN_NOTE = 'Dry run: nothing was changed.'

async function runVerb(verb: Verb, given: Arguments, deps: CliDeps): Promise<Outcome> {
  const dryRun = verb.dryRun === true && given.options['dry-run'] === true
  const { now: clock, random, progress, location, auditHeadFile, advertised } = deps
  const outside = { random, progress, location, auditHeadFile, advertised }
  const base: BaseContext = { ...given, ...outside, dryRun, now: clock(), clock }
  const outcome = await runInMode(verb, base, deps)
  return dryRun ? { ...outcome, lines: [...outcome.lines, DRY_RUN_NOTE] } : outcome
}

async function runInMode(verb: Verb, base: BaseContext, deps: CliDeps): Promise<Outcome> {
  if (verb.mode === 'without-campaign') return verb.run(base)
  if (verb.mode === 'restores-campaign') {
    const outcome = await verb.run(base)
    if (!base.dryRun) await withCampaign(deps, false, ({ db }) => audit(db, verb, outcome, base, deps))
    return outcome
  }
  return withCampaign(deps, verb.name === 'init', async ({ db, dialect, objects }) => {
    const { actor, terminal } = deps
    const contextOn = (on: Db): Context => ({ ...base, db: on, dialect, objects, actor, terminal })
    if (verb.mode === 'without-transaction') {
      const outcome = await verb.run(contextOn(db))
      return withHead(verb, outcome, await audit(db, verb, outcome, base, deps))
    }
    if (base.dryRun) {
      const outcome = await tryOut({ db, dialect }, trx => verb.run(contextOn(trx)))
      await audit(db, verb, outcome, base, deps)
      return outcome
    }
    const run = verb.prepare ? await verb.prepare(contextOn(db)) : verb.run
    return inTransaction(db, async trx => {
      const outcome = await run(contextOn(trx))
      const head = await audit(trx, verb, outcome, base, deps)
      if (verb.showsHead === true) await publishHead(trx, head)
      return withHead(verb, outcome, head)
    })
  })
}

async function withCampaign<T>(
  deps: CliDeps,
  create: boolean,
  use: (campaign: OpenCampaign) => Promise<T>,
): Promise<T> {
  const campaign = await deps.open(create)
  try {
    return await use(campaign)
  } finally {
    await campaign.close()
  }
}

function audit(
  db: Db,
  verb: Verb,
  outcome: Outcome,
  { clock, dryRun }: BaseContext,
  { actor }: CliDeps,
): Promise<AuditHead> {
  const detail = dryRun ? { ...outcome.detail, dryRun } : outcome.detail
  // Use the time when the verb ended: verbs such as `receipts review` write their own entries before this one.
  const texts = outcome.texts && !dryRun ? { texts: outcome.texts } : {}
  return inTransaction(db, trx =>
    appendAudit(trx, { at: clock(), actor, action: verb.name, detail, ...texts }),
  )
}

const dataOf = ({ data, detail }: Outcome): unknown => (data === undefined ? detail : data)

function withHead(verb: Verb, outcome: Outcome, head: AuditHead): Outcome {
  if (verb.showsHead !== true) return outcome
  const auditHead = headText(head)
  return {
    ...outcome,
    lines: [...outcome.lines, `Head of the audit log, to publish with the result: ${auditHead}`],
    data: { ...(dataOf(outcome) as object), auditHead },
  }
}

const deskRefusals: Readonly<Partial<Record<DeskErrorCode, string>>> = {
  NOT_FOUND: 'There is no such account; see "desk people".',
  LAST_MANAGER: 'This is the last manager who can sign in; invite another one first.',
}

/** Returns null for an unexpected error, which is a bug. */
function expectedErrorMessage(error: unknown): string | null {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run campaign -- --help`
  if (error instanceof InputError || error instanceof DrawRefusal) return error.message
  if (error instanceof DeskError) return deskRefusals[error.code] ?? null
  if (error instanceof ApiError && (error.code === 'DRAW_SEALED' || error.code === 'PRIZE_SENT'))
    return refusalTexts[error.code]
  if (error instanceof ApiError && error.code === 'UNAVAILABLE')
    return 'The campaign does not exist yet: run "init" first.'
  if (isDuplicate(error))
    return 'Another command has just made the same change: check the result, then try again.'
  if (isDatabaseDown(error)) return `The database is unavailable: ${(error as Error).message}`
  if (isDamaged(error)) return `${damaged([(error as Error).message])} ${WHAT_TO_DO}`
  if (isObjectStoreDown(error)) return `Cannot read or write files: ${(error as Error).message}`
  return null
}
