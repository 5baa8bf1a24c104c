import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('../src/loading/preload.ts', import.meta.url))

/** Puts `src/loading/preload.ts` in the place of what Vite fetches lazy scripts with. */
export function ownPreload(): Plugin {
  let asked = false
  return {
    name: 'own-preload',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /preload-helper\.js$/ },
      handler() {
        asked = true
        return `export { preload as __vitePreload } from ${JSON.stringify(own)}`
      },
    },
    buildEnd(error) {
      if (!error && !asked) throw new Error('Vite no longer fetches lazy scripts with its preload helper')
    },
  }
}
