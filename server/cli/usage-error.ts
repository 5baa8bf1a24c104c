import { CliError } from './verb.ts'

/** An invalid command, which makes the command line exit with 2. */
export class UsageError extends CliError {}
