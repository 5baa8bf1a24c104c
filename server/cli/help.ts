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
    ...listOf(verbs),
    '',
    'VERB --help explains a verb. --json prints JSON for programs. Every command is recorded in the audit log.',
  ]
}

/** Returns the verbs whose names begin with the word `group`. */
export const groupOf = (group: string, verbs: readonly Verb[]): readonly Verb[] =>
  verbs.filter(verb => verb.name.startsWith(`${group} `))

/** Returns the list of a group's verbs. */
export function groupHelp(group: string, verbs: readonly Verb[]): string[] {
  return [
    `  ${COMMAND} ${group} VERB [--json] [--help]`,
    '',
    ...listOf(verbs),
    '',
    `For example, ${COMMAND} ${verbs[0]?.name} --help explains a verb.`,
  ]
}

const listOf = (verbs: readonly Verb[]): string[] =>
  table(
    ['', ''],
    verbs.map(verb => [`  ${verb.name}`, verb.summary]),
  ).slice(1)

/** Returns a verb's usage line. */
export const usageOf = (verb: Verb): string =>
  [verb.name, verb.usage, verb.dryRun ? '[--dry-run]' : ''].filter(part => part !== '').join(' ')

/** Returns the help text of one verb. */
export function explanation(verb: Verb): string[] {
  const dry = verb.dryRun ? ['', '--dry-run shows what would happen without doing it.'] : []
  return [`${COMMAND} ${usageOf(verb)} [--json]`, '', verb.summary, '', ...verb.help, ...dry]
}
