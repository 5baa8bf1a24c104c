import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { type Chunk, hashOf, type Script, scriptsOf, tableOf } from './chunk-table.ts'
import { closureOf, INLINE_DOCUMENT, inlineDocument, loader } from './inline-document.ts'
import { mergeRuntime } from './merge-runtime.ts'

/**
 * The first visit needs these scripts. `index` and its imports send the first requests, so the document loads them with
 * tags that all browsers support. The other scripts are preloaded.
 */
const ENTRY = 'index'
const SOON = ['first', 'view']
const LIBRARIES = 'lib'
/** Scripts in the inline document. They send the first requests and render home or a new customer's landing. */
const CONTAINED = [ENTRY, 'first', 'welcome']

/**
 * V8's explicit compile hint (Chrome 136 and newer) makes V8 compile all functions on the download thread. Without it,
 * the page parses each function again on its first call, which takes half of React's start-up time.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'
const HINTED = [ENTRY, ...SOON, LIBRARIES, 'queue', 'react']

/**
 * Names each script by its own contents only. Normally, built scripts import each other by hashed file name, so
 * changing a string renames all scripts that import it, transitively. Instead, a table in the document contains the
 * file names, and an inline script loads them (`src/boot/load-chunk.ts`, decision 023).
 *
 * Also writes the document that contains the first scripts (`build/inline-document.ts`), and `/version.json`, which
 * pages without a service worker fetch to detect new builds.
 */
export function chunkNames(): Plugin[] {
  let scripts: readonly Script[] = []
  const buildOf = () => hashOf(tableOf(scripts))
  const names: Plugin = {
    name: 'chunk-names',
    apply: 'build',
    generateBundle: {
      // Run before the plugins that use the scripts' file names.
      order: 'pre',
      handler(_, bundle) {
        const built = Object.values(bundle).filter(file => file.type === 'chunk')
        const chunks = mergeRuntime(built, LIBRARIES)
        for (const { fileName } of built.filter(chunk => !chunks.includes(chunk))) delete bundle[fileName]
        const entries = chunks.filter(({ isEntry }) => isEntry)
        if (entries.length !== 1 || entries[0]?.name !== ENTRY)
          throw new Error(`the entry script must be ${ENTRY}`)
        const named = scriptsOf(
          chunks,
          name => (HINTED.includes(name) ? COMPILE_HINT : ''),
          chunk => takeStyles(chunk, bundle),
        )
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
        const first = closureOf(scripts, [ENTRY])
        const soon = closureOf(scripts, SOON)
        return {
          html: html
            .replace(/\s*<script type="module"[^>]*><\/script>/, '')
            // Only preload the style sheet: the loading screen does not need it, and the entry script applies it later
            // (`addStyles`).
            .replace('rel="stylesheet"', 'rel="preload" as="style"')
            .replace('%BUILD%', buildOf()),
          tags: [
            inHead('script', {}, await loader(scripts)),
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
  const second: Plugin = {
    name: 'inline-document',
    apply: 'build',
    generateBundle: {
      // Run after the plugin that writes the document.
      order: 'post',
      async handler(_, bundle) {
        const html = textOf(bundle['index.html'])
        const sheet = /<link rel="preload" as="style"[^>]* href="\/([^"]*)"/.exec(html)?.[1] ?? ''
        const contained = closureOf(scripts, CONTAINED)
        const styles = textOf(bundle[sheet])
        this.emitFile({
          type: 'asset',
          fileName: INLINE_DOCUMENT,
          source: await inlineDocument({ html, scripts, contained, styles }),
        })
      },
    },
  }
  return [names, second]
}

/**
 * Moves a script's style sheet into the script, so that a screen never appears without its styles. The document loads
 * the entry script's style sheet.
 */
function takeStyles({ name, isEntry, viteMetadata }: Chunk, bundle: Rolldown.OutputBundle): string {
  const sheets = isEntry ? [] : [...(viteMetadata?.importedCss ?? [])]
  const styles = sheets.map(sheet => textOf(bundle[sheet])).join('')
  if (styles.includes('@import')) throw new Error(`${name}: @import must come before other rules`)
  for (const sheet of sheets) delete bundle[sheet]
  return styles
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('the build has no document or no style sheet')
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
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
