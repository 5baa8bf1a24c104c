import { createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { connect, createServer, rootCertificates, type TlsOptions } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { openAuthority } from '#emulator/forward-proxy/authority.ts'
import {
  type Certified,
  createAuthority,
  issueServerCertificate,
  toPem,
} from '#emulator/forward-proxy/certificate.ts'
import { bits, sequence } from '#emulator/forward-proxy/der.ts'
import { proxyEnvironment } from '#emulator/forward-proxy/environment.ts'
import { javaTruststore } from '#emulator/forward-proxy/java-truststore.ts'
import { privateFolder } from '#emulator/forward-proxy/private-folder.ts'
import { writeTrustFiles } from '#emulator/forward-proxy/trust-files.ts'
import { upstreamFrom } from '#emulator/forward-proxy/upstream.ts'
import { LINE_DOMAINS } from '#emulator/line-hosts.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { listen } from '#tests/kit/listen.ts'
import { startWithProxy } from './forward-proxy-kit.ts'

const DAY_MS = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** Returns the path of the file with the authority's key. */
async function authorityFile(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter(name => name.startsWith('authority-'))
  expect(names).toHaveLength(1)
  return join(folder, names[0] ?? '')
}

/** Returns a certificate that the authority's key has signed for the IP address 127.0.0.1. */
function certificateForAddress({ key, certificate }: Certified): Certified {
  const name = 'ABCD'
  const issued = issueServerCertificate(key, new X509Certificate(certificate).publicKey, [name], inDays(1))
  const der = Buffer.from(issued.certificate)
  // Replaces the DNS name with an IP address of the same length: a different tag (RFC 5280, 4.2.1.6) and content.
  der.set(Buffer.of(0x87, 4, 127, 0, 0, 1), der.indexOf(Buffer.of(0x82, 4, ...Buffer.from(name))))
  // The certificate has a four-byte header, the signed part with its own header, and the signature algorithm.
  const signed = der.subarray(4, 8 + der.readUInt16BE(6))
  const algorithm = der.subarray(4 + signed.length, 16 + signed.length)
  return { key: issued.key, certificate: sequence(signed, algorithm, bits(sign('sha256', signed, key))) }
}

/** Connects to a server as `host`, and resolves with the certificate verification error, or null if there is none. */
async function checkError(options: TlsOptions, ca: string, host: string): Promise<string | null> {
  const server = createServer(options, socket => socket.on('error', () => {}))
  const { port } = await listen(server)
  const name = isIP(host) === 0 ? { servername: host } : {}
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1', ...name, ca }, () => {
      socket.destroy()
      resolve(null)
    }).on('error', error => resolve(error.message))
  })
}

test('the authority can only vouch for LINE’s hosts, for 30 days', async () => {
  const folder = await testFolder()
  const opened = await openAuthority(folder)
  const authority = new X509Certificate(opened.certificate)
  expect(authority.ca).toBe(true)
  expect(authority.verify(authority.publicKey)).toBe(true)
  expect(Date.parse(authority.validTo)).toBeLessThanOrEqual(inDays(30).getTime())
  const SNICallback: TlsOptions['SNICallback'] = (host, done) => done(null, opened.contextFor(host))
  const errorFor = (host: string) => checkError({ SNICallback }, opened.certificate, host)
  expect(await errorFor('api.line.me')).toBe(null)
  expect(await errorFor('a.b.line-apps.com')).toBe(null)
  expect(await errorFor('example.com')).toBe('permitted subtree violation')
  expect(await errorFor('notline.me')).toBe('permitted subtree violation')
  // A certificate for an IP address, signed with the stolen key.
  const key = createPrivateKey(await readFile(await authorityFile(folder), 'utf8'))
  const issued = certificateForAddress({ key, certificate: authority.raw })
  const pem = { key: issued.key.export({ type: 'pkcs8', format: 'pem' }), cert: toPem(issued.certificate) }
  expect(await checkError(pem, opened.certificate, '127.0.0.1')).toBe('excluded subtree violation')
})

test('certificates are valid X.509, also with dates from 2050 on and many names', () => {
  const { key, certificate } = createAuthority(LINE_DOMAINS, new Date('2051-02-03T04:05:06Z'))
  const root = new X509Certificate(certificate)
  expect(new Date(root.validTo).toISOString()).toBe('2051-02-03T04:05:06.000Z')
  const hosts = Array.from({ length: 5000 }, (_, at) => `host-${at}.line.me`)
  const issued = issueServerCertificate(key, root.publicKey, hosts, inDays(1))
  const server = new X509Certificate(issued.certificate)
  expect(server.checkIssued(root) && server.verify(root.publicKey) && !server.ca).toBe(true)
  expect(server.checkHost('host-4999.line.me')).toBe('host-4999.line.me')
  expect(server.serialNumber).toMatch(/^[4-7][\dA-F]{31}$/)
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
})

test('the private key is readable only by its owner, and stays the same until a week before it expires', async () => {
  const cache = await testFolder()
  const { folder } = await privateFolder({ XDG_CACHE_HOME: cache })
  const first = await openAuthority(folder)
  const file = await authorityFile(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await openAuthority(folder)).certificate).toBe(first.certificate)

  await chmod(file, 0o644)
  const second = await openAuthority(folder)
  expect(second.certificate).not.toBe(first.certificate)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const short = createAuthority(LINE_DOMAINS, inDays(6))
  await writeFile(file, short.key.export({ type: 'pkcs8', format: 'pem' }) + toPem(short.certificate))
  const ages = { 'trust-old': -31, 'trust-ahead': 31, 'trust-new': -29 }
  for (const [name, days] of Object.entries(ages)) {
    await mkdir(join(folder, name))
    await utimes(join(folder, name), inDays(days), inDays(days))
  }
  const third = await openAuthority(folder)
  expect([toPem(short.certificate), second.certificate]).not.toContain(third.certificate)
  expect((await readdir(folder)).filter(name => name in ages)).toEqual(['trust-new'])

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  await writeFile(file, other.export({ type: 'pkcs8', format: 'pem' }) + third.certificate)
  expect((await openAuthority(folder)).certificate).not.toBe(third.certificate)
  await writeFile(file, 'garbage')
  expect((await openAuthority(folder)).server.cert).toContain('BEGIN CERTIFICATE')
})

test('several emulators can start at the same time', async () => {
  const folder = await testFolder()
  const all = await Promise.all(Array.from({ length: 8 }, () => openAuthority(folder)))
  const trust = await Promise.all(all.map(({ certificate }) => writeTrustFiles(folder, certificate, {})))
  for (const [at, { extra }] of trust.entries())
    expect(await readFile(extra, 'utf8')).toBe(all[at]?.certificate)
  expect((await readdir(folder)).filter(name => name.includes('-', 20))).toEqual([])
})

test('uses a temporary folder if the cache folder is not writable', async () => {
  const file = join(await testFolder(), 'file')
  await writeFile(file, '')
  const { folder, isTemporary } = await privateFolder({ XDG_CACHE_HOME: file })
  onTestFinished(() => rm(folder, { recursive: true }))
  expect([folder.includes(file), isTemporary]).toEqual([false, true])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const { proxy } = await startWithProxy({ env: { XDG_CACHE_HOME: file } })
  await proxy.close()
  await expect(stat(proxy.folder)).rejects.toThrow('ENOENT')
})

test('ignores a cache folder with a relative path, as XDG requires', async () =>
  expect(isAbsolute((await privateFolder({ XDG_CACHE_HOME: 'cache' })).folder)).toBe(true))

test('replaces files that were deleted from the cache folder or damaged', async () => {
  const folder = await testFolder()
  const { certificate } = await openAuthority(folder)
  const files = await writeTrustFiles(folder, certificate, {})
  const all = [
    ...[files.roots, files.extra, files.java],
    ...[join(files.php, 'liff-emulator.ini'), join(files.python, 'sitecustomize.py')],
    join(files.php, 'liff-emulator.php'),
  ]
  // As text, because Vitest compares buffers byte by byte, which is slow.
  const contents = () => Promise.all(all.map(path => readFile(path, 'latin1')))
  const before = await contents()
  for (const [at, path] of all.entries()) await (at % 2 === 0 ? rm(path) : writeFile(path, 'damaged'))
  await rm(files.python, { recursive: true })
  expect(await writeTrustFiles(folder, certificate, {})).toEqual(files)
  expect(await contents()).toEqual(before)
})

test('the files with root certificates include those of Node, the system and the user', async () => {
  const folder = await testFolder()
  const mine = toPem(createAuthority(['example.com'], inDays(1)).certificate).trim()
  const company = join(folder, 'company.pem')
  await writeFile(company, `# Our company\n${mine}\n`)
  const { certificate } = await openAuthority(folder)
  const env = {
    NODE_EXTRA_CA_CERTS: company,
    SSL_CERT_FILE: join(folder, 'missing'),
    REQUESTS_CA_BUNDLE: folder,
  }
  const files = await writeTrustFiles(folder, certificate, env)
  const roots = await readFile(files.roots, 'utf8')
  for (const root of [certificate.trim(), mine, ...rootCertificates]) expect(roots).toContain(root.trim())
  expect(await readFile(files.extra, 'utf8')).toBe(`${certificate}${mine}\n`)
  expect(await readFile(join(files.php, 'liff-emulator.ini'), 'utf8')).toContain(
    `openssl.cafile="${files.roots}"`,
  )
  const java = await readFile(files.java)
  expect(java.readUInt32BE(8)).toBe(roots.match(/BEGIN/g)?.length)
  expect(await writeTrustFiles(folder, certificate, env)).toEqual(files)
  expect(javaTruststore([])).toHaveLength(32)
})

test('the variables extend the user’s own, and no entry of NO_PROXY leads to the real LINE', async () => {
  const { proxy } = await startWithProxy()
  const env = proxyEnvironment(proxy, {
    no_proxy: 'shop.example, *.line.me,LINE-APPS.com:443 .me * *ne.me api.line.me lin.ee 10.0.0.0/8',
    ...{ PYTHONPATH: '/own', PHP_INI_SCAN_DIR: '/ini', JAVA_TOOL_OPTIONS: '-Xmx1g' },
  })
  expect(env).toMatchObject({
    NO_PROXY: 'shop.example,10.0.0.0/8,localhost,.localhost,127.0.0.1,::1',
    ...{ HTTPS_PROXY: proxy.url, http_proxy: proxy.url, SSL_CERT_FILE: proxy.trust.roots },
    PYTHONPATH: `${proxy.trust.python}:/own`,
    PHP_INI_SCAN_DIR: `/ini:${proxy.trust.php}`,
    JAVA_TOOL_OPTIONS: expect.stringMatching(/^-Xmx1g -Dhttp\.proxyHost=127\.0\.0\.1 /),
  })
  expect(env.no_proxy).toBe(env.NO_PROXY)
})

test('the user’s proxy comes from the variables that programs use, and is never the emulator’s own', () => {
  const address = (env: NodeJS.ProcessEnv, url = 'https://shop.example') =>
    upstreamFrom(env).proxyFor(new URL(url))?.href ?? null
  expect(address({ HTTPS_PROXY: 'proxy:8080' })).toBe('http://proxy:8080/')
  expect(address({ HTTPS_PROXY: 'http://a', https_proxy: 'http://b' })).toBe('http://b/')
  expect(address({ HTTPS_PROXY: 'http://a' }, 'http://shop.example')).toBe(null)
  expect(address({ ALL_PROXY: 'http://a' }, 'http://shop.example')).toBe('http://a/')
  expect(address({ HTTPS_PROXY: 'http://a', NO_PROXY: '.example' })).toBe(null)
  expect(address({ HTTPS_PROXY: 'http://a', NO_PROXY: '*' })).toBe(null)
  expect(address({ HTTPS_PROXY: 'http://a' }, 'https://localhost:1')).toBe(null)
  const own = 'http://127.0.0.1:4401'
  expect(address({ HTTPS_PROXY: own, LIFF_EMULATOR_PROXY: own })).toBe(null)
  expect(upstreamFrom({ ALL_PROXY: 'socks5://a:1' })).toMatchObject({ unsupported: ['ALL_PROXY'] })
})
