import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { javaTruststore } from './java-truststore.ts'

/** The files with which programs in each language trust the emulated LINE. They contain no secret. */
export type TrustFiles = {
  /** All roots of this machine and the emulator's, in PEM: for variables that replace a program's own roots. */
  readonly roots: string
  /** The emulator's root, and those of the user's `NODE_EXTRA_CA_CERTS`: for variables that add to a program's own roots. */
  readonly extra: string
  /** The same roots as in `roots`, as a Java truststore. */
  readonly java: string
  /** Folder with an additional `php.ini` that names `roots` and the preload script for PHP. */
  readonly php: string
  /** Folder with the preload script for Python. */
  readonly python: string
}

/** Where Linux, the BSDs and macOS store the roots that the administrator trusts. The first existing file is used. */
const SYSTEM_ROOTS = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Variables that can already name files with additional roots, such as those of a company. */
const ROOT_VARIABLES = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']

const preload = (path: string) => fileURLToPath(new URL(`../../bin/${path}`, import.meta.url))
/** The scripts that programs in these languages run first, below `bin`. They keep this path below the folder of the files. */
const PRELOADS = ['python/sitecustomize.py', 'php/liff-emulator.php']

/** Returns the certificates in a PEM file, without comments; none if the file cannot be read. */
async function certificatesIn(path: string | undefined): Promise<string[]> {
  if (!path) return []
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}

async function systemRoots(): Promise<string[]> {
  for (const path of SYSTEM_ROOTS) {
    const found = await certificatesIn(path)
    if (found.length > 0) return found
  }
  return []
}

const pem = (certificates: readonly string[]): string => certificates.map(text => `${text}\n`).join('')

type Contents = Readonly<Record<string, string | Buffer>>

/** Returns the path of the folder for these files. Its name is a hash, so that a running program's files never change. */
function folderFor(folder: string, contents: Contents): string {
  const hash = createHash('sha256')
  for (const [name, content] of Object.entries(contents)) hash.update(name).update(content)
  return join(folder, `trust-${hash.digest('hex').slice(0, 16)}`)
}

/** Writes the file, unless it already has this content: programs that clean caches delete single files. */
async function writeIfChanged(path: string, content: string | Buffer): Promise<void> {
  const wanted = Buffer.from(content)
  if ((await readFile(path).catch(() => null))?.equals(wanted)) return
  await mkdir(dirname(path), { recursive: true })
  // Rename, so that no program reads an incomplete file.
  const complete = `${path}.${randomUUID()}`
  await writeFile(complete, wanted)
  await rename(complete, path)
}

/**
 * Writes the files with which programs trust `certificate` (PEM) in addition to the roots that they trust without the
 * emulator: `SSL_CERT_FILE` and the like replace those, so the files contain Node's roots, the system's, and those in the
 * user's own variables.
 */
export async function writeTrustFiles(
  folder: string,
  certificate: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<TrustFiles> {
  const own = certificate.trim()
  const given = await Promise.all(ROOT_VARIABLES.map(name => certificatesIn(env[name])))
  const roots = [...new Set([own, ...given.flat(), ...(await systemRoots()), ...rootCertificates])]
  const extra = [...new Set([own, ...(await certificatesIn(env.NODE_EXTRA_CA_CERTS))])]
  const preloads = PRELOADS.map(async path => [path, await readFile(preload(path))] as const)
  const contents = {
    'roots.pem': pem(roots),
    'extra.pem': pem(extra),
    'roots.jks': javaTruststore(roots),
    ...Object.fromEntries(await Promise.all(preloads)),
  }
  const target = folderFor(folder, contents)
  const path = (name: string) => join(target, name)
  const settings = {
    'curl.cainfo': path('roots.pem'),
    'openssl.cafile': path('roots.pem'),
    auto_prepend_file: path('php/liff-emulator.php'),
  }
  const ini = Object.entries(settings)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('')
  for (const [name, content] of Object.entries({ ...contents, 'php/liff-emulator.ini': ini }))
    await writeIfChanged(path(name), content)
  return {
    roots: path('roots.pem'),
    extra: path('extra.pem'),
    java: path('roots.jks'),
    php: path('php'),
    python: path('python'),
  }
}
