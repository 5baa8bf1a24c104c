import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '../time.ts'
import { bits, integer, octets, oid, sequence, set, tagged, time, utf8, yes } from './der.ts'

/** Writes the two kinds of X.509 certificate (RFC 5280) that the emulator needs, because Node can only read them. */

export type Certified = {
  readonly key: KeyObject
  readonly certificate: Buffer
}

type Content = {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  readonly extensions: readonly Buffer[]
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const COMMON_NAME = oid('2.5.4.3')
/** In a container or virtual machine, the back end's clock may be behind. */
const CLOCK_TOLERANCE_MS = DAY_MS

const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })
const keyId = (key: KeyObject): Buffer => createHash('sha256').update(spki(key)).digest().subarray(0, 20)
const name = (text: string): Buffer => sequence(set(sequence(COMMON_NAME, utf8(text))))
const dnsName = (host: string): Buffer => tagged(2, Buffer.from(host), true)

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [yes] : []), octets(value))
}

function writeCertificate(content: Content): Buffer {
  const { subject, publicKey, issuer, issuerKey, notBefore, notAfter, extensions } = content
  // These top bits of the first byte keep the number positive and 16 bytes long.
  const serial = integer(0x40 | ((randomBytes(1)[0] ?? 0) & 0x3f), ...randomBytes(15))
  const signed = sequence(
    tagged(0, integer(2)),
    serial,
    ECDSA_WITH_SHA256,
    name(issuer),
    sequence(time(notBefore), time(notAfter)),
    name(subject),
    spki(publicKey),
    tagged(3, sequence(...extensions)),
  )
  return sequence(signed, ECDSA_WITH_SHA256, bits(sign('sha256', signed, issuerKey)))
}

const AUTHORITY_NAME = 'liff-emulator (development only)'

const EVERY_ADDRESS = [8, 32].map(length => sequence(tagged(7, Buffer.alloc(length), true)))

/** Creates an authority that can only certify `domains` and their subdomains (name constraints). */
export function createAuthority(domains: readonly string[], notAfter: Date): Certified {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const permitted = Buffer.concat(domains.map(domain => sequence(dnsName(domain))))
  const certificate = writeCertificate({
    subject: AUTHORITY_NAME,
    publicKey,
    issuer: AUTHORITY_NAME,
    issuerKey: key,
    notBefore: new Date(Date.now() - CLOCK_TOLERANCE_MS),
    notAfter,
    extensions: [
      extension('2.5.29.19', sequence(yes, integer(0)), true),
      // keyCertSign
      extension('2.5.29.15', bits(Buffer.of(0x04), 2), true),
      extension('2.5.29.14', octets(keyId(publicKey))),
      extension('2.5.29.30', sequence(tagged(0, permitted), tagged(1, Buffer.concat(EVERY_ADDRESS))), true),
    ],
  })
  return { key, certificate }
}

export function issueServerCertificate(
  issuerKey: KeyObject,
  issuerPublicKey: KeyObject,
  hosts: readonly string[],
  notAfter: Date,
): Certified {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = writeCertificate({
    subject: 'LINE (emulated)',
    publicKey,
    issuer: AUTHORITY_NAME,
    issuerKey,
    notBefore: new Date(Date.now() - CLOCK_TOLERANCE_MS),
    notAfter,
    extensions: [
      extension('2.5.29.19', sequence(), true),
      // digitalSignature
      extension('2.5.29.15', bits(Buffer.of(0x80), 7), true),
      // serverAuth
      extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
      extension('2.5.29.17', sequence(...hosts.map(dnsName))),
      extension('2.5.29.14', octets(keyId(publicKey))),
      extension('2.5.29.35', sequence(tagged(0, keyId(issuerPublicKey), true))),
    ],
  })
  return { key, certificate }
}

export function toPem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
