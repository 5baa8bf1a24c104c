import { table } from './table.ts'
import type { Verb } from './verb.ts'

const COMMAND = 'npm run campaign --'

/** What there is. */
export function overview(verbs: readonly Verb[]): string[] {
  return [
    'The organiser’s command line. It works on the data of DATABASE_URL or DATA_DIR, whether the server runs or not.',
    '',
    `  ${COMMAND} VERB [--json] [--help]`,
    '',
    ...table(
      ['', ''],
      verbs.map(verb => [`  ${verb.name}`, verb.summary]),
    ).slice(1),
    '',
    'VERB --help explains one of them. --json answers for programs. Every command is written to the audit.',
  ]
}

/** How a verb is written. */
export const usageOf = (verb: Verb): string =>
  [verb.name, verb.usage, verb.dryRun ? '[--dry-run]' : ''].filter(part => part !== '').join(' ')

/** One of them in detail. */
export function explanation(verb: Verb): string[] {
  const dry = verb.dryRun
    ? ['', '--dry-run does everything and takes it back: it shows what would happen.']
    : []
  return [`${COMMAND} ${usageOf(verb)} [--json]`, '', verb.summary, '', ...verb.help, ...dry]
}
