/** A command of the documents or of package.json, as a user types it, with inputs so small that it ends within seconds. */
export type Command = {
  readonly line: string
  /** The lines in the README files for which this one runs; only `line` if omitted. */
  readonly documented?: readonly string[]
  /** Why these lines do not run as they are written. */
  readonly because?: string
  /** Environment variables. `PORT` and the like may be `free`, for a free port. */
  readonly env?: Readonly<Record<string, string>>
  /** Each must occur in the output: the figures or the result for which the command exists. */
  readonly prints: readonly RegExp[]
  /** The exit code; 0 if omitted, and for a command that serves the one of Ctrl-C. */
  readonly code?: number
  /** For a command that runs until Ctrl-C: the address that must answer, where $PORT is the variable's value, and the answer. */
  readonly serves?: { readonly url: string; readonly answer: RegExp }
  /** The command runs only if this environment variable is set. */
  readonly needs?: 'TEST_DATABASE_URL' | 'TEST_WEBKIT'
}

/** A command that the runner does not start, and the file that runs it or stands for it. */
export type RunElsewhere = {
  readonly documented: readonly string[]
  readonly because: string
  readonly by: string
}

/** A wrong start, which must end with one sentence and exit code 2. */
export type WrongStart = {
  readonly line: string
  readonly env?: Readonly<Record<string, string>>
  /** The port that another program uses during the start. */
  readonly busy?: string
  readonly says: RegExp
}
