import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the project, so that the bundle finds the project's packages. */
const folder = join(root, 'node_modules/.cache/campaign-day')

/**
 * Keeps each module's own `import.meta.url`, because the bundle's folder differs from the one that relative URLs refer
 * to.
 */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

/**
 * Bundles the simulation into one file and loads it. The bundle contains no `import()`, because virtual time does not
 * wait for one.
 */
export async function loadSimulation(): Promise<typeof import('./simulation.ts')> {
  await mkdir(folder, { recursive: true })
  const outDir = await mkdtemp(join(folder, 'bundle-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [ownAddresses],
      publicDir: false,
      ssr: { noExternal: ['@line/bot-sdk'] },
      build: {
        ssr: 'tests/campaign-day/simulation.ts',
        outDir,
        minify: false,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
      },
    })
    return await import(/* @vite-ignore */ pathToFileURL(join(outDir, 'main.mjs')).href)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
