import { table } from './table.ts'
import type { Verb } from './verb.ts'

const COMMAND = 'npm run campaign --'

/** Returns the list of all verbs. */
export function overview(verbs: readonly Verb[]): string[] {
  return [
    'Manages the campaign stored in DATABASE_URL or DATA_DIR. The server may be running or stopped.',
    '',
    `  ${COMMAND} VERB [--json] [--help]`,
    '',
    ...table(
      ['', ''],
      verbs.map(verb => [`  ${verb.name}`, verb.summary]),
    ).slice(1),
    '',
    'VERB --help explains a verb. --json prints JSON for programs. Every command is recorded in the audit log.',
  ]
}

/** Returns a verb's usage line. */
export const usageOf = (verb: Verb): string =>
  [verb.name, verb.usage, verb.dryRun ? '[--dry-run]' : ''].filter(part => part !== '').join(' ')

/** Returns the help text of one verb. */
export function explanation(verb: Verb): string[] {
  const dry = verb.dryRun ? ['', '--dry-run shows what would happen without doing it.'] : []
  return [`${COMMAND} ${usageOf(verb)} [--json]`, '', verb.summary, '', ...verb.help, ...dry]
}
