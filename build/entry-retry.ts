import type { Plugin } from 'vite'
import { inlineScript } from './inline-script.ts'

const place = /\s*<script>\/\* entry-retry \*\/<\/script>/

/**
 * Inlines `src/boot/entry-retry.ts` into index.html, before the scripts that it retries. The Content Security Policy
 * allows it by its hash. The dev server omits it.
 */
export function entryRetry(): Plugin {
  let script: Promise<string>
  return {
    name: 'entry-retry',
    buildStart() {
      script = inlineScript('entry-retry')
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (!place.test(html)) throw new Error('index.html has no place for the entry retry')
        if (server) return html.replace(place, '')
        const code = await script
        return html.replace(place, () => `\n    <script>${code}</script>`)
      },
    },
  }
}
