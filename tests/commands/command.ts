/** A command from the documents or package.json, as a user types it, with inputs so small that it ends in seconds. */
export type Command = {
  readonly line: string
  /** The lines in the README files that this line stands for; only `line` if omitted. */
  readonly documented?: readonly string[]
  /** Why these lines do not run as written. */
  readonly because?: string
  /** Environment variables. `free` as the value of `PORT` and the like stands for a free port. */
  readonly env?: Readonly<Record<string, string>>
  /** Patterns that must all occur in the output: the figures or the result that the command exists for. */
  readonly prints: readonly RegExp[]
  /** The expected exit code. If omitted, 0 or, for a command with `serves`, the exit code of Ctrl-C. */
  readonly code?: number
  /** For a command that runs until Ctrl-C: the URL to poll, in which $PORT is the variable's value, and the answer. */
  readonly serves?: { readonly url: string; readonly answer: RegExp }
  /** The command runs only if this environment variable is set. */
  readonly needs?: 'TEST_DATABASE_URL' | 'TEST_WEBKIT'
}

/** A command that the runner does not start, and the file that runs or replaces it. */
export type RunElsewhere = {
  readonly documented: readonly string[]
  readonly because: string
  readonly by: string
}

/** A wrong start, which must end with one sentence and exit code 2. */
export type WrongStart = {
  readonly line: string
  readonly env?: Readonly<Record<string, string>>
  /** The environment variable whose port another program uses during the start. */
  readonly busy?: string
  readonly says: RegExp
}
