import type { Paint } from './paint.ts'
import { table } from './table.ts'
import type { Verb } from './verb.ts'

const COMMAND = 'npm run campaign --'

export function overview(verbs: readonly Verb[], paint: Paint): string[] {
  const groups = new Set(verbs.flatMap(verb => (verb.name.includes(' ') ? [verb.name.split(' ')[0]] : [])))
  return [
    'Manages the campaign stored in DATABASE_URL or DATA_DIR. The server may be running or stopped.',
    '',
    `  ${COMMAND} VERB [--json] [--help]`,
    '',
    ...listOf(verbs, paint),
    '',
    `${verbs.length} verbs. \`help VERB\` or VERB --help explains a verb, \`help GROUP\` or GROUP --help lists the verbs of a group:`,
    `${[...groups].join(', ')}.`,
    '--json prints JSON for programs. Every command is recorded in the audit log.',
  ]
}

export const groupOf = (group: string, verbs: readonly Verb[]): readonly Verb[] =>
  verbs.filter(verb => verb.name.startsWith(`${group} `))

export function groupHelp(group: string, verbs: readonly Verb[], paint: Paint): string[] {
  return [
    `  ${COMMAND} ${group} VERB [--json] [--help]`,
    '',
    ...listOf(verbs, paint),
    '',
    `For example, ${COMMAND} ${verbs[0]?.name} --help explains a verb.`,
  ]
}

function listOf(verbs: readonly Verb[], paint: Paint): string[] {
  const lines = table(
    ['', ''],
    verbs.map(verb => [`  ${verb.name}`, verb.summary]),
  ).slice(1)
  return lines.map((line, index) => {
    const name = verbs[index]?.name ?? ''
    return line.replace(name, () => paint(name, 'heading'))
  })
}

export const usageOf = (verb: Verb): string =>
  [verb.name, verb.usage ?? '', verb.dryRun ? '[--dry-run]' : ''].filter(part => part !== '').join(' ')

/** `members` are the verbs whose names begin with this verb's name. */
export function explanation(verb: Verb, members: readonly Verb[], paint: Paint): string[] {
  const dry = verb.dryRun ? ['', '--dry-run shows what would happen without doing it.'] : []
  const more = members.length > 0 ? ['', `See also: ${members.map(one => one.name).join(', ')}`] : []
  const usage = paint(`${COMMAND} ${usageOf(verb)} [--json]`, 'heading')
  return [usage, '', verb.summary, '', ...verb.help, ...dry, ...more]
}
