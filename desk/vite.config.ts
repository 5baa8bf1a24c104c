import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the desk and its preview separately from the app, so that customers never download them. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    reportCompressedSize: false,
    // The polyfill loads scripts with `fetch`, which the preview's policy forbids. The supported browsers do not need
    // it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        // The customers' screens are a separate document, because their styles must not reach the desk.
        preview: join(import.meta.dirname, 'preview.html'),
      },
    },
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 1000,
  },
})
