import { refuse, requireKnown, requireNode } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuiltForServe } from './products.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** `npm run serve`: runs the campaign in production, with the real LINE. */
requireNode()
requireKnown('npm run serve', [], 'Its settings are environment variables, listed in .env.example.')
await ensureInstalled({ compile: true, production: true })
const { register } = await import('tsx/esm/api')
register()
const { readSettings } = await import('../server/config.ts')
const read = readSettings(process.env, 'serve')
if (!read.ok) refuse(read.errors.join('\n'))
await ensureBuiltForServe(read.settings.desk === null ? ['app'] : ['app', 'desk'])
stopWithNpm()
await import('../server/main.ts')
