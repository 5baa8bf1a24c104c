import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { BYTES_MAX, mistakesOf } from '#tools/release/mistakes.ts'
import { packInto } from '#tools/release/pack.ts'
import {
  exportedFiles,
  type PackedPackage,
  pageOf,
  readPackedPackage,
} from '#tools/release/packed-package.ts'

/** What a stranger checks before installing a package, and what npm rejects. */

const root = join(import.meta.dirname, '..', '..')

const fail = (message: string): never => {
  throw new Error(message)
}

let folder: string
let pack: PackedPackage
let template: PackedPackage
let workflow: string
let forms: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trust-'))
  const packed = (await packInto(folder)).map(readPackedPackage)
  const named = (name: string) => packed.find(({ manifest }) => manifest.name === name)
  pack = named('liff-emulator') ?? fail('the emulator is not packed')
  template = named('create-liff-emulator') ?? fail('the template is not packed')
  workflow = await readFile(join(root, '.github', 'workflows', 'release.yml'), 'utf8')
  forms = await readdir(join(root, '.github', 'ISSUE_TEMPLATE'))
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

const page = () => pageOf(pack.manifest.repository.url)
const readme = () => pack.read('README.md')
const jobsWithIdentity = () =>
  workflow.split(/^ {2}(?=\w+:$)/m).filter(job => /^\w+:\n/.test(job) && job.includes('id-token: write'))

/** True if every JavaScript file of `exports` has types next to it. A hook for `node --import` exports nothing. */
const hasTypes = () =>
  Object.entries(pack.manifest.exports)
    .filter(([name]) => name !== './register')
    .every(
      ([, target]) =>
        (typeof target === 'string' && target.endsWith('.json')) ||
        (typeof target === 'object' && pack.files.has((target.types ?? '').replace('./', ''))),
    )

const hasStablePictures = () => {
  const pictures = [...readme().matchAll(/(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)\s]+)/g)]
  const stable = `https://unpkg.com/${pack.manifest.name}@${pack.manifest.version}/`
  return (
    pictures.length > 0 &&
    pictures.every(([, tag, mark]) => {
      const address = tag ?? mark ?? ''
      return address.startsWith(stable) && pack.files.has(address.slice(stable.length))
    })
  )
}

const signs: Readonly<Record<string, () => boolean>> = {
  repository: () => page().startsWith('https://'),
  homepage: () => pack.manifest.homepage === `${page()}#readme`,
  bugs: () => pack.manifest.bugs.url === `${page()}/issues`,
  'eight keywords or more': () => new Set(pack.manifest.keywords).size >= 8,
  'a licence and the supported versions of Node': () =>
    pack.manifest.license === 'MIT' && pack.files.has('LICENSE') && 'node' in pack.manifest.engines,
  'types for every export': () =>
    hasTypes() && exportedFiles(pack.manifest).every(path => pack.files.has(path)),
  'at most three run-time dependencies': () => Object.keys(pack.manifest.dependencies).length <= 3,
  'no install scripts': () =>
    ['preinstall', 'install', 'postinstall'].every(script => !(script in pack.manifest.scripts)),
  'pictures that the registry’s page can show': hasStablePictures,
  'the install command in the first 60 lines': () =>
    readme().split('\n').slice(0, 60).join('\n').includes('npm install --save-dev liff-emulator'),
  'a changelog in the package': () => pack.read('CHANGELOG.md').includes(`\n## ${pack.manifest.version}\n`),
  'skills for agents': () => [...pack.files].some(path => /^skills\/[\w-]+\/SKILL\.md$/.test(path)),
  'llms.txt': () =>
    [...pack.read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].every(([, path = '']) => pack.files.has(path)) &&
    pack.read('llms.txt').startsWith(`# ${pack.manifest.name}\n`),
  'a README in another language': () =>
    [...pack.files].some(path => /^README\.[a-z]{2}(-\w+)?\.md$/.test(path)),
  'SECURITY.md': () => existsSync(join(root, 'SECURITY.md')),
  'issue forms': () => ['campaign.yml', 'emulator.yml'].every(form => forms.includes(form)),
  'a release workflow': () => /^ {4}tags: \["emulator-v\*"\]$/m.test(workflow),
  'trusted publishing': () =>
    workflow.includes('npm publish ') && !/secrets\.|NODE_AUTH_TOKEN/.test(workflow),
  'no foreign code in the jobs with an identity': () =>
    jobsWithIdentity().length === 2 &&
    jobsWithIdentity().every(job => !/checkout|npm (ci|install|test|run|pack)|npx/.test(job)),
  'actions pinned by commit': () =>
    (workflow.match(/uses: /g) ?? []).length ===
    (workflow.match(/uses: [\w./-]+@[0-9a-f]{40} /g) ?? []).length,
}

test('18 of the 20 signs of a package to trust are present; skills and a translated README are missing', () => {
  expect(Object.keys(signs)).toHaveLength(20)
  expect(Object.keys(signs).filter(sign => !signs[sign]?.())).toEqual([
    'skills for agents',
    'a README in another language',
  ])
})

test('the template’s package has the signs that do not need code, and the workflow publishes both packages', async () => {
  expect([template.manifest.homepage, template.manifest.bugs.url]).toEqual([
    `${page()}#readme`,
    `${page()}/issues`,
  ])
  expect(template.manifest.keywords.length).toBeGreaterThanOrEqual(8)
  expect([template.manifest.scripts, template.manifest.dependencies]).toEqual([{}, {}])
  expect(template.read('README.md')).toContain('npm create liff-emulator')
  expect(await mistakesOf(template, release(), registry)).toEqual([
    expect.stringMatching(/^The address of the repository is not final: /),
  ])
  for (const name of ['liff-emulator', 'create-liff-emulator'])
    expect(workflow).toContain(`npm publish ./release/${name}-*.tgz --provenance`)
})

test('the archive has at most 1 MB', () => expect(pack.bytes).toBeLessThanOrEqual(BYTES_MAX))

const YEAR_MS = 365 * DAY_MS
const now = Date.UTC(2026, 10, 29)
const registry = { versions: [], publishedAt: async () => now - YEAR_MS }
const release = () => ({ tag: `emulator-v${pack.manifest.version}`, repository: page(), now })

test('the only mistake of a release from this repository is an address that is not final', async () =>
  expect(await mistakesOf(pack, release(), registry)).toEqual([
    expect.stringMatching(/^The address of the repository is not final: /),
  ]))

test('the check of a release refuses a wrong tag and repository, a published version and a young dependency', async () => {
  const manifest = {
    ...pack.manifest,
    repository: { url: 'git+https://example.com/liff-emulator.git' },
    homepage: 'https://example.com/liff-emulator#readme',
    bugs: { url: 'https://example.com/liff-emulator/issues' },
  }
  const changed = { ...pack, manifest }
  const elsewhere = { tag: 'emulator-v9.0.0', repository: 'https://example.com/fork', now }
  const known = { versions: ['0.1.0'], publishedAt: async () => now - 6 * DAY_MS }
  expect(await mistakesOf(changed, elsewhere, known)).toEqual([
    expect.stringContaining('The tag is "emulator-v9.0.0", but the package has version 0.1.0'),
    expect.stringContaining(
      'names the repository https://example.com/liff-emulator, but this is https://example.com/fork',
    ),
    expect.stringContaining('liff-emulator 0.1.0 is already published'),
    expect.stringContaining('valibot 1.5.0 is younger than 7 days (2026-11-23)'),
  ])
  const own = { ...release(), repository: 'https://example.com/liff-emulator' }
  expect(await mistakesOf(changed, own, registry)).toEqual([])
})
