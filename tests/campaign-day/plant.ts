import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { withBreak } from '#tests/breaks/apply.ts'
import type { Break } from '#tests/breaks/types.ts'
import type { Found } from './find-first.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the project, so that the built file finds the project's packages. */
const folder = join(root, 'node_modules/.cache/campaign-day')

/** Replaces the lines while files are loaded. Throws at the end of the build if one of the files was not loaded. */
function planting(lines: readonly Break[]): Plugin {
  const missing = new Set(lines)
  return {
    name: 'planted-defect',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id)
      const text = lines
        .filter(line => line.file === file)
        .reduce((before, line) => {
          missing.delete(line)
          return withBreak(before, line)
        }, code)
      // Keeps each module's own `import.meta.url`, because the built file is in a different folder.
      return text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    },
    buildEnd() {
      for (const { file } of missing) throw new Error(`${file}: the simulation does not load this file`)
    },
  }
}

type Searching = { readonly first: number; readonly seeds: number; readonly phones: number }

/**
 * Plays seeds on a build of the product with these wrong lines. Returns the first seed that finds the defect, with its
 * shrunk campaign.
 */
export async function findDefect(
  lines: readonly Break[],
  { first, seeds, phones }: Searching,
): Promise<Found | null> {
  await mkdir(folder, { recursive: true })
  const outDir = await mkdtemp(join(folder, 'planted-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [planting(lines)],
      build: {
        ssr: 'tests/campaign-day/find-planted.ts',
        outDir,
        minify: false,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'main.mjs', keepNames: true } },
      },
    })
    const report = join(outDir, 'found.json')
    const numbers = [first, seeds, phones].map(String)
    await promisify(execFile)(process.execPath, [join(outDir, 'main.mjs'), ...numbers, report], { cwd: root })
    return JSON.parse(await readFile(report, 'utf8'))
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
