import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('../src/loading/preload.ts', import.meta.url))

/** Replaces Vite's preload helper for lazy scripts with `src/loading/preload.ts`. */
export function ownPreload(): Plugin {
  let replaced = false
  return {
    name: 'own-preload',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /preload-helper\.js$/ },
      handler() {
        replaced = true
        return `export { preload as __vitePreload } from ${JSON.stringify(own)}`
      },
    },
    buildEnd(error) {
      if (!error && !replaced) throw new Error('Vite no longer loads lazy scripts through its preload helper')
    },
  }
}
