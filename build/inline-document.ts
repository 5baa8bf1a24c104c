import { type Script, tableOf, withImports } from './chunk-table.ts'
import { inlineScript } from './inline-script.ts'

/** A document with the first scripts and home's style sheet, for phones that do not have these files yet. */
export const INLINE_DOCUMENT = 'index-inline.html'

type Options = {
  readonly html: string
  readonly scripts: readonly Script[]
  readonly contained: readonly Script[]
  readonly styles: string
}

export const loader = (scripts: readonly Script[], contained: readonly Script[] = []): Promise<string> =>
  inlineScript('load-chunk', {
    __CHUNKS__: tableOf(scripts),
    __INLINE__: contained.map(script => scripts.indexOf(script).toString(36)).join(''),
  })

/**
 * Returns a copy of `index.html` that contains the scripts that request the data and render home, so that a first visit
 * shows home after two round trips. The loading screen comes first and is painted while the rest arrives.
 */
export async function inlineDocument({ html, scripts, contained, styles }: Options): Promise<string> {
  const files = contained.map(({ file }) => file.slice('assets/'.length, -'.js'.length))
  const [small, full] = [await loader(scripts), await loader(scripts, contained)]
  if (!html.includes(small)) throw new Error('index.html has no loader')
  const head = html
    .replace(small, () => full)
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    // Reference the style sheet without loading it, in case the document is truncated.
    .replace('<link rel="preload" as="style"', '<link rel="asset" as="style"')
    .replace(
      '<meta name="campaign-build"',
      `<meta name="campaign-files" content="${files.join(' ')}">\n    $&`,
    )
  const parts = [
    `<style id="home-styles" media="not all">${styles}</style>`,
    ...contained.map(script => `<script>${registered(script, scripts.indexOf(script))}</script>`),
  ]
  return head.replace('</body>', () => `${parts.join('\n    ')}\n  </body>`)
}

const DEFAULT_EXPORT = /^(\/\/[^\n]*\n)?export default/

function registered({ name, code }: Script, index: number): string {
  if (!DEFAULT_EXPORT.test(code)) throw new Error(`${name} is not a function of its imports`)
  const text = `"use strict";loadChunk.add(${index},${code.replace(DEFAULT_EXPORT, '').replace(/;\s*$/, '')})`
  // These strings would end the script element early or change where it ends.
  if (/<\/script|<!--/i.test(text)) throw new Error(`${name} contains </script or <!--`)
  return text
}

/** Returns the named scripts and their imports, transitively. */
export const closureOf = (scripts: readonly Script[], names: readonly string[]): readonly Script[] => {
  const found = withImports(scripts.filter(({ name }) => names.includes(name)))
  return scripts.filter(script => found.includes(script))
}
