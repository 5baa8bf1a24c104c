import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { refuse, root } from './command.mjs'
import { readOptions } from './options.ts'
import { isFinal, mistakesOf, type Registry } from './release/mistakes.ts'
import { PACKAGES, packInto } from './release/pack.ts'
import { type PackedPackage, pageOf, readPackedPackage } from './release/packed-package.ts'
import { startRegistryStub } from './release/registry-stub.ts'

/**
 * Releases the emulator's package and the template for new projects. `check ARCHIVE …` finds mistakes before the
 * workflow publishes. `dry [ARCHIVE …]` rehearses the whole release on this machine, against a local registry that
 * refuses what npm refuses. `address URL` writes the repository's address into the packages.
 */
const { words } = readOptions('npm run release', {}, 'check ARCHIVE … | dry [ARCHIVE …] | address URL')
const [action = '', ...rest] = words

const npm = (...args: readonly string[]) =>
  promisify(execFile)('npm', args, { cwd: root, shell: process.platform === 'win32' })

/** Runs in the workflow's build job, before another job publishes the archive. */
async function check(): Promise<void> {
  if (rest.length === 0) refuse('release check: name the archives of "npm pack".')
  for (const archive of rest) await checkOne(read(archive))
}

async function checkOne(pack: PackedPackage): Promise<void> {
  const { GITHUB_REF_NAME: tag = '', GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (!server || !name)
    refuse('release check: GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set; use "dry" here.')
  const registry =
    (await registryOf(pack.manifest.name)) ??
    refuse('release check: the registry does not answer. Check the connection and "npm config get registry".')
  const mistakes = await mistakesOf(pack, { tag, repository: `${server}/${name}`, now: Date.now() }, registry)
  report(mistakes)
  if (mistakes.length === 0) console.log(`${pack.manifest.name} ${pack.manifest.version} can be published.`)
}

async function dry(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    for (const archive of rest.length > 0 ? rest : await packInto(folder)) await dryOne(archive, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function dryOne(archive: string, folder: string): Promise<void> {
  const pack = read(archive)
  const { name, version, repository } = pack.manifest
  const release = { tag: `emulator-v${version}`, repository: pageOf(repository.url), now: Date.now() }
  const registry = await registryOf(name)
  if (registry === null)
    console.log('The registry does not answer: versions and the age of dependencies are not checked.')
  const mistakes = await mistakesOf(pack, release, registry ?? { versions: [], publishedAt: async () => 0 })
  // A repository whose owner is not known yet can still rehearse its release.
  const serious = mistakes.filter(sentence => isFinal(repository.url) || !sentence.includes('is not final'))
  for (const sentence of mistakes)
    if (!serious.includes(sentence)) console.log(`Not in a dry run: ${sentence}`)
  report(serious)
  if (serious.length === 0) await publishToStub(archive, folder, pack)
}

async function publishToStub(archive: string, folder: string, { manifest }: PackedPackage): Promise<void> {
  const stub = await startRegistryStub(pageOf(manifest.repository.url))
  try {
    const config = join(folder, '.npmrc')
    writeFileSync(config, `${stub.url.replace('http:', '')}:_authToken=dry-run\n`)
    await npm(
      'publish',
      archive,
      '--access',
      'public',
      '--ignore-scripts',
      '--registry',
      stub.url,
      '--userconfig',
      config,
    )
    console.log(`Published to a local registry: ${stub.published.join(', ')}.`)
  } catch (error) {
    report([lastLines(error)])
  } finally {
    await stub.close()
  }
}

async function address(): Promise<void> {
  const [word] = rest
  if (!word || !/^https:\/\/[\w.-]+\/[\w./-]+[\w-]$/.test(word) || word.endsWith('.git'))
    refuse(
      'release address: give the address of the repository’s page, such as https://github.com/OWNER/NAME.',
    )
  for (const name of PACKAGES) {
    const path = join(root, name, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    manifest.homepage = `${word}#readme`
    manifest.bugs.url = `${word}/issues`
    manifest.repository.url = `git+${word}.git`
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
    console.log(`${name}/package.json: ${word}`)
  }
}

const NAME_ARCHIVE = 'Name one that "npm pack" made; "dry" without a name packs both packages itself.'

function read(archive: string): PackedPackage {
  if (!existsSync(archive)) refuse(`release: ${archive} does not exist. ${NAME_ARCHIVE}`)
  try {
    return readPackedPackage(archive)
  } catch {
    return refuse(`release: ${archive} is not an archive of "npm pack". ${NAME_ARCHIVE}`)
  }
}

/** Asks the configured registry through npm. Returns null if it does not answer. */
async function registryOf(name: string): Promise<Registry | null> {
  const view = async (...args: readonly string[]): Promise<unknown> => {
    try {
      return JSON.parse((await npm('view', ...args, '--json')).stdout || 'null')
    } catch (error) {
      const { stdout = '' } = error as { readonly stdout?: string }
      if (JSON.parse(stdout || '{}').error?.code === 'E404') return null
      throw error
    }
  }
  const versions = await view(name, 'versions').catch(() => undefined)
  if (versions === undefined) return null
  return {
    versions: [versions].flat().filter(one => typeof one === 'string'),
    async publishedAt(dependency, version) {
      const times = (await view(dependency, 'time')) as Readonly<Record<string, string>> | null
      const at = Date.parse(times?.[version] ?? '')
      return Number.isNaN(at) ? null : at
    },
  }
}

function report(mistakes: readonly string[]): void {
  for (const sentence of mistakes) console.error(sentence)
  if (mistakes.length > 0) process.exitCode = 1
}

/** npm's message, without its notices. */
const lastLines = (error: unknown): string =>
  String((error as { readonly stderr?: string }).stderr ?? error)
    .split('\n')
    .filter(line => line.startsWith('npm error') && !line.includes('complete log'))
    .join('\n')

const actions: Readonly<Record<string, () => Promise<void>>> = { check, dry, address }
const run = actions[action]
await (run ? run() : refuse(`release: unknown action "${action}"; use check, dry or address.`))
