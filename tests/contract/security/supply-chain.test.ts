import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { billOfMaterials } from '#tools/sbom.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const json = async (name: string) => JSON.parse(await readFile(`${root}/${name}`, 'utf8'))

function npm(...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise(resolve => {
    execFile('npm', args, { cwd: root, maxBuffer: 2 ** 26, timeout: 60_000 }, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out }),
    )
  })
}

type Package = {
  integrity?: string
  resolved?: string
  link?: boolean
  inBundle?: boolean
  optional?: boolean
  os?: string[]
}

test('check 34 (ASVS 15.1.2): every package has one version, and a hash by which it is known again', async () => {
  for (const file of ['package.json', 'emulator/package.json', 'tests/bench/lighthouse/package.json']) {
    const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = await json(file)
    const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/.test(String(version)),
    )
    expect([file, loose]).toEqual([file, []])
  }
  for (const file of ['package-lock.json', 'tests/bench/lighthouse/package-lock.json']) {
    const { packages } = (await json(file)) as { packages: Record<string, Package> }
    const installed = Object.entries(packages).filter(
      ([path, one]) => path.includes('node_modules/') && !one.link,
    )
    expect(installed.length).toBeGreaterThan(100)
    // What is for other machines alone, and is never installed here, has its hash on the machines that install it.
    const elsewhere = (one: Package) => one.optional === true && one.os !== undefined
    const unknown = installed.filter(([, one]) => {
      const known = /^sha512-/.test(one.integrity ?? '')
      const foreign = one.resolved !== undefined && !one.resolved.startsWith('https://registry.npmjs.org/')
      return !one.inBundle && (foreign || !(known || elsewhere(one)))
    })
    expect([file, unknown.map(([path]) => path)]).toEqual([file, []])
  }
})

test('check 34 (ASVS 15.1.2): the bill of materials is built from the lock file and names all that runs', async () => {
  const lock = await json('package-lock.json')
  const { bomFormat, components } = billOfMaterials(lock)
  expect(bomFormat).toBe('CycloneDX')
  const named = new Map(components.map(one => [`${one.name}@${one.version}`, one]))
  const { dependencies, optionalDependencies } = await json('package.json')
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    const known = String(version).startsWith('npm:') ? String(version).slice(4) : `${name}@${version}`
    expect([name, named.get(known)?.hashes?.[0]?.content]).toEqual([
      name,
      expect.stringMatching(/^[0-9a-f]{128}$/),
    ])
  }
  for (const name of ['vitest', '@biomejs/biome', 'fast-check']) {
    expect(components.some(one => one.name === name)).toBe(false)
  }
})

test('the bill of materials ends without a word where its reader has seen enough', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/sbom.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.once('data', () => child.stdout.destroy())
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  const code = await new Promise(resolve => child.once('close', resolve))
  expect([code, said]).toEqual([0, ''])
})

test('check 34 (ASVS 15.1.2): nothing that runs has a known hole of high weight, as far as the registry answers', async context => {
  const { out } = await npm('audit', '--omit=dev', '--json', '--package-lock-only')
  const found = out.startsWith('{') ? JSON.parse(out) : {}
  const counts = found.metadata?.vulnerabilities as { high: number; critical: number } | undefined
  if (!counts) return context.skip('the registry of npm did not answer: known holes were not looked for')
  expect([counts.high, counts.critical]).toEqual([0, 0])
}, 90_000)
