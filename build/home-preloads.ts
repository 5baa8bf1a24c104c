import type { Plugin } from 'vite'

/** Adds preload links for the scripts that home needs in addition to the entry script. */
export function homePreloads(): Plugin {
  return {
    name: 'home-preloads',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const scripts = Object.values(bundle ?? {})
          .filter(file => file.type === 'chunk' && /^(rolldown-runtime|first|view)$/.test(file.name))
          .map(file => ({ rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` }))
        return {
          // Only preload the style sheet, because the loading screen does not need it. The entry script
          // applies it later (`addStyles`).
          html: html.replace('rel="stylesheet"', 'rel="preload" as="style"'),
          tags: scripts.map(attrs => ({ tag: 'link', attrs, injectTo: 'head' as const })),
        }
      },
    },
  }
}
