import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'

/** The SDK versions that the cases run on, and the package name under which npm installs each. */
export const SDK_PACKAGES = { '2.26.1': '@line/liff', '2.31.0': 'liff-2.31.0' } as const

export type SdkVersion = keyof typeof SDK_PACKAGES

/** Returns the folder of an installed package, which may be in the `node_modules` of a parent folder. */
function homeOf(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const home = folders.map(folder => join(folder, name)).find(path => existsSync(path))
  if (home === undefined) throw new Error(`${name} is not installed`)
  return home
}

export const SDK_HOMES: Readonly<Record<SdkVersion, string>> = {
  '2.26.1': homeOf(SDK_PACKAGES['2.26.1']),
  '2.31.0': homeOf(SDK_PACKAGES['2.31.0']),
}

/**
 * Bundles the unmodified full SDK of a version into one classic script that sets `window.liff`. Resolves
 * `@liff/*` packages in the version's own nested folder first: the hoisted ones belong to the other version,
 * and a bundle that mixes both would have two separate internal stores.
 */
export async function bundleSdk(version: SdkVersion): Promise<string> {
  const home = SDK_HOMES[version]
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string
    exports: Record<string, { import: string }>
  }
  if (manifest.version !== version)
    throw new Error(`${home} contains version ${manifest.version} instead of ${version}`)
  const file = join(home, manifest.exports['.']?.import ?? 'index.mjs')
  return bundleScript(`import liff from ${JSON.stringify(file)}\nwindow.liff = liff`, home)
}

/** Bundles browser source whose `@liff/*` and `@line/liff*` imports come from the SDK package at `home`. */
export async function bundleScript(source: string, home: string): Promise<string> {
  const entryId = 'virtual:sdk-entry'
  const require = createRequire(join(home, 'package.json'))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [
      {
        name: 'sdk-parts-of-one-version',
        enforce: 'pre',
        resolveId(id) {
          if (id === entryId) return `\0${entryId}`
          if (!id.startsWith('@liff/')) return undefined
          const nested = join(home, 'node_modules', id)
          const folder = existsSync(nested) ? nested : dirname(require.resolve(`${id}/package.json`))
          const part = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
            module?: string
            main: string
          }
          return join(folder, part.module ?? part.main)
        },
        load: id => (id === `\0${entryId}` ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rollupOptions: { input: entryId, output: { format: 'iife', name: 'sdkBundle' } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  for (const output of outputs) {
    if (!('output' in output)) continue
    for (const chunk of output.output) if (chunk.type === 'chunk') return chunk.code
  }
  throw new Error('The SDK bundle is empty')
}
