import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { DAY_MS } from '#contract/time.ts'
import { type Finding, fail, ok, warn } from '#server/cli/checks.ts'

/** Let's Encrypt certificates are renewed 30 days before they expire. */
const RENEWED_DAYS = 14
const PATIENCE_MS = 30_000

type Seen = {
  readonly certificate: PeerCertificate
  /** Why a browser would reject the certificate; null if it would accept it. */
  readonly refused: string | null
  readonly protocol: string
  readonly isHttp2: boolean
}

export async function certificateCheck(url: URL, now: number): Promise<Finding> {
  const { certificate, refused, protocol, isHttp2 } = await handshake(url)
  if (refused !== null) return fail(`${refused}. ${adviceOf(refused)}`)
  const until = Date.parse(certificate.valid_to)
  const days = Math.floor((until - now) / DAY_MS)
  const valid = `valid for ${days} more days (until ${certificate.valid_to}), ${protocol}`
  if (days < RENEWED_DAYS) return warn(`${valid}. Check that its renewal works.`)
  return isHttp2
    ? ok(`${valid}, HTTP/2`)
    : warn(`${valid}, but without HTTP/2, so the first visit takes longer. Turn on HTTP/2 in the proxy.`)
}

const adviceOf = (code: string): string =>
  advices[code] ?? 'Browsers and LINE refuse it: get a certificate of a public authority.'

const advices: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it, and check why it was not renewed automatically.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It belongs to another host name: get one for this name.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The proxy sends it without the intermediate certificates: configure the full chain (fullchain.pem).',
}

function handshake({ hostname, port }: URL): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(hostname) ? {} : { servername: hostname }),
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer to the TLS handshake')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { authorized, authorizationError, alpnProtocol } = socket
      // Node's types call this an Error, but it is the error's code.
      const reason = authorizationError as unknown as string | { code?: string } | null
      const refused = typeof reason === 'string' ? reason : (reason?.code ?? 'refused')
      resolve({
        certificate: socket.getPeerCertificate(),
        refused: authorized ? null : refused,
        protocol: socket.getProtocol() ?? 'TLS',
        isHttp2: alpnProtocol === 'h2',
      })
      socket.destroy()
    })
  })
}
