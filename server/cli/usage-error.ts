import { CliError } from './verb.ts'

/** An invalid command. The command line then exits with 2. */
export class UsageError extends CliError {}
