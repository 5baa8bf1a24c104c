import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { CHANNEL_ID, emulated, get } from './kit.ts'

async function verified(variant: string | null) {
  const { emulator, clock } = await emulated()
  emulator.control.patch({ tokens: { idTokenVariant: variant } })
  const issued = await emulator.control.token({})
  const keys = await (await get(emulator, 'https://api.line.me/oauth2/v2.1/certs')).json()
  return jwtVerify(issued.ok ? (issued.value.idToken ?? '') : '', createLocalJWKSet(keys), {
    issuer: 'https://access.line.me',
    audience: CHANNEL_ID,
    algorithms: ['ES256'],
    currentDate: new Date(clock.now),
  })
}

test('an ID token without a defect is valid', async () =>
  expect((await verified(null)).payload.aud).toBe(CHANNEL_ID))

test.each([
  ['badAlg', 'ERR_JOSE_ALG_NOT_ALLOWED'],
  ['badKid', 'ERR_JWKS_NO_MATCHING_KEY'],
  ['badSig', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  ['badIss', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['badAud', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['expired', 'ERR_JWT_EXPIRED'],
  ['garbage', 'ERR_JWS_INVALID'],
  ['badPayload', 'ERR_JWT_INVALID'],
])(
  'an ID token with the defect %s is refused for that defect',
  async (variant, code) => await expect(verified(variant)).rejects.toMatchObject({ code }),
)
