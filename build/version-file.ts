import type { Plugin } from 'vite'

/**
 * Writes `/version.json` with the path of the entry script. A page without a service worker fetches this file
 * to notice a new build.
 */
export function versionFile(): Plugin {
  return {
    name: 'version-file',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry)
      if (!entry) throw new Error('the build has no entry script')
      this.emitFile({
        type: 'asset',
        fileName: 'version.json',
        source: JSON.stringify({ entry: `/${entry.fileName}` }),
      })
    },
  }
}
