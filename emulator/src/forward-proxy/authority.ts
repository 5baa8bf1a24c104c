import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import { LINE_DOMAINS } from '../line-hosts.ts'
import { DAY_MS } from '../time.ts'
import { createAuthority, issueServerCertificate, toPem } from './certificate.ts'
import { replaceFile } from './private-folder.ts'

/** The certificate authority for LINE's hosts. Only programs that were given its certificate trust it. */
export type Authority = {
  readonly certificate: string
  /** PEM key and certificate for LINE's domains and their direct subdomains. */
  readonly server: { readonly key: string; readonly cert: string }
  readonly contextFor: (host: string) => SecureContext
}

/** A short validity soon makes a stolen key worthless. Back ends rarely run longer without a restart. */
const VALID_MS = 30 * DAY_MS
/** An authority with less time left is replaced, so that it does not expire during a run. */
const LEAST_MS = 7 * DAY_MS
const MOST_HOSTS = 100

/** The hash is computed from the domains, because an authority for other domains could not issue these certificates. */
const FILE = `authority-${createHash('sha256').update(LINE_DOMAINS.join(' ')).digest('hex').slice(0, 8)}.pem`

type Stored = { readonly key: KeyObject; readonly x509: X509Certificate }

/** Returns null if the file is missing, damaged, readable by other users, or about to expire. */
async function readAuthority(file: string): Promise<Stored | null> {
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return null
    const text = await readFile(file, 'utf8')
    const [key, x509] = [createPrivateKey(text), new X509Certificate(text)]
    const left = Date.parse(x509.validTo) - Date.now()
    return x509.checkPrivateKey(key) && left > LEAST_MS && left <= VALID_MS ? { key, x509 } : null
  } catch {
    return null
  }
}

/** Deletes files dated more than an authority's lifetime in the past or (if the clock was set back) in the future. */
async function deleteOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && Math.abs(Date.now() - found.mtimeMs) > VALID_MS)
      await rm(path, { recursive: true, force: true })
  }
}

async function loadAuthority(folder: string): Promise<Stored> {
  const file = join(folder, FILE)
  const stored = await readAuthority(file)
  if (stored !== null) return stored
  await deleteOld(folder)
  const { key, certificate } = createAuthority(LINE_DOMAINS, new Date(Date.now() + VALID_MS))
  // If two emulators start at once, each uses its own authority, and the one written last is kept.
  await replaceFile(file, key.export({ type: 'pkcs8', format: 'pem' }) + toPem(certificate), 0o600)
  return { key, x509: new X509Certificate(certificate) }
}

/** Opens the folder's certificate authority, which running back ends still trust after a restart, or creates one. */
export async function openAuthority(folder: string): Promise<Authority> {
  const { key, x509 } = await loadAuthority(folder)
  const notAfter = new Date(x509.validTo)
  function issue(hosts: readonly string[]) {
    const issued = issueServerCertificate(key, x509.publicKey, hosts, notAfter)
    const pem = issued.key.export({ type: 'pkcs8', format: 'pem' }) as string
    return { key: pem, cert: toPem(issued.certificate) }
  }
  const server = issue(LINE_DOMAINS.flatMap(domain => [domain, `*.${domain}`]))
  const usual = createSecureContext(server)
  const others = new Map<string, SecureContext>()

  function contextFor(host: string): SecureContext {
    // A wildcard matches only one label: api.line.me, but not a.b.line.me.
    if (LINE_DOMAINS.some(domain => host === domain || host.replace(/^[^.]+\./, '') === domain)) return usual
    if (others.size >= MOST_HOSTS) others.clear()
    const context = others.get(host) ?? createSecureContext(issue([host]))
    others.set(host, context)
    return context
  }

  return { certificate: toPem(x509.raw), server, contextFor }
}
