import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { advisoriesOf, overdueOf, UPDATE_DAYS } from '#tests/kit/update-deadlines.ts'
import { shippedPackages } from '#tools/shipped-packages.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const json = async (name: string) => JSON.parse(await readFile(`${root}/${name}`, 'utf8'))

function run(program: string, ...args: string[]): Promise<{ code: number; out: string }> {
  return runIn(root, program, ...args)
}

function runIn(cwd: string, program: string, ...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise(resolve => {
    execFile(program, args, { cwd, maxBuffer: 2 ** 26, timeout: 60_000 }, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out }),
    )
  })
}

type LockedPackage = { integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }

let shipped: ReturnType<typeof shippedPackages> | undefined
/** The packages that production and the desk ship. npm takes seconds to list them, so the tests share one list. */
const shippedOnce = () => (shipped ??= shippedPackages())

/** Returns the lock file's packages that npm downloads: all except the emulator, which is linked from its folder. */
async function downloadedPackages(lockFile: string): Promise<readonly [string, LockedPackage][]> {
  const { packages } = (await json(lockFile)) as { packages: Record<string, LockedPackage> }
  return Object.entries(packages).filter(([path, one]) => path.includes('node_modules/') && !one.link)
}

const lockFiles = [
  'package-lock.json',
  'emulator/package-lock.json',
  'tests/bench/lighthouse/package-lock.json',
  'tools/node24/package-lock.json',
]

test('check 34 (ASVS 15.1.2): package.json names one exact version of every package', async () => {
  for (const file of lockFiles.map(path => path.replace('-lock', ''))) {
    const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = await json(file)
    const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) =>
        !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/.test(String(version)) && version !== 'file:emulator',
    )
    expect([file, loose]).toEqual([file, []])
  }
})

test.each(lockFiles)('check 34 (ASVS 15.1.2): %s has a SHA-512 hash of every package', async file => {
  const packages = await downloadedPackages(file)
  expect(packages).not.toEqual([])
  // A bundled package is part of the archive of the package that bundles it, and the hash of that archive
  // covers both.
  const unhashed = packages.filter(
    ([, { inBundle, integrity }]) => !inBundle && !integrity?.startsWith('sha512-'),
  )
  expect(unhashed.map(([path]) => path)).toEqual([])
})

test.each(lockFiles)('check 34 (ASVS 15.1.2): %s gets packages only from npm’s registry', async file => {
  const foreign = (await downloadedPackages(file)).filter(
    ([, { resolved = 'https://registry.npmjs.org/' }]) => !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(foreign.map(([path]) => path)).toEqual([])
})

test('check 34 (ASVS 15.1.2): the bill of materials lists every production package with its hash', async () => {
  const { code, out } = await run(process.execPath, 'tools/sbom.mjs')
  expect(code).toBe(0)
  const { bomFormat, components } = JSON.parse(out) as {
    bomFormat: string
    components: { purl: string; hashes?: { content: string }[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const hashes = new Map(components.map(({ purl, hashes }) => [purl, hashes?.[0]?.content]))
  const { dependencies, optionalDependencies } = await json('package.json')
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    const known = String(version).startsWith('npm:') ? String(version).slice(4) : `${name}@${version}`
    expect([name, hashes.get(`pkg:npm/${known.replace(/^@/, '%40')}`)]).toEqual([
      name,
      expect.stringMatching(/^[0-9a-f]{128}$/),
    ])
  }
  // Dependencies of production packages are listed, even if a development tool uses them as well.
  for (const name of ['%40line/bot-sdk', 'esbuild', 'bindings'])
    expect([...hashes.keys()]).toContainEqual(expect.stringMatching(`^pkg:npm/${name}@`))
  // Packages that are built into the desk, and their dependencies.
  for (const name of [
    '%40mantine/core',
    '%40tanstack/react-query',
    'recharts',
    '%40simplewebauthn/browser',
    'clsx',
  ])
    expect([...hashes.keys()]).toContainEqual(expect.stringMatching(`^pkg:npm/${name}@`))
  for (const name of ['vite', 'vitest', '%40biomejs/biome', 'fast-check'])
    expect([...hashes.keys()]).not.toContainEqual(expect.stringMatching(`^pkg:npm/${name}@`))
}, 120_000)

test('check 34 (ASVS 15.1.2, 15.2.1): no production package has a known serious vulnerability, or another one for too long', async context => {
  const { folder } = shippedOnce()
  const { out } = await runIn(folder, 'npm', 'audit', '--json', '--package-lock-only')
  const found = out.startsWith('{') ? JSON.parse(out) : {}
  if (!found.metadata?.vulnerabilities)
    return context.skip('npm’s registry did not answer, so known vulnerabilities were not checked')
  const { high, critical } = found.metadata.vulnerabilities as { high: number; critical: number }
  expect([high, critical]).toEqual([0, 0])
  const { vulnerabilities } = await json('docs/asvs/updates.json')
  expect(overdueOf(advisoriesOf(found), vulnerabilities, Date.now())).toEqual([])
}, 90_000)

test('check 34 (ASVS 15.2.1): a vulnerability that is not listed, or not fixed in its documented time, is found', () => {
  const report = {
    vulnerabilities: {
      lib: { via: [{ url: 'https://github.com/advisories/GHSA-aaaa', severity: 'moderate' }] },
      app: { via: ['lib', { url: 'https://github.com/advisories/GHSA-bbbb', severity: 'low' }] },
    },
  } as const
  const listed = [{ advisory: 'GHSA-aaaa', since: '2026-01-01' }]
  const on = (day: string) => overdueOf(advisoriesOf(report), listed, Date.parse(day))
  expect(on('2026-01-31')).toEqual(['GHSA-bbbb is not listed'])
  expect(on('2026-02-01')).toEqual(['GHSA-aaaa is overdue since 2026-01-31', 'GHSA-bbbb is not listed'])
  expect(overdueOf([], listed, 0)).toEqual(['GHSA-aaaa is listed, but not found any more'])
})

test('check 34 (ASVS 15.2.1): the packages were reviewed at most 90 days before the newest commit', async context => {
  const { code, out } = await run('git', 'log', '-1', '--format=%ct')
  if (code !== 0) return context.skip('this folder is not a clone, so it has no newest commit')
  const { reviewed } = await json('docs/asvs/updates.json')
  expect(Number(out) * 1000).toBeLessThan(Date.parse(reviewed) + (UPDATE_DAYS.low + 1) * DAY_MS)
})

test('check 34 (ASVS 15.2.1): every action of a workflow is pinned to a commit and names its version', async () => {
  const folder = `${root}/.github/workflows`
  const files = await readdir(folder)
  const sources = await Promise.all(files.map(file => readFile(`${folder}/${file}`, 'utf8')))
  const used = sources.flatMap(source => source.match(/uses: .*/g) ?? [])
  expect(used.length).toBeGreaterThan(4)
  expect(used.filter(one => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([])
  // Each workflow begins with read access. Only the publishing one may request an identity, and it stores no token.
  for (const source of sources) expect(source).toContain('\npermissions:\n  contents: read\n')
  expect(sources.filter(source => source.includes(': write')).length).toBe(1)
  expect(sources.join('')).not.toMatch(/secrets\.|pull_request_target/)
})

test('check 34 (ASVS 15.2.1): the jobs with an identity run no code of the repository', async () => {
  const source = await readFile(`${root}/.github/workflows/release.yml`, 'utf8')
  const jobs = source.split(/^ {2}(?=\w+:$)/m).slice(1)
  const withIdentity = jobs.filter(job => job.includes('id-token: write'))
  expect(withIdentity.map(job => job.split(':')[0])).toEqual(['attest', 'publish'])
  for (const job of withIdentity)
    expect(job).not.toMatch(/actions\/checkout|npm (ci|install|test|run|pack|exec)|npx|node /)
  expect(withIdentity.flatMap(job => job.match(/run: .*/g) ?? [])).toEqual([
    'run: npm publish ./release/liff-emulator-*.tgz --provenance --access public --ignore-scripts',
    'run: npm publish ./release/create-liff-emulator-*.tgz --provenance --access public --ignore-scripts',
  ])
})

/** Licences that allow use in any product. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
])
/** Packages with other licences. NOTICES.md explains LINE's terms. */
const otherTerms = /node_modules\/(@line\/liff|@liff\/[\w-]+|tiny-sha256)$/

test('check 34 (ASVS 15.1.2): every production package has a licence that allows its use', async () => {
  const { folder, ofDesk } = shippedOnce()
  const { packages } = JSON.parse(await readFile(`${folder}/package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; license?: string }>
  }
  expect(ofDesk.length).toBeGreaterThan(4)
  for (const name of ofDesk) expect(Object.keys(packages)).toContain(`node_modules/${name}`)
  const production = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  expect(production.length).toBeGreaterThan(100)
  const refused = production.filter(([path, { license = 'none' }]) => {
    const choices = license.replace(/[()]/g, '').split(' OR ')
    const isAllowed = choices.some(choice => choice.split(' AND ').every(one => allowed.has(one)))
    return !isAllowed && !otherTerms.test(path)
  })
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})
