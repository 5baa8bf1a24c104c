import { SignedData } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { bytesWithin } from '#server/bytes-within.ts'
import type { Random } from '#server/random.ts'

/**
 * RFC 3161 timestamps: an authority signs that it has seen a hash at a certain time. The server stores the authority's
 * complete reply, as other programs expect, and does not check the signature, because those who verify the draw must
 * choose whom to trust (`server/draw/verify-stamp.ts`).
 */

type TimeStamp = { readonly token: string; readonly at: number }

/** Requests a timestamp for a SHA-256 hash in hexadecimal. Rejects with the reason if this fails. */
export type TimeStamper = (hash: string) => Promise<TimeStamp>

const SHA256 = '2.16.840.1.101.3.4.2.1'
const NONCE_BYTES = 8
const TIMEOUT_MS = 10_000
/** A reply with a certificate chain is about 6,000 bytes long. */
const MAX_REPLY_BYTES = 64 * 1024

/** Only the operator sets the URL, and redirects are not followed. */
export const createTimeStamper =
  (url: string, random: Random): TimeStamper =>
  async hash => {
    const nonce = nonceOf(random)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query' },
      body: requestFor(hash, nonce),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      // The error message of a failed request can contain the URL, which may contain a key.
      throw new Error(
        error instanceof Error && error.name === 'TimeoutError'
          ? 'the authority did not answer in time'
          : 'the authority cannot be reached',
      )
    })
    const bytes = await bytesOf(response)
    const stamp = readTimeStamp(bytes)
    if (stamp.hash !== hash) throw new Error('the reply is for another hash')
    if (stamp.nonce === null || !stamp.nonce.equals(nonce))
      throw new Error('the reply is for another request')
    return { token: bytes.toString('base64'), at: stamp.at }
  }

/** Returns a positive DER INTEGER (first bit 0) without a leading zero byte. */
function nonceOf(random: Random): Buffer {
  const nonce = Buffer.from(random.bytes(NONCE_BYTES))
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
  return nonce
}

function requestFor(hash: string, nonce: Buffer): ArrayBuffer {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    hashedMessage: new OctetString(Buffer.from(hash, 'hex')),
  })
  // The reply must contain the authority's certificate, so that the timestamp can be verified later.
  return AsnConvert.serialize(
    new TimeStampReq({ messageImprint, nonce: new Uint8Array(nonce).buffer, certReq: true }),
  )
}

async function bytesOf(response: Response): Promise<Buffer> {
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`the authority answered with status ${response.status}`)
  }
  return bytesWithin(response, MAX_REPLY_BYTES)
}

type ReadStamp = { readonly hash: string; readonly at: number; readonly nonce: Buffer | null }

/** Does not check the signature. Throws if the reply has no timestamp of a SHA-256 hash. */
export function readTimeStamp(reply: Uint8Array): ReadStamp {
  const { status, timeStampToken } = parsed(reply, TimeStampResp)
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || !timeStampToken)
    throw new Error(`the authority refused the request (status ${status.status})`)
  const content = parsed(timeStampToken.content, SignedData).encapContentInfo.eContent?.single
  if (!content) throw new Error('the reply has no time stamp')
  const { messageImprint, genTime, nonce } = parsed(content.buffer, TSTInfo)
  if (messageImprint.hashAlgorithm.algorithm !== SHA256)
    throw new Error('the reply is for another kind of hash')
  return {
    hash: Buffer.from(messageImprint.hashedMessage.buffer).toString('hex'),
    at: genTime.getTime(),
    nonce: nonce ? Buffer.from(nonce) : null,
  }
}

function parsed<T>(bytes: ArrayBuffer | Uint8Array, type: new () => T): T {
  try {
    return AsnConvert.parse(bytes, type)
  } catch {
    throw new Error('the reply is not a time stamp')
  }
}
