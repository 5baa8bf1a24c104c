import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { campaignDocument } from './build/campaign-document.ts'
import { chunkNames } from './build/chunk-names.ts'
import { HASH_LENGTH } from './build/chunk-table.ts'
import { chunkGroups } from './build/chunks.ts'
import { contractFingerprint } from './build/contract-fingerprint.ts'
import { phoneTargets } from './build/engines.ts'
import { entryRetry } from './build/entry-retry.ts'
import { INLINE_DOCUMENT } from './build/inline-document.ts'
import { ownPreload } from './build/own-preload.ts'
import { shownPrizes } from './build/shown-prizes.ts'
import { termsPage } from './build/terms-page.ts'
import { tooOld } from './build/too-old.ts'
import { webManifestFile } from './build/web-manifest.ts'

export default defineConfig({
  define: { __CONTRACT__: JSON.stringify(contractFingerprint()) },
  resolve: {
    // React has had this hook since version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  plugins: [
    react(),
    ownPreload(),
    campaignDocument(),
    tooOld(),
    entryRetry(),
    termsPage(),
    shownPrizes(),
    webManifestFile(),
    chunkNames(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      // `webManifestFile` writes the manifest, and the app links to it only outside LINE.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,webp,avif}'],
        globIgnores: ['screenshots/**', INLINE_DOCUMENT],
      },
    }),
  ],
  build: {
    target: phoneTargets,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The bundled packages' licences require shipping their texts with the code.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // The bundler does not detect that these valibot functions have no side effects. Without this list, the first
      // script would contain the server's request schemas.
      treeshake: {
        manualPureFunctions: [
          'strictObject',
          'object',
          'pipe',
          'optional',
          'array',
          'string',
          'regex',
          'picklist',
        ],
      },
      output: {
        assetFileNames: `assets/[name]-[hash:${HASH_LENGTH}][extname]`,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
