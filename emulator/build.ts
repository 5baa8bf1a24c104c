import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { scenarioJsonSchema } from './src/scenario/json-schema.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
/** Output folder. Default: the emulator's folder. `part` is `dist` or `lib`; if it is undefined, builds both. */
const [folder = root, part] = process.argv.slice(2)
const out = resolve(folder)
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

const lib = join(out, 'lib')

/** Returns the module names of `package.json`'s exports and of the command, without `lib/` and the extension. */
async function entriesOfPackage(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(path('package.json'), 'utf8')) as { exports: object }
  const exported = JSON.stringify(exports).matchAll(/"\.\/lib\/([\w/-]+)\.js"/g)
  return ['cli/main', ...new Set([...exported].map(([, name = '']) => name))]
}

/** Bundles the package's JavaScript into few files, because loading one file per module took half of the startup. */
const buildScripts = async () =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: lib,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries((await entriesOfPackage()).map(name => [name, path(`src/${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
      },
    },
  })

/** Writes the type declarations. */
async function buildTypes(): Promise<void> {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = join(typescript, '../bin/tsc')
  const code = await new Promise(resolve => {
    const child = spawn(process.execPath, [tsc, '-p', path('tsconfig.build.json'), '--outDir', lib], {
      stdio: 'inherit',
    })
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`tsc exited with code ${code}`)
}

async function buildLibrary(): Promise<void> {
  await rm(lib, { recursive: true, force: true })
  await Promise.all([buildTypes(), buildScripts()])
  await writeFile(join(lib, 'scenario.schema.json'), JSON.stringify(scenarioJsonSchema(), null, 2))
}

async function buildPages(): Promise<void> {
  await rm(join(out, 'dist/page'), { recursive: true, force: true })
  await Promise.all([
    buildPageScript('src/page/main.ts', 'shim.js'),
    buildPageScript('src/page/guarded-tab/main.ts', 'tab.js'),
    buildPanel(),
  ])
}

await Promise.all([part === 'dist' ? null : buildLibrary(), part === 'lib' ? null : buildPages()])
