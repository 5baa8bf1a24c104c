import type { ParseArgsConfig } from 'node:util'
import type { AuditTexts } from '#server/audit/texts.ts'
import { InputError } from '#server/data/input-error.ts'
import type { ObjectStore, ServerDeps } from '#server/deps.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import type { DataLocation, Progress, Terminal } from './terminal-types.ts'

/** Context of every verb. */
export type BaseContext = {
  /** When the command began, in milliseconds. */
  readonly now: number
  /** Returns the current time, for verbs that wait for input. */
  readonly clock: () => number
  readonly random: Random
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  /** True for `--dry-run`: changes of the database are lost, and the verb must not write files. */
  readonly dryRun: boolean
  readonly progress: Progress
  /** Returns the location of the data; null if the campaign is in PostgreSQL, which has no data file. */
  readonly location: () => DataLocation | null
  /** Returns the file in which the server keeps heads of the audit log; null if there is none. */
  readonly auditHeadFile: () => string | null
  /** The prizes that the app shows to customers. */
  readonly advertised: readonly AdvertisedPrize[]
}

/** Context of a verb that uses the campaign's data. */
export type Context = BaseContext & {
  /** A transaction that includes the audit entry. In mode `without-transaction`, the database itself. */
  readonly db: Db
  readonly dialect: ServerDeps['dialect']
  readonly objects: ObjectStore
  /** The user's name, for verbs that write their own audit entries. */
  readonly actor: string
  /** Null if the input is not interactive. */
  readonly terminal: Terminal | null
}

/**
 * Result of a verb: `lines` for people, `data` for programs (`--json`), `detail` for the audit log. `detail` must not
 * contain secrets.
 */
export type Outcome = {
  readonly lines: readonly string[]
  readonly data: unknown
  readonly detail: Readonly<Record<string, unknown>>
  /** Free texts for the audit log. They are stored where they can be deleted, so `detail` must have none. */
  readonly texts?: AuditTexts
  /** True if a check found a problem. */
  readonly failed?: boolean
  /** The exit code after a failed check; 1 if not given. */
  readonly exitCode?: number
}

type Described = {
  /** Name of one or two words, such as `receipts approve`. */
  readonly name: string
  /** Arguments and options that follow the name, as shown in the help. */
  readonly usage: string
  /** One-line description for the list of all verbs. */
  readonly summary: string
  /** Detailed description with an example. */
  readonly help: readonly string[]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Number of arguments. */
  readonly args: { readonly min: number; readonly max: number }
  /** True if the verb supports `--dry-run`. */
  readonly dryRun?: boolean
  /** True if the head of the audit log is printed and published with the draw after the verb. */
  readonly showsHead?: boolean
}

/** One command of the command line. */
export type Verb =
  | (Described & {
      /**
       * Set this if the verb takes long or waits for input: a transaction would block other writers all that
       * time.
       */
      readonly mode?: 'without-transaction'
      readonly run: (context: Context) => Promise<Outcome>
      /**
       * Does the long part of a verb before its transaction, on the database itself, and returns what remains for the
       * transaction. A dry run uses `run` for everything.
       */
      readonly prepare?: (context: Context) => Promise<(context: Context) => Promise<Outcome>>
    })
  /** A verb that works without a campaign and writes no audit entry. */
  | (Described & {
      readonly mode: 'without-campaign'
      readonly run: (context: BaseContext) => Promise<Outcome>
    })
  /** A verb that restores a campaign and writes an entry to the restored campaign's audit log. */
  | (Described & {
      readonly mode: 'restores-campaign'
      readonly run: (context: BaseContext) => Promise<Outcome>
    })

/** An error that the organiser can fix. The command line prints its message without a stack trace. */
export class CliError extends InputError {}
