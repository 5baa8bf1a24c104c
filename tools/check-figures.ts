import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.mjs'
import { changesSince, citedIn, DOCUMENTS, mistakeOf } from './figures/cited.ts'
import { historyOf } from './figures/history.ts'
import { readOptions } from './options.ts'

/**
 * `npm run figures`: lists figures in the documents that are older than the last change to the measured files.
 * Documents cite a source as "(`npm run bench:server -- --rounds 3`, 3f2a1c9d)". Exits with 1 only if a citation is
 * wrong: old figures may still be right, and measuring again requires a quiet machine.
 */
readOptions('npm run figures', {})

const history = historyOf(root)
const cited = DOCUMENTS.flatMap(document => citedIn(document, readFileSync(join(root, document), 'utf8')))
let old = 0
for (const one of cited) {
  const where = `${one.document}:${one.line}  ${one.command}, ${one.commit}`
  const mistake = mistakeOf(one, history)
  if (mistake !== null) {
    console.error(`${where}: ${mistake}`)
    process.exitCode = 1
  } else if (typeof history !== 'string') {
    const changes = changesSince(one, history)
    if (changes.length === 0) continue
    old += 1
    const [last] = changes
    console.log(`${where}: ${changes.length} changes since, the last one ${last}`)
  }
}
console.log(
  typeof history === 'string'
    ? `${cited.length} sources of figures; their age is unknown, because ${history}`
    : `${cited.length} sources of figures, ${old} older than what they measure`,
)
