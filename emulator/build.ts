import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The shim: one classic script that runs before everything else in the page. */
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: ['chrome90', 'safari15'],
    lib: {
      entry: 'src/page/main.ts',
      formats: ['iife'],
      name: 'liffEmulatorShim',
      fileName: () => 'shim.js',
    },
  },
})

/** The control panel, served under /__emulator/. */
await build({
  root: fileURLToPath(new URL('src/panel/', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  base: '/__emulator/',
  publicDir: false,
  plugins: [react()],
  build: { outDir: fileURLToPath(new URL('dist/panel/', import.meta.url)), emptyOutDir: true },
})
