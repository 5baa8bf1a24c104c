import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packInto } from '#tools/release/pack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const packagePath = (name: string) => join(root, 'node_modules', name)

/** Packages that the project has in addition to the emulator: its optional peers, and what type-checking requires. */
const OTHER_PACKAGES = [
  '@line/liff',
  '@line/liff-mock',
  'happy-dom',
  '@playwright/test',
  '@types/node',
  'undici-types',
  'vite',
  'vitest',
] as const

const CONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['*.ts'],
}

const run = promisify(execFile)
const shell = process.platform === 'win32'

/** Creates an empty project and installs the packed emulator with npm, without access to this repository's code. */
export async function blankProject(files: Readonly<Record<string, string>>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'consumer-'))
  const [archive = ''] = await packInto(project, ['emulator'])
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  const packages = [archive, packagePath('valibot')]
  await run('npm', ['install', ...flags, ...packages], { cwd: project, shell })
  const modules = join(project, 'node_modules')
  for (const name of OTHER_PACKAGES) {
    await mkdir(join(modules, name, '..'), { recursive: true })
    await symlink(packagePath(name), join(modules, name), 'junction')
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(CONFIG))
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
  return project
}
