import type { ParseArgsConfig } from 'node:util'
import { InputError } from '#server/data/input-error.ts'
import type { ObjectStore, ServerDeps } from '#server/deps.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import type { DataLocation, Progress, Terminal } from './terminal-types.ts'

/** What every verb works with. */
export type Offline = {
  readonly now: number
  readonly random: Random
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  /** Nothing that is done stays: neither in the database, which is rolled back, nor in files, which are not written. */
  readonly dryRun: boolean
  readonly progress: Progress
  readonly place: () => DataLocation
}

/** What a verb on the campaign's data works with. */
export type Context = Offline & {
  /** A transaction that also appends to the audit: a failure leaves nothing. Alone, the database itself. */
  readonly db: Db
  readonly dialect: ServerDeps['dialect']
  readonly objects: ObjectStore
  /** Who asks, for what a verb that runs alone writes into the audit by itself. */
  readonly actor: string
  /** Null where nobody can be asked. */
  readonly terminal: Terminal | null
}

/** What a verb has done: for people, for programs (`--json`), and for the audit, where no secret may stand. */
export type Outcome = {
  readonly lines: readonly string[]
  readonly data: unknown
  readonly detail: Readonly<Record<string, unknown>>
  /** The command ends with 1 although it ran: a check has found something. */
  readonly failed?: boolean
}

type Described = {
  /** The words that name it, such as `receipts approve`. */
  readonly name: string
  /** What follows the name, as help shows it. */
  readonly usage: string
  /** One line for the list of all verbs. */
  readonly summary: string
  /** What it does in detail, with an example. */
  readonly help: readonly string[]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** How many arguments it takes. */
  readonly args: { readonly min: number; readonly max: number }
  /** Takes `--dry-run`: does everything and then undoes it. */
  readonly dryRun?: boolean
}

/** One thing the organiser can ask for. */
export type Verb =
  | (Described & {
      /** `alone`: outside a transaction, since it takes long or waits for people; others must not wait for it. */
      readonly mode?: 'alone'
      readonly run: (context: Context) => Promise<Outcome>
    })
  /** Needs no campaign, and is in no audit. */
  | (Described & { readonly mode: 'offline'; readonly run: (context: Offline) => Promise<Outcome> })
  /** Puts a campaign in its place; written into the audit of that campaign. */
  | (Described & { readonly mode: 'place'; readonly run: (context: Offline) => Promise<Outcome> })

/** Something the organiser can put right; shown as it is, without a stack. */
export class CliError extends InputError {}
