import { requireKnown, requireNode } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './products.mjs'

/** `npm run build [NAME …]`: builds the products that are out of date. */
const products = ['app', 'desk', 'emulator', 'package']
const named = process.argv.slice(2)

requireNode()
requireKnown('npm run build', products, `It builds: ${products.join(', ')}`)
await ensureInstalled()
await ensureBuilt(named.length > 0 ? named : products)
