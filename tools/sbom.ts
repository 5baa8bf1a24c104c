import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ignoreClosedPipe } from '#server/cli/closed-pipe.ts'

type Package = {
  /** Where the folder has another name than the package. */
  name?: string
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}

/** A lock file as far as it is read here. */
export type Lock = { readonly packages: Readonly<Record<string, Package>> }

/**
 * The bill of materials of what runs in production, from the lock file alone (CycloneDX 1.5). Every package is there
 * with its version and hash; what only develops and tests is not.
 */
export function billOfMaterials(lock: Lock) {
  const own = lock.packages[''] as { name?: string; version?: string } | undefined
  const components = Object.entries(lock.packages)
    .filter(([path, one]) => path.includes('node_modules/') && !one.link && !one.dev && !one.devOptional)
    .map(([path, one]) => component(one.name ?? path.slice(path.lastIndexOf('node_modules/') + 13), one))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: own?.name ?? '', version: own?.version ?? '' } },
    components,
  }
}

function component(name: string, { version = '', integrity, license }: Package) {
  const [algorithm, hash] = integrity?.split('-') ?? []
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(hash
      ? {
          hashes: [
            {
              alg: algorithm === 'sha512' ? 'SHA-512' : 'SHA-1',
              content: Buffer.from(hash, 'base64').toString('hex'),
            },
          ],
        }
      : {}),
    ...(license ? { licenses: [{ license: { id: license } }] } : {}),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  ignoreClosedPipe()
  console.log(JSON.stringify(billOfMaterials(lock), null, 1))
}
