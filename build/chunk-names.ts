import type { HtmlTagDescriptor, Plugin } from 'vite'
import { hashOf, type Script, scriptsOf, tableOf, withImports } from './chunk-table.ts'
import { inlineScript } from './inline-script.ts'

/**
 * The scripts that the first visit needs. `index` and what it imports send the first requests, so the document loads
 * them with tags that every browser knows. The others are preloaded.
 */
const ENTRY = 'index'
const SOON = ['first', 'view']

/**
 * Marks the first scripts with V8's explicit compile hint (Chrome 136 and newer): V8 then compiles all their functions
 * on the thread that downloads them. Without the hint, the page parses each function a second time at its first call,
 * which is half of React's start-up time.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'
const HINTED = [ENTRY, ...SOON, 'lib', 'react']

/**
 * Names each script by its own contents only. Built scripts usually import each other by file names with hashes, so a
 * changed text renames all scripts that import it, and all that import those. Here no script contains a file name: a
 * table in the document has them, and an inline script loads them (`src/boot/load-chunk.ts`, decision 022).
 *
 * Also writes `/version.json`. A page without a service worker fetches this file to notice a new build.
 */
export function chunkNames(): Plugin {
  let scripts: readonly Script[] = []
  const buildOf = () => hashOf(tableOf(scripts))
  return {
    name: 'chunk-names',
    apply: 'build',
    generateBundle: {
      // Before the plugins that use the scripts' file names.
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const entries = chunks.filter(({ isEntry }) => isEntry)
        if (entries.length !== 1 || entries[0]?.name !== ENTRY)
          throw new Error(`the entry script must be ${ENTRY}`)
        const named = scriptsOf(chunks, name => (HINTED.includes(name) ? COMPILE_HINT : ''))
        scripts = [...named.values()]
        for (const [chunk, { code, file }] of named) {
          chunk.code = code
          chunk.fileName = file
          chunk.imports = []
          chunk.dynamicImports = []
        }
        this.emitFile({
          type: 'asset',
          fileName: 'version.json',
          source: JSON.stringify({ build: buildOf() }),
        })
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html
        const first = withImports(scripts.filter(({ name }) => name === ENTRY))
        const soon = withImports(scripts.filter(({ name }) => SOON.includes(name)))
        return {
          html: html
            .replace(/\s*<script type="module"[^>]*><\/script>/, '')
            // Only preload the style sheet, because the loading screen does not need it. The entry script applies it
            // later (`addStyles`).
            .replace('rel="stylesheet"', 'rel="preload" as="style"')
            .replace('%BUILD%', buildOf()),
          tags: [
            inHead('script', {}, await inlineScript('load-chunk', { __CHUNKS__: tableOf(scripts) })),
            ...first.map(({ file }) =>
              inHead('script', { type: 'module', crossorigin: true, src: `/${file}` }),
            ),
            ...soon
              .filter(script => !first.includes(script))
              .map(({ file }) =>
                inHead('link', { rel: 'modulepreload', crossorigin: true, href: `/${file}` }),
              ),
          ],
        }
      },
    },
  }
}

const inHead = (
  tag: string,
  attrs: NonNullable<HtmlTagDescriptor['attrs']>,
  children = '',
): HtmlTagDescriptor => ({
  tag,
  attrs,
  children,
  injectTo: 'head',
})
