import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * `npx tsx tools/line-openapi.ts CLONE`: extracts the operations and schemas of LINE's OpenAPI documents, without their
 * texts, for the test that compares them with the emulator's responses. CLONE is a git clone of line/line-openapi.
 */
const [clone = ''] = process.argv.slice(2)
const git = (...words: readonly string[]) =>
  execFileSync('git', ['-C', clone, ...words], { encoding: 'utf8', maxBuffer: 1e8 })

const DOCUMENTS = ['messaging-api', 'manage-audience', 'insight', 'shop', 'module', 'module-attach', 'liff']
const TEXTS = ['description', 'summary', 'example', 'examples', 'externalDocs', 'tags', 'info']

/** Removes LINE's texts, but keeps schema properties whose names look like text fields. */
function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map(item => withoutTexts(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key]) => isNames || (!TEXTS.includes(key) && !key.startsWith('x-enum')),
  )
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutTexts(field, key === 'properties')]))
}

const commit = git('rev-parse', 'HEAD').trim()
const documents = Object.fromEntries(
  [...DOCUMENTS, 'channel-access-token', 'webhook'].map(name => {
    const { servers, paths, components } = parse(git('show', `${commit}:${name}.yml`))
    const kept = { paths, components: { schemas: components.schemas } }
    return [name, { server: servers[0].url, ...(withoutTexts(kept) as object) }]
  }),
)
const source = `https://github.com/line/line-openapi at ${commit}, Apache-2.0, without the texts`
const file = join(import.meta.dirname, '../emulator/tests/fixtures/line-openapi.json')
writeFileSync(file, `${JSON.stringify({ source, documents })}\n`)
