import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { scenarioJsonSchema } from './src/scenario/json-schema.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
/** Output folder for `dist` and `lib`. Default: the emulator's folder. */
const out = resolve(process.argv[2] ?? root)
/** Vite writes the licences of all bundled packages to this file. */
const license = { fileName: 'licenses.md' }
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Builds a classic script for pages: the shim or the guarded tab's script. */
const buildPageScript = (entry: string, fileName: string) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: join(out, 'dist/page'),
      emptyOutDir: false,
      license,
      target: ['chrome90', 'safari15'],
      lib: {
        entry,
        formats: ['iife'],
        name: 'liffEmulator',
        fileName: () => fileName,
      },
    },
  })

const buildPanel = () =>
  build({
    root: path('src/panel/'),
    configFile: false,
    logLevel: 'warn',
    base: '/__emulator/',
    publicDir: false,
    plugins: [react()],
    build: { outDir: join(out, 'dist/panel'), emptyOutDir: true, license },
  })

/** Builds the package's JavaScript, type declarations and JSON Schema. */
async function buildLibrary(): Promise<void> {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = join(typescript, '../bin/tsc')
  const lib = join(out, 'lib')
  await rm(lib, { recursive: true, force: true })
  const code = await new Promise(resolve => {
    const child = spawn(process.execPath, [tsc, '-p', path('tsconfig.build.json'), '--outDir', lib], {
      stdio: 'inherit',
    })
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`tsc exited with code ${code}`)
  await writeFile(join(lib, 'scenario.schema.json'), JSON.stringify(scenarioJsonSchema(), null, 2))
}

await rm(join(out, 'dist/page'), { recursive: true, force: true })
await Promise.all([
  buildLibrary(),
  buildPageScript('src/page/main.ts', 'shim.js'),
  buildPageScript('src/page/guarded-tab/main.ts', 'tab.js'),
  buildPanel(),
])
