/** Checks our answers to OWASP's ASVS 5.0.0 (`docs/asvs/answers.json`) and writes the pages about them. */

import * as v from 'valibot'

const halfSchema = v.union([
  v.strictObject({
    /** Tests as `path › title`. A title that ends in `…` is only the beginning of the test's title. */
    shown: v.pipe(v.array(v.string()), v.minLength(1)),
    note: v.optional(v.string()),
  }),
  v.strictObject({ notApplicable: v.pipe(v.string(), v.minLength(10)) }),
  v.strictObject({
    /** Heading of a guide, as `docs/page.md#heading`. */
    operator: v.string(),
    note: v.optional(v.string()),
  }),
  v.strictObject({ open: v.pipe(v.string(), v.minLength(10)) }),
])
/** The answer for one half of the program: what customers use, or the desk. */
export type Half = v.InferOutput<typeof halfSchema>

const about = { id: v.string(), subject: v.string() }
const answerSchema = v.union([
  /** One answer for both halves, because the same source code or the same system determines it. */
  v.strictObject({ ...about, both: halfSchema }),
  v.strictObject({ ...about, customers: halfSchema, desk: halfSchema }),
])
export type Answer = v.InferOutput<typeof answerSchema>
export const answersSchema = v.array(answerSchema)

const halvesOf = (answer: Answer): { readonly customers: Half; readonly desk: Half } =>
  'both' in answer
    ? { customers: answer.both, desk: answer.both }
    : { customers: answer.customers, desk: answer.desk }

/** The ids of the requirements of each level, in the standard's order. */
export const requirementsSchema = v.object({ level1: v.array(v.string()), level2: v.array(v.string()) })
export type Requirements = v.InferOutput<typeof requirementsSchema>

export type Project = {
  readonly tests: ReadonlyMap<string, string>
  readonly anchorsOf: (path: string) => ReadonlySet<string>
}

type Kind = 'shown' | 'operator' | 'open' | 'notApplicable'
const kindOfHalf = (half: Half): Kind =>
  'shown' in half ? 'shown' : 'operator' in half ? 'operator' : 'open' in half ? 'open' : 'notApplicable'

/** Returns the kind of a whole answer. If the kinds of its halves differ, the first one in `order` wins. */
export function kindOf(answer: Answer): Kind {
  const kinds = Object.values(halvesOf(answer)).map(kindOfHalf)
  const order = ['open', 'operator', 'shown', 'notApplicable'] as const
  return order.find(kind => kinds.includes(kind)) ?? 'open'
}

/** Returns whether the source has a test with this title that is neither skipped nor commented out. */
function hasTitle(source: string, title: string): boolean {
  const isStart = title.endsWith('…')
  const text = isStart ? title.slice(0, -1) : title
  if (text.length < 10) return false
  return ["'", '"', '`'].some(quote => {
    const at = source.indexOf(quote + text + (isStart ? '' : quote))
    const before = source.slice(Math.max(0, at - 200), Math.max(0, at)).trimEnd()
    const line = before.slice(before.lastIndexOf('\n') + 1)
    return at >= 0 && before.endsWith('(') && !/\.(skip|todo|fails)\($|^\s*\/\//.test(line)
  })
}

/** Matches the paths of the desk's own tests. */
const OF_DESK = /^(contract|unit)\/desk\/|^e2e\/desk-/

type Part = 'both' | 'customers' | 'desk'

function testProblem(named: string, part: Part, { tests }: Project): string | null {
  const [path = '', title = ''] = named.split(' › ')
  const source = tests.get(path)
  if (source === undefined) return `no test file ${path}`
  if (!hasTitle(source, title)) return `${path} has no test "${title}"`
  if (part === 'customers' && OF_DESK.test(path)) return `${path} is a test of the desk`
  // Any other test file must at least mention the desk, for example to read its sources or to run its server.
  if (part !== 'customers' && !OF_DESK.test(path) && !/\bdesk\b/i.test(source))
    return `${path} does not test the desk`
  return null
}

function guideProblem(named: string, { anchorsOf }: Project): string | null {
  const [path = '', anchor = ''] = named.split('#')
  return anchorsOf(path).has(anchor) ? null : `no heading ${named}`
}

/**
 * Returns the problems in the answers: missing, unknown and duplicate ids, tests and headings that do not exist, and
 * tests of the wrong half.
 */
export function problemsOf(answers: readonly Answer[], given: Requirements, project: Project): string[] {
  const ids = new Set([...given.level1, ...given.level2])
  const answered = answers.map(({ id }) => id)
  return [
    ...[...ids].filter(id => !answered.includes(id)).map(id => `${id}: no answer`),
    ...answered.filter(id => !ids.has(id)).map(id => `${id}: not a requirement of levels 1 and 2`),
    ...answered.filter((id, at) => answered.indexOf(id) !== at).map(id => `${id}: answered twice`),
    ...answers.flatMap(answer => {
      const parts: [Part, Half][] =
        'both' in answer
          ? [['both', answer.both]]
          : [
              ['customers', answer.customers],
              ['desk', answer.desk],
            ]
      return parts.flatMap(([part, half]) =>
        problemsOfHalf(part, half, project).map(problem => `${answer.id}: ${problem}`),
      )
    }),
  ]
}

function problemsOfHalf(part: Part, half: Half, project: Project): string[] {
  const problems =
    'shown' in half
      ? half.shown.map(one => testProblem(one, part, project))
      : 'operator' in half
        ? [guideProblem(half.operator, project)]
        : []
  return problems.filter(problem => problem !== null)
}

export const chapters: Readonly<Record<number, string>> = {
  1: 'Encoding and sanitization',
  2: 'Validation and business logic',
  3: 'Web frontend',
  4: 'API and web service',
  5: 'Files',
  6: 'Authentication',
  7: 'Sessions',
  8: 'Authorization',
  9: 'Self-contained tokens',
  10: 'OAuth and OIDC',
  11: 'Cryptography',
  12: 'Secure communication',
  13: 'Configuration',
  14: 'Data protection',
  15: 'Secure coding and architecture',
  16: 'Logging and error handling',
  17: 'WebRTC',
}
const chapterOf = ({ id }: Answer): number => Number(/^V(\d+)\./.exec(id)?.[1])

export const pageNameOf = (chapter: number): string => `v${String(chapter).padStart(2, '0')}.md`

const withNote = (text: string, note: string | undefined) =>
  note === undefined ? text : `${text}<br>${note}`

function cellOf(half: Half): string {
  if ('shown' in half)
    return withNote(`shown: ${half.shown.map(one => `\`${one}\``).join('<br>')}`, half.note)
  if ('operator' in half) {
    const link = half.operator.replace(/^docs\//, '../').replace(/^\.\.\/asvs\//, '')
    return withNote(`operator: [${half.operator.replace('docs/', '')}](${link})`, half.note)
  }
  return 'open' in half ? `**open:** ${half.open}` : `not applicable: ${half.notApplicable}`
}

const cellsOf = (answer: Answer): string =>
  'both' in answer
    ? `${cellOf(answer.both)} | the same |`
    : `${cellOf(answer.customers)} | ${cellOf(answer.desk)} |`

export function pageOf(chapter: number, answers: readonly Answer[], { level1 }: Requirements): string {
  const rows = answers
    .filter(answer => chapterOf(answer) === chapter)
    .map(
      answer =>
        `| ${answer.id} | ${level1.includes(answer.id) ? 1 : 2} | ${answer.subject} | ${cellsOf(answer)}`,
    )
  return `# ASVS 5.0.0, V${chapter}: ${chapters[chapter]}

Generated from \`answers.json\`. "Customers" is what customers use: the app and its API, webhooks and files. "Desk" is the organiser's web app and its server. [All chapters and the open requirements](../security-checks.md#the-asvs).

| id | level | subject | customers | desk |
|---|---|---|---|---|
${rows.join('\n')}
`
}

export type Counts = Readonly<Record<Kind, number>>

export function countsOf(answers: readonly Answer[]): Counts {
  const count = (kind: Kind) => answers.filter(answer => kindOf(answer) === kind).length
  return {
    shown: count('shown'),
    operator: count('operator'),
    open: count('open'),
    notApplicable: count('notApplicable'),
  }
}

/**
 * Returns the percentages of applicable requirements that tests show: `program` excludes the operator's duties, `all`
 * includes them.
 */
export function sharesOf({ shown, open, operator }: Counts): { program: number; all: number } {
  const percent = (of: number) => Math.floor((shown / of) * 1000) / 10
  return { program: percent(shown + open), all: percent(shown + open + operator) }
}

/** Returns the section of `docs/security-checks.md` about the ASVS, from its heading to the end of the page. */
export function summaryOf(answers: readonly Answer[]): string {
  const total = countsOf(answers)
  const { program, all } = sharesOf(total)
  const cells = (counts: Counts) =>
    [counts.shown, counts.operator, counts.open, counts.notApplicable].join(' | ')
  const rows = Object.entries(chapters).map(([number, title]) => {
    const own = answers.filter(answer => chapterOf(answer) === Number(number))
    return `| [V${number} ${title}](asvs/${pageNameOf(Number(number))}) | ${own.length} | ${cells(countsOf(own))} |`
  })
  const open = answers.flatMap(answer => {
    const named = 'both' in answer ? { both: answer.both } : halvesOf(answer)
    return Object.entries(named).flatMap(([part, half]) =>
      'open' in half ? [`| ${answer.id} | ${part} | ${answer.subject} | ${half.open} |`] : [],
    )
  })
  const desk = answers.filter(answer => 'shown' in halvesOf(answer).desk).length
  const both = answers.filter(answer => Object.values(halvesOf(answer)).every(half => 'shown' in half)).length
  return `## The ASVS

OWASP's Application Security Verification Standard 5.0.0 has ${answers.length} requirements of levels 1 and 2. The program must meet ${total.shown + total.open} of them: **${total.shown} are shown by tests (${program} %), ${total.open} are open.** ${total.operator} are duties of the operator; counted with them, tests show ${all} %. ${total.notApplicable} do not apply.

Each requirement is answered for both halves of the program: what customers use, and the desk. It counts as shown only if each half to which it applies has a test. ${both} are shown for both halves, ${desk} for the desk.

"Shown" names tests that fail if the requirement is broken. If a requirement demands a document, the test compares the figures and names in the document with the code, not its sentences. The answers are our own; no independent party has checked them. The text of each requirement is in [the standard](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0); the subjects here are our words. \`tests/unit/asvs.test.ts\` writes these pages from \`asvs/answers.json\` (\`npx vitest run --project unit tests/unit/asvs.test.ts -u\`), and fails if an answer, a test or a heading is missing, if a test of one half is cited for the other one, or if a test that is cited for the desk does not mention it.

| chapter | requirements | shown | operator | open | not applicable |
|---|---|---|---|---|---|
${rows.join('\n')}
| all | ${answers.length} | ${cells(total)} |

### Open

| id | half | subject | what is missing |
|---|---|---|---|
${open.join('\n')}
`
}
