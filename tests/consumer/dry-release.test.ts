import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInto } from '#tools/release/pack.ts'
import { pageOf, readPackedPackage } from '#tools/release/packed-package.ts'
import { startRegistryStub } from '#tools/release/registry-stub.ts'

const run = promisify(execFile)
const shell = process.platform === 'win32'
const root = join(import.meta.dirname, '..', '..')
/** The dry release works without the real registry, and must not depend on it here. */
const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' }

let folder: string
let archive: string
let template: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dry-release-'))
  const archives = await packInto(folder)
  template = archives.find(path => path.includes('create-liff-emulator-')) ?? ''
  archive = archives.find(path => path.endsWith('.tgz') && path !== template) ?? ''
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

type Planted = {
  readonly mistake: string
  readonly plant: (manifest: Record<string, unknown>) => void
  readonly says: string
}

const planted: readonly Planted[] = [
  {
    mistake: 'no repository',
    plant: manifest => delete manifest.repository,
    says: 'package.json has no repository, and npm refuses provenance without it (E422).',
  },
  {
    mistake: 'a homepage elsewhere',
    plant: manifest => Object.assign(manifest, { homepage: 'https://example.com/' }),
    says: '"homepage" is not a page of the repository: "https://example.com/".',
  },
  {
    mistake: 'an install script',
    plant: manifest => Object.assign(manifest, { scripts: { postinstall: 'node setup.js' } }),
    says: 'The script "postinstall" would run on the machine of each user: remove it.',
  },
  {
    mistake: 'a range of versions',
    plant: manifest => Object.assign(manifest, { dependencies: { valibot: '^1.5.0' } }),
    says: 'valibot "^1.5.0" is a range, so users could get a version that no test has seen.',
  },
  {
    mistake: 'a version without an entry in the changelog',
    plant: manifest => Object.assign(manifest, { version: '0.9.0' }),
    says: 'CHANGELOG.md has no heading "## 0.9.0".',
  },
  {
    mistake: 'an export without its file',
    plant: manifest => Object.assign(manifest, { exports: { '.': './lib/missing.js' } }),
    says: '"exports" names lib/missing.js, which is not in the package.',
  },
]

/** Repacks the emulator with a changed package.json. */
async function repack(plant: Planted['plant']): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await run('tar', ['-xzf', archive, '-C', copy])
  const path = join(copy, 'package', 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  plant(manifest)
  await writeFile(path, JSON.stringify(manifest))
  const flags = ['--silent', '--ignore-scripts', '--pack-destination', copy]
  await run('npm', ['pack', ...flags, join(copy, 'package')], { cwd: root, shell })
  return join(copy, (await readdir(copy)).find(name => name.endsWith('.tgz')) ?? '')
}

type Ended = { readonly code?: number; readonly stdout: string; readonly stderr: string }

const command = (name: string, ...args: readonly string[]): Promise<Ended> =>
  run(name, args, { cwd: root, shell, env }).catch((error: Ended) => error)

const dryRelease = (...packed: readonly string[]) =>
  command('npm', 'run', '--silent', 'release', '--', 'dry', ...packed)

test('a dry release publishes both packages to a local registry', async () => {
  const { code = 0, stdout } = await dryRelease(archive, template)
  expect(code).toBe(0)
  expect(stdout).toContain('Published to a local registry: liff-emulator@0.1.0.')
  expect(stdout).toContain('Published to a local registry: create-liff-emulator@0.1.0.')
}, 300_000)

test.each(planted)(
  'a dry release refuses $mistake',
  async ({ plant, says }) => {
    const { code, stderr } = await dryRelease(await repack(plant))
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)])
  },
  300_000,
)

test.each([
  ['dry none.tgz', /^release: none\.tgz does not exist\. Name one that "npm pack" made;/],
  ['dry emulator', /^release: emulator is not an archive of "npm pack"\. Name one that "npm pack" made;/],
  ['check README.md', /^release: README\.md is not an archive of "npm pack"\. Name one/],
  ['check', /^release check: name the archives of "npm pack"\.$/],
  [
    'check ARCHIVE',
    /^release check: the registry does not answer\. Check the connection and "npm config get re/,
  ],
  ['publish', /^release: unknown action "publish"; use check, dry or address\.$/],
  ['address example.com', /^release address: give the address of the repository’s page, such as https:/],
])(
  'release %s: one sentence with what to do',
  async (line, says) => {
    Object.assign(env, { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/name' })
    const words = line.replace('ARCHIVE', archive).split(' ')
    const { code, stdout, stderr } = await command('npm', 'run', '--silent', 'release', '--', ...words)
    expect([code, stdout, stderr.trim()]).toEqual([2, '', expect.stringMatching(says)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  },
  120_000,
)

test('the local registry refuses what npm refuses: no sign-in, no repository, a published version', async () => {
  const stub = await startRegistryStub(pageOf(readPackedPackage(archive).manifest.repository.url))
  const config = join(folder, 'npmrc')
  const publish = (packed: string) =>
    command(
      'npm',
      'publish',
      packed,
      '--access',
      'public',
      '--ignore-scripts',
      '--userconfig',
      config,
      '--registry',
      stub.url,
    )
  try {
    await writeFile(config, '')
    expect((await publish(archive)).stderr).toContain('ENEEDAUTH')
    await writeFile(config, `${stub.url.replace('http:', '')}:_authToken=test\n`)
    const bare = await publish(await repack(manifest => delete manifest.repository))
    expect(bare.stderr).toMatch(/E422[\s\S]*"repository.url" is "", expected to match "https:/)
    expect(stub.published).toEqual([])
    expect((await publish(archive)).code).toBe(undefined)
    expect((await publish(archive)).stderr).toMatch(/E403[\s\S]*previously published versions: 0\.1\.0/)
    expect(stub.published).toEqual(['liff-emulator@0.1.0'])
  } finally {
    await stub.close()
  }
}, 300_000)
