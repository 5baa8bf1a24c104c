import { ensureBuilt, ensureInstalled, requireKnown, requireNode } from './prepare.mjs'

/** `npm run build`: the app and the emulator, or the one that is named, where they are older than their sources. */
const products = ['app', 'emulator']
const named = process.argv.slice(2)

requireNode()
requireKnown('npm run build', products, `It builds: ${products.join(', ')}`)
ensureInstalled()
ensureBuilt(named.length > 0 ? named : products)
