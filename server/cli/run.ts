import { parseArgs } from 'node:util'
import { InputError } from '#server/data/input-error.ts'
import type { ServerDeps } from '#server/deps.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { ApiError } from '#server/errors.ts'
import { isObjectStoreDown } from '#server/images/object-store-error.ts'
import type { Random } from '#server/random.ts'
import { isDatabaseDown, isDuplicate } from '#server/store/failure.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { appendAudit } from './audit.ts'
import { explanation, overview, usageOf } from './help.ts'
import type { DataLocation, Progress, Terminal } from './terminal-types.ts'
import { CliError, type Context, type Offline, type Outcome, type Verb } from './verb.ts'
import { verbs } from './verbs.ts'

export type OpenCampaign = Pick<ServerDeps, 'db' | 'dialect' | 'objects'> & {
  readonly close: () => Promise<void>
}

/** What the command line touches outside itself. */
export type CliDeps = {
  /** Opens the campaign's data; `create` where it may make them. Throws CliError where it cannot. */
  readonly open: (create: boolean) => Promise<OpenCampaign>
  readonly now: () => number
  readonly random: Random
  /** Who asks, for the audit. */
  readonly actor: string
  /** Where the data are, or would be; throws CliError where they cannot be put back by files. */
  readonly place: () => DataLocation
  readonly progress: Progress
  readonly terminal: Terminal | null
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

/** Runs one command and gives the process's exit code: 0 done, 1 refused or found wanting, 2 not understood. */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const json = argv.includes('--json')
  try {
    const words = argv.filter(word => word !== '--json' && word !== '--help')
    const verb = verbOf(words)
    if (argv.includes('--help') || words.length === 0) {
      for (const line of verb ? explanation(verb) : overview(verbs)) deps.out(line)
      return 0
    }
    if (!verb) throw unknownVerb(words)
    const outcome = await perform(verb, parsed(verb, words), deps)
    for (const line of json ? [JSON.stringify(outcome.data)] : outcome.lines) deps.out(line)
    return outcome.failed ? 1 : 0
  } catch (error) {
    const message = messageOf(error)
    if (message === null) throw error
    deps.err(json ? JSON.stringify({ error: message }) : message)
    return error instanceof UsageError ? 2 : 1
  }
}

class UsageError extends CliError {}

function verbOf(words: readonly string[]): Verb | undefined {
  const named = (count: number) => verbs.find(verb => verb.name === words.slice(0, count).join(' '))
  return named(2) ?? named(1)
}

/** With the first word right, the verbs it begins are named. */
function unknownVerb(words: readonly string[]): UsageError {
  const near = verbs.map(verb => verb.name).filter(name => name.startsWith(`${words[0]} `))
  const hint = near.length > 0 ? `; there are: ${near.join(', ')}` : ''
  return new UsageError(`"${words.slice(0, 2).join(' ')}" is no verb${hint}`)
}

type Parsed = Pick<Context, 'args' | 'options'>

function parsed(verb: Verb, words: readonly string[]): Parsed {
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

const DRY = 'Dry run: nothing was changed.'

async function perform(verb: Verb, given: Parsed, deps: CliDeps): Promise<Outcome> {
  const dryRun = verb.dryRun === true && given.options['dry-run'] === true
  const { random, progress, place } = deps
  const offline: Offline = { ...given, dryRun, now: deps.now(), random, progress, place }
  const outcome = await performed(verb, offline, deps)
  return dryRun ? { ...outcome, lines: [...outcome.lines, DRY] } : outcome
}

async function performed(verb: Verb, offline: Offline, deps: CliDeps): Promise<Outcome> {
  if (verb.mode === 'offline') return verb.run(offline)
  if (verb.mode === 'place') {
    const outcome = await verb.run(offline)
    if (!offline.dryRun)
      await withCampaign(deps, false, ({ db }) => audited(db, verb, outcome, offline, deps))
    return outcome
  }
  return withCampaign(deps, verb.name === 'init', async ({ db, dialect, objects }) => {
    const { actor, terminal } = deps
    const contextOn = (on: Db): Context => ({ ...offline, db: on, dialect, objects, actor, terminal })
    if (verb.mode === 'alone') {
      const outcome = await verb.run(contextOn(db))
      await audited(db, verb, outcome, offline, deps)
      return outcome
    }
    if (offline.dryRun) {
      const outcome = await undone(db, trx => verb.run(contextOn(trx)))
      await audited(db, verb, outcome, offline, deps)
      return outcome
    }
    return inTransaction(db, async trx => {
      const outcome = await verb.run(contextOn(trx))
      await audited(trx, verb, outcome, offline, deps)
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

function audited(
  db: Db,
  verb: Verb,
  outcome: Outcome,
  { now, dryRun }: Offline,
  deps: CliDeps,
): Promise<void> {
  const detail = dryRun ? { ...outcome.detail, dryRun } : outcome.detail
  return inTransaction(db, trx => appendAudit(trx, { at: now, actor: deps.actor, action: verb.name, detail }))
}

class Undo extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('undone on purpose')
    this.outcome = outcome
  }
}

/** Does all of it and then takes it back: a dry run meets every obstacle that the real one would. */
async function undone(db: Db, run: (trx: Db) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await inTransaction(db, async trx => {
      throw new Undo(await run(trx))
    })
  } catch (error) {
    if (error instanceof Undo) return error.outcome
    throw error
  }
}

/** What to tell of an expected failure; null for a mistake of the program. */
function messageOf(error: unknown): string | null {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run campaign -- --help`
  if (error instanceof InputError || error instanceof DrawRefusal) return error.message
  if (error instanceof ApiError && error.code === 'UNAVAILABLE')
    return 'There is no campaign yet: run "init" first.'
  if (isDuplicate(error)) return 'Somebody else has just done the same: look at it, and try again.'
  if (isDatabaseDown(error)) return `The database cannot be used now: ${(error as Error).message}`
  if (isObjectStoreDown(error)) return `Nothing can be written or read there now: ${(error as Error).message}`
  return null
}
