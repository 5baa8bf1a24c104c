import { CliError } from './verb.ts'

/** A command that cannot be understood. The command line then exits with 2. */
export class UsageError extends CliError {}
