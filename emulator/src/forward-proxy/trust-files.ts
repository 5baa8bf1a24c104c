import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../package-file.ts'
import { javaTruststore } from './java-truststore.ts'
import { replaceFile } from './private-folder.ts'

/** Paths of files that make programs in each language trust the emulated LINE. They contain no secrets. */
export type TrustFiles = {
  /** PEM file with this machine's roots plus the emulator's, for variables that replace a program's roots. */
  readonly roots: string
  /** PEM file with the emulator's root and `NODE_EXTRA_CA_CERTS`, for variables that add to a program's roots. */
  readonly extra: string
  readonly java: string
  /** Folder with an extra `php.ini` that sets `roots` and the preload script. */
  readonly php: string
  readonly python: string
}

/** System root stores of Linux, the BSDs and macOS. The first existing file is used. */
const SYSTEM_ROOTS = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Environment variables that may already point to extra CA files. */
const ROOT_VARIABLES = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']

const preload = (path: string) => fileURLToPath(packageFile(`bin/${path}`))
/** Preload scripts in `bin`, which are copied with their relative paths. */
const PRELOADS = ['python/sitecustomize.py', 'php/liff-emulator.php']

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

/** The folder's name is a hash of its contents, so files in use never change. */
function folderFor(folder: string, contents: Contents): string {
  const hash = createHash('sha256')
  for (const [name, content] of Object.entries(contents)) hash.update(name).update(content)
  return join(folder, `trust-${hash.digest('hex').slice(0, 16)}`)
}

/** Cache cleaners may delete individual files, so every start checks each file. */
async function writeIfChanged(path: string, content: string | Buffer): Promise<void> {
  const wanted = Buffer.from(content)
  if ((await readFile(path).catch(() => null))?.equals(wanted)) return
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, wanted)
}

/**
 * Writes the trust files. `roots.pem` and `roots.jks` contain `certificate` (PEM) and the roots of Node, the system and
 * the user, because they replace a program's roots. `extra.pem` contains `certificate` and the certificates of
 * `NODE_EXTRA_CA_CERTS`.
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
