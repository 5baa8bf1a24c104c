import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './command.mjs'

function importedByDesk() {
  const files = readdirSync(join(root, 'desk'), { recursive: true, encoding: 'utf8' }).filter(
    name => /\.tsx?$/.test(name) && name !== 'vite.config.ts',
  )
  const sources = files.map(name => readFileSync(join(root, 'desk', name), 'utf8'))
  const found = sources.flatMap(source => [
    ...source.matchAll(/(?:from|import\()\s*'(@[\w-]+\/[\w-]+|[a-z][\w-]*)/g),
  ])
  return new Set(found.map(([, name]) => name))
}

/**
 * Creates a temporary folder with a `package.json` and lock file of only the shipped packages: those of production, and
 * those built into the desk (`ofDesk`). The latter are development packages, because a production install does not need
 * them. Works offline.
 */
export function shippedPackages() {
  const folder = mkdtempSync(join(tmpdir(), 'shipped-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const imported = importedByDesk()
  const ofDesk = Object.entries(manifest.devDependencies).filter(([name]) => imported.has(name))
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(ofDesk) }
  delete manifest.devDependencies
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file))
  // This removes all other packages from the copied lock file.
  npmIn(folder, 'install', '--package-lock-only', '--offline', '--ignore-scripts')
  return { folder, ofDesk: ofDesk.map(([name]) => name) }
}

/** Throws if npm fails. */
export function npmIn(folder, ...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  })
  if (status === 0) return stdout
  throw new Error(`npm ${args.join(' ')} failed:\n${stderr}`)
}
