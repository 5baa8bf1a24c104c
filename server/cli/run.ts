import { parseArgs } from 'node:util'
import { InputError } from '#server/data/input-error.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { ApiError } from '#server/errors.ts'
import { isObjectStoreDown } from '#server/images/object-store-error.ts'
import type { Random } from '#server/random.ts'
import { mostSimilar } from '#server/similar-words.ts'
import { isDatabaseDown, isDuplicate } from '#server/store/failure.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { appendAudit } from './audit.ts'
import { explanation, groupHelp, groupOf, overview, usageOf } from './help.ts'
import type { DataLocation, Progress, Terminal } from './terminal-types.ts'
import { type BaseContext, CliError, type Context, type Outcome, type Verb } from './verb.ts'
import { verbs } from './verbs.ts'

export type OpenCampaign = Pick<ServerDeps, 'db' | 'dialect' | 'objects'> & {
  readonly close: () => Promise<void>
}

/** Everything outside the program that the command line uses, so that tests can replace it. */
export type CliDeps = {
  /**
   * Opens the campaign's data. Throws CliError if that fails, or if the data do not exist and `create` is false.
   */
  readonly open: (create: boolean) => Promise<OpenCampaign>
  readonly now: () => number
  readonly random: Random
  /** The user's name for the audit log. */
  readonly actor: string
  /** Returns the location of the data; null if the campaign is in PostgreSQL, which has no data file. */
  readonly location: () => DataLocation | null
  /** The prizes that the app shows to customers. */
  readonly advertised: readonly AdvertisedPrize[]
  readonly progress: Progress
  readonly terminal: Terminal | null
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

/**
 * Runs one command. Returns the exit code: 0 success, 1 refused or failed check, 2 wrong usage, or the verb's own code for a
 * failed check.
 */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const json = argv.includes('--json')
  try {
    const words = argv.filter(word => word !== '--json' && word !== '--help')
    const verb = findVerb(words)
    if (argv.includes('--help') || words.length === 0) {
      for (const line of verb ? explanation(verb) : helpFor(words)) deps.out(line)
      return 0
    }
    if (!verb) throw unknownVerb(words)
    const outcome = await runVerb(verb, parseArguments(verb, words), deps)
    for (const line of json ? [JSON.stringify(outcome.data)] : outcome.lines) deps.out(line)
    return outcome.failed ? (outcome.exitCode ?? 1) : 0
  } catch (error) {
    const message = expectedErrorMessage(error)
    if (message === null) throw error
    deps.err(json ? JSON.stringify({ error: message }) : message)
    return error instanceof UsageError ? 2 : 1
  }
}

class UsageError extends CliError {}

function findVerb(words: readonly string[]): Verb | undefined {
  const named = (count: number) => verbs.find(verb => verb.name === words.slice(0, count).join(' '))
  return named(2) ?? named(1)
}

/** Returns the help for a word that is not a verb: the verbs of this group, or all verbs. */
function helpFor([group = '']: readonly string[]): readonly string[] {
  if (group === '') return overview(verbs)
  const members = groupOf(group, verbs)
  if (members.length === 0) throw unknownVerb([group])
  return groupHelp(group, members)
}

/** Builds the error for an unknown verb. The message has the most similar verb, or the verbs of the most similar group. */
function unknownVerb(words: readonly string[]): UsageError {
  const [first = ''] = words
  const given = words.slice(0, 2).join(' ')
  const names = verbs.map(verb => verb.name)
  const groups = names.map(name => name.split(' ')[0] ?? '')
  // With more wrong letters, verbs would match that have nothing to do with what was typed.
  const similar = mostSimilar(given, names, name => name.length / 4)
  const group = mostSimilar(first, groups, () => 2) ?? ''
  const near = similar === null ? groupOf(group, verbs).map(verb => verb.name) : [similar]
  const hint = near.length > 0 ? `; did you mean: ${near.join(', ')}` : ''
  return new UsageError(`Unknown verb "${given}"${hint}`)
}

type Arguments = Pick<Context, 'args' | 'options'>

function parseArguments(verb: Verb, words: readonly string[]): Arguments {
  const usage = usageOf(verb)
  const rest = words.slice(verb.name.split(' ').length)
  try {
    const { positionals, values } = parseArgs({
      args: rest,
      options: { ...verb.options, ...(verb.dryRun ? { 'dry-run': { type: 'boolean' as const } } : {}) },
      allowPositionals: true,
    })
    if (positionals.length < verb.args.min || positionals.length > verb.args.max)
      throw new UsageError(`Usage: ${usage}`)
    return { args: positionals, options: values }
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new UsageError(`${(error as Error).message.split('.')[0]}.\nUsage: ${usage}`)
  }
}

const DRY_RUN_NOTE = 'Dry run: nothing was changed.'

async function runVerb(verb: Verb, given: Arguments, deps: CliDeps): Promise<Outcome> {
  const dryRun = verb.dryRun === true && given.options['dry-run'] === true
  const { now: clock, random, progress, location, advertised } = deps
  const base: BaseContext = { ...given, dryRun, now: clock(), clock, random, progress, location, advertised }
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
    const contextOn = (on: Db): Context => ({
      ...base,
      db: on,
      dialect,
      objects,
      actor,
      terminal,
    })
    if (verb.mode === 'without-transaction') {
      const outcome = await verb.run(contextOn(db))
      await audit(db, verb, outcome, base, deps)
      return outcome
    }
    if (base.dryRun) {
      const outcome = await runAndRollBack(db, trx => verb.run(contextOn(trx)))
      await audit(db, verb, outcome, base, deps)
      return outcome
    }
    return inTransaction(db, async trx => {
      const outcome = await verb.run(contextOn(trx))
      await audit(trx, verb, outcome, base, deps)
      return outcome
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
): Promise<void> {
  const detail = dryRun ? { ...outcome.detail, dryRun } : outcome.detail
  // Verbs such as `receipts review` write entries of their own, so this one has the time of the end, not of the start.
  return inTransaction(db, trx => appendAudit(trx, { at: clock(), actor, action: verb.name, detail }))
}

class RollBack extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('rolled back on purpose')
    this.outcome = outcome
  }
}

/** Runs the verb in a transaction and rolls it back, so that a dry run finds the same errors as a real run. */
async function runAndRollBack(db: Db, run: (trx: Db) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await inTransaction(db, async trx => {
      throw new RollBack(await run(trx))
    })
  } catch (error) {
    if (error instanceof RollBack) return error.outcome
    throw error
  }
}

/** Returns the message of an expected error; null for a bug. */
function expectedErrorMessage(error: unknown): string | null {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run campaign -- --help`
  if (error instanceof InputError || error instanceof DrawRefusal) return error.message
  if (error instanceof ApiError && error.code === 'UNAVAILABLE')
    return 'The campaign does not exist yet: run "init" first.'
  if (isDuplicate(error))
    return 'Another command has just made the same change: check the result, then try again.'
  if (isDatabaseDown(error)) return `The database is unavailable: ${(error as Error).message}`
  if (isObjectStoreDown(error)) return `Cannot read or write files: ${(error as Error).message}`
  return null
}
