import { createHash } from 'node:crypto'

/** Java requires a password, although the file contains only public certificates. */
export const TRUSTSTORE_PASSWORD = 'changeit'

const MAGIC = 0xfeedfeed
const VERSION = 2
const TRUSTED_CERTIFICATE = 2

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Same as Java's `DataOutput.writeUTF`, but for ASCII only. */
function utf(text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([length, Buffer.from(text, 'ascii')])
}

export function javaTruststore(certificates: readonly string[]): Buffer {
  const entries = certificates.flatMap((text, at) => {
    const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64')
    const created = Buffer.alloc(8)
    return [int(TRUSTED_CERTIFICATE), utf(`root-${at}`), created, utf('X.509'), int(der.length), der]
  })
  const store = Buffer.concat([int(MAGIC), int(VERSION), int(certificates.length), ...entries])
  // The JKS checksum is the SHA-1 of the password in UTF-16, a fixed phrase, and the content.
  const digest = createHash('sha1')
    .update(Buffer.from(TRUSTSTORE_PASSWORD, 'utf16le').swap16())
    .update('Mighty Aphrodite')
    .update(store)
    .digest()
  return Buffer.concat([store, digest])
}
