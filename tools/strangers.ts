import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from './command.mjs'
import { needChromium } from './needs.ts'
import { readOptions } from './options.ts'
import { ensureBuilt } from './products.mjs'
import { startBrowser } from './strangers/browser.ts'
import { readList, type Stranger } from './strangers/list.ts'
import type { Outcome } from './strangers/outcome.ts'
import { exitCodeOf, report, supportSection } from './strangers/report.ts'
import { runStranger } from './strangers/run.ts'

/**
 * `npm run strangers -- --folder DIR [--only NAME] [--json | --markdown]`: installs public repositories from a folder
 * of snapshots, starts each with `liff-emulator exec` and its own start command, and checks that its first exchange
 * with LINE succeeds. `DIR/strangers.json`, or `--list FILE`, lists them; tools/strangers/list.ts describes its fields.
 * `--markdown` prints the table of emulator/docs/support.md. `--patience N` multiplies the time limits. Exits with 1 if
 * a stranger fails, and with 2 if a snapshot or a program is missing.
 */
const { values, whole } = readOptions('npm run strangers', {
  folder: { type: 'string' },
  list: { type: 'string' },
  only: { type: 'string' },
  patience: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
})

const folder = values.folder ?? refuse('--folder: is missing; it must be the folder of the snapshots')
if (!existsSync(folder)) refuse(`--folder: ${folder} does not exist`)

/** Returns the strangers to run. Exits with 2 if the list is invalid or contains none of them. */
function selected(): readonly Stranger[] {
  const file = values.list ?? join(folder, 'strangers.json')
  try {
    const strangers = readList(file).filter(({ name }) => name.includes(values.only ?? ''))
    return strangers.length > 0 ? strangers : refuse(`--only: no name in ${file} contains "${values.only}"`)
  } catch (error) {
    return refuse(`${file}: ${(error as Error).message}`)
  }
}

const patience = whole('patience')
const strangers = selected()
const needsBrowser = strangers.some(({ kind, open }) => kind !== 'bot' || open !== undefined)
const browser = startBrowser(needsBrowser ? needChromium() : '', patience)
await ensureBuilt(['emulator', 'package'])
const outcomes: Outcome[] = []
for (const stranger of strangers) {
  const outcome = await runStranger(stranger, { snapshots: folder, browser, patience })
  outcomes.push(outcome)
  console.error(`${outcome.name}: ${outcome.result} (${outcome.seconds} s) ${outcome.reason}`)
  for (const line of outcome.output) console.error(`    ${line}`)
}
await browser.close()
const text = values.markdown ? supportSection(outcomes) : report(outcomes)
console.log(values.json ? JSON.stringify(outcomes, null, 2) : text)
process.exit(exitCodeOf(outcomes))
