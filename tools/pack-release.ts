import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { keepRelease, packRelease, type Release } from '#tests/kit/releases.ts'
import { root } from './command.mjs'
import { readOptions } from './options.ts'

/**
 * `npx tsx tools/pack-release.ts [COMMIT]`: builds a commit's app (default: HEAD) with the installed packages, packs it
 * for the tests that run two builds on one phone, and deletes the oldest of four archives. Rejects an archive over 300
 * kB, and a commit older than the other three.
 */
const { words } = readOptions('npx tsx tools/pack-release.ts', {}, '[COMMIT]')
const [revision = 'HEAD'] = words

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('rev-parse', '--verify', `${revision}^{commit}`)

/** Omits pictures and fonts, except for the icon (an SVG), which the worker needs to install. */
const isPacked = (path: string): boolean => /\.(js|css|html|json|webmanifest|svg|md)$/.test(path)

function build(folder: string): string {
  const sources = join(folder, 'sources.tar')
  git('archive', '--output', sources, commit)
  execFileSync('tar', ['-xf', sources, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  // These settings would include one particular campaign in the release.
  const { LIFF_ID, LINE_OA_ID, PUBLIC_URL, ...env } = process.env
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build'], { cwd: folder, env, stdio: 'inherit' })
  return join(folder, 'dist')
}

function read(dist: string, version: string): Release {
  const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map(path => path.split(sep).join('/'))
    .filter(isPacked)
    .toSorted()
  const files = Object.fromEntries(paths.map(path => [path, readFileSync(join(dist, path), 'utf8')]))
  const committedAt = new Date(git('show', '--no-patch', '--format=%cI', commit)).toISOString()
  return { version, commit, committedAt, files }
}

const folder = mkdtempSync(join(tmpdir(), 'pack-release-'))
try {
  const dist = build(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const { archive, bytes, deleted } = keepRelease(packRelease(read(dist, version)))
  console.log(`${archive}: ${bytes} bytes`)
  for (const old of deleted) console.log(`${old}: deleted`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
