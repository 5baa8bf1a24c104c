import { DAY_MS } from '#contract/time.ts'
import { exportedFiles, type PackedPackage, pageOf } from './packed-package.ts'

type Release = {
  readonly tag: string
  /** Page of the repository whose workflow publishes, such as `https://github.com/OWNER/NAME`. */
  readonly repository: string
  readonly now: number
}

export type Registry = {
  /** Versions of the package that are already published. */
  readonly versions: readonly string[]
  /** When a version of another package was published, in milliseconds; null if the registry does not have it. */
  readonly publishedAt: (name: string, version: string) => Promise<number | null>
}

export const BYTES_MAX = 1_000_000

/** Malicious versions are usually found and removed within a few days. */
const AGE_DAYS = 7

/** False for a host that cannot exist (RFC 2606). The repository has one until its owner is known. */
export const isFinal = (address: string): boolean => !/^(git\+)?https:\/\/[^/]*\.invalid(\/|$)/.test(address)

const SET_ADDRESS = 'Run "npm run release -- address URL".'

/**
 * Returns a sentence for each mistake that npm would refuse, or that could not be undone after publishing. npm compares
 * `repository.url` with the repository in the provenance statement, and answers E422 if they differ.
 */
export async function mistakesOf(
  { manifest, files, bytes, read }: PackedPackage,
  { tag, repository, now }: Release,
  registry: Registry,
): Promise<readonly string[]> {
  const { name, version } = manifest
  const mistakes: string[] = []
  const own = manifest.repository.url
  if (tag !== `emulator-v${version}`)
    mistakes.push(`The tag is "${tag}", but the package has version ${version}: change one of them.`)
  if (own === '')
    mistakes.push(
      `package.json has no repository, and npm refuses provenance without it (E422). ${SET_ADDRESS}`,
    )
  else if (!isFinal(own)) mistakes.push(`The address of the repository is not final: ${own}. ${SET_ADDRESS}`)
  else if (pageOf(own) !== repository)
    mistakes.push(
      `package.json names the repository ${pageOf(own)}, but this is ${repository}, and npm compares them (E422). ${SET_ADDRESS}`,
    )
  for (const [field, address] of [
    ['homepage', manifest.homepage],
    ['bugs', manifest.bugs.url],
  ] as const)
    if (own !== '' && !address.startsWith(pageOf(own)))
      mistakes.push(`"${field}" is not a page of the repository: "${address}". ${SET_ADDRESS}`)
  if (registry.versions.includes(version))
    mistakes.push(
      `${name} ${version} is already published, and npm never replaces a version: choose a new one.`,
    )
  for (const script of ['preinstall', 'install', 'postinstall'])
    if (script in manifest.scripts)
      mistakes.push(`The script "${script}" would run on the machine of each user: remove it.`)
  for (const path of exportedFiles(manifest))
    if (!files.has(path)) mistakes.push(`"exports" names ${path}, which is not in the package.`)
  for (const [dependency, wanted] of Object.entries(manifest.dependencies))
    mistakes.push(...(await mistakesOfDependency(registry, { dependency, wanted, now })))
  if (bytes > BYTES_MAX) mistakes.push(`The package has ${bytes} bytes; at most ${BYTES_MAX} are allowed.`)
  if (!read('CHANGELOG.md').split('\n').includes(`## ${version}`))
    mistakes.push(`CHANGELOG.md has no heading "## ${version}".`)
  return mistakes
}

type Dependency = { readonly dependency: string; readonly wanted: string; readonly now: number }

async function mistakesOfDependency(
  registry: Registry,
  { dependency, wanted, now }: Dependency,
): Promise<readonly string[]> {
  if (!/^\d+\.\d+\.\d+$/.test(wanted))
    return [`${dependency} "${wanted}" is a range, so users could get a version that no test has seen.`]
  const at = await registry.publishedAt(dependency, wanted)
  if (at === null) return [`The registry does not know when ${dependency} ${wanted} was published.`]
  if (now - at >= AGE_DAYS * DAY_MS) return []
  const day = new Date(at).toISOString().slice(0, 10)
  return [`${dependency} ${wanted} is younger than ${AGE_DAYS} days (${day}): wait, or use an older version.`]
}
