import { ensureBuilt, ensureInstalled, requireKnown, requireNode } from './prepare.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** `npm run serve`: production, against the real LINE. */
requireNode()
requireKnown('npm run serve', [], 'Its settings are environment variables, listed in .env.example.')
ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { readSettings } = await import('../server/config.ts')
const read = readSettings(process.env, 'serve')
if (!read.ok) {
  for (const line of read.errors) console.error(line)
  process.exit(1)
}
ensureBuilt(['app'])
stopWithNpm()
await import('../server/main.ts')
