import { requireKnown, requireNode } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './products.mjs'

/** `npm run build`: builds the app, the desk and the emulator, or the named one, unless they are up to date. */
const products = ['app', 'desk', 'emulator']
const named = process.argv.slice(2)

requireNode()
requireKnown('npm run build', products, `It builds: ${products.join(', ')}`)
await ensureInstalled()
await ensureBuilt(named.length > 0 ? named : products)
