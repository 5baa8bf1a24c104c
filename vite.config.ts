import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { campaign } from './campaign/texts.th.ts'
import { termsPage } from './tools/terms-page.ts'

/** The LIFF app and official account that the emulator plays; `npm run serve` builds with the organiser's own. */
const liffId = process.env.LIFF_ID ?? '2000000001-Campaign'
const oaId = process.env.LINE_OA_ID ?? '@campaign'

/**
 * Puts the campaign's address in LINE into the document, so that the scripts are the same for every organiser, and
 * its name and colours (`var(--light-ink)`, `var(--dark-accent)`), which are painted before any script or style sheet is there.
 */
function campaignDocument(): Plugin {
  const colours = readFileSync(new URL('campaign/colours.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = colours.split(':root.dark')
  function colour(theme: string, name: string): string {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(theme === 'dark' ? dark : light)?.[1]
    if (value === undefined) throw new Error(`index.html: campaign/colours.css has no --${name} for ${theme}`)
    return value
  }
  return {
    name: 'campaign-document',
    transformIndexHtml: html =>
      html
        .replaceAll('%LIFF_ID%', liffId)
        .replaceAll('%LINE_OA_ID%', oaId)
        .replaceAll('%CAMPAIGN%', campaign['app.name'])
        .replaceAll('%PROMISE%', campaign['app.description'])
        .replace(/var\(--(light|dark)-([\w-]+)\)/g, (_, theme: string, name: string) => colour(theme, name)),
  }
}

/** A fingerprint of everything that the contract's schemas are made of. */
function contractPrint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync('contract', { recursive: true, encoding: 'utf8' }).sort())
    if (/(answers|rules|limits|schema[\\/].+)\.ts$/.test(name)) hash.update(readFileSync(`contract/${name}`))
  return hash.digest('base64url').slice(0, 12)
}

/** Says in `/version.json` which build this is, by its first script: for phones without a worker to tell them. */
function versionFile(): Plugin {
  return {
    name: 'version-file',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry)
      if (!entry) throw new Error('the build has no entry')
      this.emitFile({
        type: 'asset',
        fileName: 'version.json',
        source: JSON.stringify({ entry: `/${entry.fileName}` }),
      })
    },
  }
}

/** Behind the shell, the stylesheet no longer holds up its painting; scripts still wait for it. */
function stylesLast(html: string): string {
  const [link = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? []
  return html.replace(link, '').replace('  </body>', () => `${link.replace(/^\n/, '')}\n  </body>`)
}

/** Names in the document what home needs besides the entry, and by what its first answers are read. */
function homePreloads(): Plugin {
  return {
    name: 'home-preloads',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {})
        const scripts = files.filter(file => file.type === 'chunk' && /^(home|schemas)$/.test(file.name))
        const styles = files.filter(file => /assets\/home-[^/]+\.css$/.test(file.fileName))
        const tags = [
          ...scripts.map(file => ({ rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` })),
          ...styles.map(file => ({
            rel: 'preload',
            as: 'style',
            crossorigin: true,
            href: `/${file.fileName}`,
          })),
        ].map(attrs => ({ tag: 'link', attrs, injectTo: 'head' as const }))
        return { html: stylesLast(html), tags }
      },
    },
  }
}

/**
 * Few files for what comes first, because each is a request and is compressed by itself: what the entry needs, then
 * home with the parts that only screens have, then what answers are read by.
 */
const chunks = [
  { name: 'app', tags: ['$initial' as const], priority: 3 },
  {
    name: 'schemas',
    test: /valibot|contract[\\/](answers|errors|schema)|answer-check|platform[\\/](reading|refusal)/,
    priority: 2,
  },
  // Fetched after the first paint, so that photos and half-filled forms are kept without a network too.
  { name: 'outbox', test: /src[\\/](offline|platform[\\/]photos|state[\\/]receipt-draft)/, priority: 1 },
  {
    name: 'home',
    test: /screens[\\/]home|ui[\\/](art[\\/](hero|prizes|celebrate)|avatar|chip|countdown|dialog|receipt-c|skeleton|te(xt|rms)-dialog|use-now)/,
    priority: 1,
  },
]

export default defineConfig({
  define: { __CONTRACT__: JSON.stringify(contractPrint()) },
  plugins: [
    react(),
    campaignDocument(),
    termsPage(),
    versionFile(),
    homePreloads(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ['**/*.{html,js,css,svg,webp,avif}'] },
    }),
  ],
  build: {
    // The oldest WebViews that LINE still opens.
    target: ['chrome90', 'safari15'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The packages in the scripts ask that their licences go with them.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
