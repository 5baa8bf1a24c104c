import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds tests/bench/literal with an ordinary Vite configuration into a temporary folder, and returns the folder. */
export async function buildLiteral(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'literal-'))
  await build({
    root: join(import.meta.dirname, '../literal'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome90', 'safari15'],
      modulePreload: { polyfill: false },
    },
  })
  return outDir
}
