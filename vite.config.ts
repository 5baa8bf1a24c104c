import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { campaign } from './campaign/texts.th.ts'
import { ownPreload } from './tools/own-preload.ts'
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
    if (/(rules|limits|(calls|schema)[\\/].+)\.ts$/.test(name)) hash.update(readFileSync(`contract/${name}`))
  return hash.digest('base64url').slice(0, 12)
}

/**
 * Puts the bundler's own helpers, a file of 0.4 kB, into the entry, which every other script can import: one request
 * less before home.
 */
function helpersInEntry(): Plugin {
  return {
    name: 'helpers-in-entry',
    // Files that are kept for ever by their name must change it with what is done to them here.
    augmentChunkHash: () => helpersInEntry.toString(),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const helpers = chunks.find(chunk => chunk.name === 'rolldown-runtime')
        const entry = chunks.find(chunk => chunk.isEntry)
        if (!helpers || !entry) throw new Error('the build has no helpers or no entry')
        const [body = '', names = ''] = helpers.code.trim().split(/export\s*(?=\{)/)
        const values = names.replace(/[{};]/g, '').replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')
        const imported = /import\s*\{([^}]*)\}\s*from\s*"\.\/rolldown-runtime-[^"]+";?/
        for (const chunk of chunks) {
          const from = chunk === entry ? '' : `import{_h}from"./${entry.fileName.replace('assets/', '')}";`
          chunk.code = chunk.code.replace(
            imported,
            (_, used: string) => `${from}const{${used.replaceAll(' as ', ':')}}=_h;`,
          )
          const imports = chunk.imports.map(name => (name === helpers.fileName ? entry.fileName : name))
          chunk.imports = [...new Set(imports)].filter(name => name !== chunk.fileName)
        }
        entry.code = `const _h=(()=>{${body}return{${values}}})();${entry.code}export{_h};`
        delete bundle[helpers.fileName]
      },
    },
  }
}

/**
 * Tells V8 (since Chrome 136) to compile what every visit runs at once, on the thread that fetches it: else each
 * function is parsed a second time by the page when it is first called, which is half of React's start.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    augmentChunkHash: () => compiledAhead.toString(),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && (file.isEntry || /^(first|view)$/.test(file.name)))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
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

/** Names in the document what home needs besides the entry. */
function homePreloads(): Plugin {
  return {
    name: 'home-preloads',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const scripts = Object.values(bundle ?? {})
          .filter(file => file.type === 'chunk' && /^(first|view)$/.test(file.name))
          .map(file => ({ rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` }))
        return {
          // The loading screen does without it; the entry puts it to use (`addStyles`).
          html: html.replace('rel="stylesheet"', 'rel="preload" as="style"'),
          tags: scripts.map(attrs => ({ tag: 'link', attrs, injectTo: 'head' as const })),
        }
      },
    },
  }
}

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Whether a module is one of some, or imported by them, by whatever way, except what is fetched later. */
function reachOf(...roots: readonly string[]): (id: string, modules: Modules) => boolean {
  let needed: Set<string> | null = null
  return (id, modules) => {
    needed ??= new Set(roots.flatMap(root => [...reach(pathOf(root), modules)]))
    return needed.has(id)
  }
}

const ofEntry = reachOf('index.html')
const ofHome = reachOf('src/early-home.ts')
/** Home is lazy in name only. */
const ofView = reachOf('src/view.tsx', 'src/screens/home/home.tsx')
/** By what answers are read. */
const ofAnswers =
  /valibot|contract[\\/](answers|calls|define-call|errors|generated[\\/]answers|schema)|answer-check|platform[\\/](reading|refusal)/

/**
 * Few files for what comes first, because each is a request and is compressed by itself: the entry asks; the first
 * script after it reads the answers and draws home; the view is React with the frame of the screens.
 */
function firstChunk(id: string, modules: Modules): string | null {
  // All of home's styles are in one sheet: it is drawn before the view is there.
  if (ofEntry(id, modules) || (id.endsWith('.css') && ofView(id, modules))) return 'entry'
  if (ofAnswers.test(id) || ofHome(id, modules)) return 'first'
  return ofView(id, modules) ? 'view' : null
}

function reach(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reach(next, modules, found)
  return found
}

const chunks = [
  { name: firstChunk, priority: 2 },
  // Fetched after the first paint, so that photos and half-filled forms are kept without a network too.
  { name: 'outbox', test: /src[\\/](offline|platform[\\/]photos|state[\\/]receipt-draft)/, priority: 1 },
  {
    name: 'rest',
    test: /i18n[\\/]th-later|screens[\\/]home|ui[\\/](art[\\/]|chip|dialog|offline-strip|receipt-c|te(xt|rms)-dialog|toast-host)/,
    priority: 1,
  },
]

export default defineConfig({
  define: { __CONTRACT__: JSON.stringify(contractPrint()) },
  resolve: {
    // React has had the hook since 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  plugins: [
    react(),
    ownPreload(),
    campaignDocument(),
    termsPage(),
    helpersInEntry(),
    compiledAhead(),
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
    // The oldest WebViews that LINE still opens. Chrome 80 to 90 err in `f?.(...list)` only, which nothing here says:
    // to name them would cost each `?.` its short form.
    target: ['chrome91', 'safari15'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The packages in the scripts ask that their licences go with them.
    license: { fileName: 'licenses.md' },
    minify: 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
