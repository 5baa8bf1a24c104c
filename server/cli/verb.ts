import type { AuditTexts } from '#server/audit/texts.ts'
import { InputError } from '#server/data/input-error.ts'
import type { ObjectStore, ServerDeps } from '#server/deps.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import type { DataLocation, Progress, Terminal } from './terminal-types.ts'

/** What a command uses outside the program. Tests replace it. */
export type Outside = {
  readonly random: Random
  readonly progress: Progress
  /** Null if the campaign is in PostgreSQL. */
  readonly location: () => DataLocation | null
  /** The file to which the server appends heads of the audit log; null if not configured. */
  readonly auditHeadFile: () => string | null
  readonly advertised: readonly AdvertisedPrize[]
}

export type BaseContext = Outside & {
  /** When the command began, in milliseconds. Verbs that wait for input use `clock` instead. */
  readonly now: number
  readonly clock: () => number
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  /** True for `--dry-run`: database changes are discarded, and the verb must not write files. */
  readonly dryRun: boolean
}

export type Context = BaseContext & {
  /** A transaction that also includes the audit entry; in mode `without-transaction`, the database itself. */
  readonly db: Db
  readonly dialect: ServerDeps['dialect']
  readonly objects: ObjectStore
  /** The user's name, for verbs that write their own audit entries. */
  readonly actor: string
  /** Null if the input is not interactive. */
  readonly terminal: Terminal | null
}

export type Outcome = {
  /** For the user. */
  readonly lines: readonly string[]
  /** For the audit log, so it must not contain secrets. */
  readonly detail: Readonly<Record<string, unknown>>
  /** For programs (`--json`), if it differs from `detail`. */
  readonly data?: unknown
  /** Free text for the audit log, stored separately from `detail` so that it can be deleted. */
  readonly texts?: AuditTexts
  readonly failed?: boolean
  /** Exit code after a failed check; 1 by default. */
  readonly exitCode?: number
}

type Described = {
  readonly name: string
  /** The words and options after the name, from which `syntaxOf` derives what the verb accepts. */
  readonly usage?: string
  /** Further words and options that the help does not show. */
  readonly alsoAccepts?: string
  readonly summary: string
  readonly help: readonly string[]
  readonly dryRun?: boolean
  /** Prints the audit log's head, which is published with the draw. */
  readonly showsHead?: boolean
}

export type Verb =
  | (Described & {
      /** For verbs that take long or wait for input, because a transaction would block other writers. */
      readonly mode?: 'without-transaction'
      readonly run: (context: Context) => Promise<Outcome>
      /**
       * Does the long part of the verb before its transaction, and returns the part to run in the transaction. A dry
       * run uses only `run`.
       */
      readonly prepare?: (context: Context) => Promise<(context: Context) => Promise<Outcome>>
    })
  /** Does not need a campaign and does not write an audit entry. */
  | (Described & {
      readonly mode: 'without-campaign'
      readonly run: (context: BaseContext) => Promise<Outcome>
    })
  /** Restores a campaign and writes an entry to the restored audit log. */
  | (Described & {
      readonly mode: 'restores-campaign'
      readonly run: (context: BaseContext) => Promise<Outcome>
    })

/** An error that the organiser can fix. The command line prints its message without a stack trace. */
export class CliError extends InputError {}

/** An invalid command. The command line then exits with 2. */
export class UsageError extends CliError {}
