import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireKnown, root } from './command.mjs'

/**
 * `npm run --silent sbom`: prints the bill of materials of a production install (CycloneDX, from `npm sbom`).
 *
 * `npm sbom --omit=dev` is not enough: it also leaves out every package that a development tool shares with
 * production (@line/liff, esbuild and 150 more), and it fails in a production install because the development packages
 * are missing there. So npm gets a copy of the project that has no `devDependencies`.
 */
requireKnown('npm run sbom', [], 'It has no options.')
const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function npm(...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  })
  if (status === 0) return stdout
  console.error(`npm ${args.join(' ')} failed:\n${stderr}`)
  return process.exit(1)
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
delete manifest.devDependencies
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file))

// Removes the development packages from the copied lock file; needs no network.
npm('install', '--package-lock-only', '--offline', '--ignore-scripts')
process.stdout.write(npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
