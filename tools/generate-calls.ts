import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallDefinition, DeskCallDefinition } from '#contract/define-call.ts'
import { supportedCalls } from '#emulator/platform/routes.ts'
import { readOptions } from './options.ts'

/**
 * Generates the indexes of `contract/calls/` and of the handlers, and the emulator's list of LINE's calls. Run by
 * `npm run dev` and `npm run generate`; a unit test fails if an index is out of date.
 */
const root = join(import.meta.dirname, '..')

type AnyCall = CallDefinition | DeskCallDefinition
type Named<C extends AnyCall = AnyCall> = { readonly name: string; readonly file: string; readonly call: C }

export async function generateCalls(): Promise<ReadonlyMap<string, string>> {
  const calls = await readCalls<CallDefinition>('contract/calls')
  const desk = await readCalls<DeskCallDefinition>('contract/calls/desk')
  const inApp = calls.filter(({ call }) => call.audience === 'customer')
  return new Map([
    ['contract/calls/generated/definitions.ts', page(linesOf('export', 'call', '#contract/calls', calls))],
    [
      'contract/calls/generated/desk-definitions.ts',
      page(linesOf('export', 'call', '#contract/calls/desk', desk)),
    ],
    ['contract/calls/generated/answers.ts', answersOf(inApp)],
    ['contract/calls/generated/requests.ts', requestsOf(inApp)],
    ['server/generated/handlers.ts', page(linesOf('export', 'handler', '#server/routes', calls))],
    ['emulator/docs/calls.md', emulatedCallsPage()],
  ])
}

/** A call is named after its file: `get-reward-qr.ts` defines `getRewardQr`. */
async function readCalls<C extends AnyCall>(folder: string): Promise<readonly Named<C>[]> {
  const files = readdirSync(join(root, folder)).filter(file => file.endsWith('.ts'))
  const stems = files.map(file => file.replace(/\.ts$/, ''))
  return Promise.all(
    stems.sort().map(async stem => {
      const file = `${stem}.ts`
      const { call, answer } = await import(pathToFileURL(join(root, folder, file)).href)
      if (call === undefined) throw new Error(`${folder}/${file}: must export \`call\``)
      if (call.audience === 'customer' && answer !== call.answer)
        throw new Error(`${folder}/${file}: must export \`answer\`, the answer of \`call\`, for the app`)
      const name = stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return { name, file, call }
    }),
  )
}

const emulatedCallsPage = () => `# Calls

<!-- Generated from the emulator's routes by \`npm run generate\`. Do not edit. -->

The requests to LINE's hosts that the emulator answers. \`:name\` stands for one segment of a path, \`*\` for any rest.
\`GET /__emulator/api/calls\` returns the same list. Any other call gets a 404 that says so; a link to any other page of LINE
shows a page that names the part of LINE that a phone would open.

\`\`\`text
${supportedCalls().join('\n')}
\`\`\`
`

const page = (lines: readonly string[]) =>
  ['// Generated from contract/calls/ by `npm run generate`. Do not edit.', ...lines, ''].join('\n')

/** Returns the lines that import or export `what` from each call's file under the call's name. */
const linesOf = (keyword: 'import' | 'export', what: string, folder: string, calls: readonly Named[]) =>
  calls.map(({ name, file }) => `${keyword} { ${what} as ${name} } from '${folder}/${file}'`)

/** One object instead of exports, because bundlers turn it into less code. */
const answersOf = (calls: readonly Named[]) =>
  page([
    ...linesOf('import', 'answer', '#contract/calls', calls),
    '',
    '/** The schema of the answer to each call that the app makes, without the rest of the definition. */',
    'export const answers = {',
    ...calls.map(({ name }) => `  ${name},`),
    '}',
  ])

const requestsOf = (calls: readonly Named<CallDefinition>[]) =>
  page([
    "import { request } from '#contract/request.ts'",
    '',
    '/** How to send each call that the app makes: the part of the definitions that its first script needs. */',
    'export const requests = {',
    ...calls.map(({ name, call }) => `  ${name}: request(${argumentsOf(call)}),`),
    '}',
    '',
    '/** The lane of each call that the outbox can hold: calls with a lane and an idempotency key. */',
    'export const lanes = {',
    ...calls
      .filter(({ call }) => call.lane && call.idempotent)
      .map(({ name, call }) => `  ${name}: '${call.lane}',`),
    '} as const',
  ])

function argumentsOf({ method, path, bodyKind, auth }: CallDefinition): string {
  const given: string[] = [method, path]
  if (bodyKind !== 'none' || auth !== 'bearer') given.push(bodyKind)
  if (auth !== 'bearer') given.push(auth)
  return given.map(value => `'${value}'`).join(', ')
}

export async function writeCalls(): Promise<number> {
  let written = 0
  for (const [path, content] of await generateCalls()) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    // Do not touch an unchanged file, so that file watchers do not reload.
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
    writeFileSync(file, content)
    written += 1
  }
  return written
}

if (process.argv[1] === import.meta.filename) {
  readOptions('npm run generate', {})
  console.log(`${await writeCalls()} of the generated files have changed`)
}
