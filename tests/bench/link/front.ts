import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Identity = {
  readonly key: string
  readonly cert: string
  /** Hash of the public key. A browser that is started with it trusts the certificate. */
  readonly keyHash: string
}

/** Makes a certificate for localhost with the program `openssl`, because Node cannot issue certificates. */
export function makeIdentity(): Identity {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  try {
    execFileSync('openssl', [...words.split(' '), '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' })
    const cert = readFileSync(certFile, 'utf8')
    const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    const keyHash = createHash('sha256').update(publicKey).digest('base64')
    return { key: readFileSync(keyFile, 'utf8'), cert, keyHash }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Headers that apply to one connection, which HTTP/2 does not allow. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** Opens an HTTPS server with HTTP/2 and HTTP/1.1 in front of the server whose port `target` returns. */
export async function openFront({ key, cert }: Identity, target: () => number) {
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, outgoing) =>
    pass(incoming, outgoing, target()),
  )
  server.on('sessionError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function pass(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, port: number): void {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(
      ([name]) => !name.startsWith(':') && !CONNECTION_HEADERS.includes(name),
    ),
  )
  const passed = request(
    {
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, host: incoming.authority || incoming.headers.host },
    },
    answer => {
      const kept = Object.entries(answer.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name))
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      answer.pipe(outgoing)
    },
  )
  passed.on('error', () => outgoing.stream?.destroy())
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}
