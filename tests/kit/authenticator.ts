import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Options = Readonly<Record<string, unknown>>
type Key = {
  readonly id: Buffer
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}
type Quirks = {
  /** The origin that the browser reports instead of the real one. */
  readonly origin?: string
  /** True if the browser reports that a page of another site frames this one. */
  readonly framed?: boolean
  /** False if the authenticator did not verify the user. */
  readonly verified?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

/**
 * Creates a software authenticator for one origin. It makes real ES256 keys and signatures (WebAuthn level 3,
 * attestation `none`).
 */
export function createAuthenticator(origin: string) {
  const keys: Key[] = []
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()

  const clientData = (type: string, { challenge }: Options, quirks: Quirks) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: quirks.origin ?? origin,
        crossOrigin: quirks.framed ?? false,
      }),
    )

  const authData = (key: Key, more: number, { verified = true }: Quirks) => {
    const head = Buffer.alloc(5)
    head[0] = USER_PRESENT | (verified ? USER_VERIFIED : 0) | more
    head.writeUInt32BE(key.counter, 1)
    return Buffer.concat([rpIdHash, head])
  }

  return {
    create(options: Options, quirks: Quirks = {}): Record<string, unknown> {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const user = options.user as { id: string }
      const key: Key = { id: randomBytes(32), privateKey, userHandle: user.id, counter: 0 }
      keys.push(key)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(key.id.length)
      const data = Buffer.concat([
        authData(key, HAS_KEY, quirks),
        Buffer.alloc(16),
        length,
        key.id,
        coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
      ])
      return answer(key, clientData('webauthn.create', options, quirks), {
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Signs in with the newest passkey, or the one at `index`, and returns the browser's response. */
    use(options: Options, quirks: Quirks & { readonly index?: number } = {}): Record<string, unknown> {
      const key = keys.at(quirks.index ?? -1)
      if (!key) throw new Error('the authenticator has no passkey')
      key.counter += 1
      const data = authData(key, 0, quirks)
      const client = clientData('webauthn.get', options, quirks)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer(key, client, {
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, key.privateKey).toString('base64url'),
        userHandle: key.userHandle,
      })
    },
  }
}

function answer(key: Key, client: Buffer, response: object): Record<string, unknown> {
  const id = key.id.toString('base64url')
  const clientDataJSON = client.toString('base64url')
  const kind = { type: 'public-key', clientExtensionResults: {} }
  return { id, rawId: id, ...kind, response: { clientDataJSON, ...response } }
}

/** Returns a COSE key in CBOR: a map with key type EC2, algorithm ES256, curve P-256 and the point. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ])

/** Returns an attestation object in CBOR: the map `{ fmt: "none", attStmt: {}, authData }`. */
function attestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
    ...[Buffer.from([0x59]), length, authData],
  ])
}
