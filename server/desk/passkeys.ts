import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { MINUTE_MS } from '#contract/time.ts'
import type { DeskChallengeTable } from '#server/store/desk-tables.ts'
import { isDatabaseDown } from '#server/store/failure.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from './deps.ts'
import { DeskError } from './errors.ts'
import type { Person } from './people.ts'

export const CEREMONY_MS = 5 * MINUTE_MS

/**
 * EdDSA, ES256, and RS256, the only one that Windows Hello supports. The library's default list depends on its own
 * version and on Node's.
 */
const ALGORITHMS = [-8, -7, -257]

type Deps = Pick<DeskDeps, 'origin' | 'campaign'>
type Ceremony = Record<string, unknown>
type For = Pick<DeskChallengeTable, 'purpose' | 'person_id'>

const hostOf = ({ origin }: Deps): string => new URL(origin).hostname

/**
 * Returns the options for creating a passkey. The authenticator must verify the person (PIN, fingerprint or face).
 */
export async function creationOptions(
  db: Db,
  deps: Deps,
  person: Person,
  { purpose, now }: { readonly purpose: 'invitation' | 'passkey'; readonly now: number },
): Promise<Ceremony> {
  const existing = await db
    .selectFrom('desk_passkey')
    .select('id')
    .where('person_id', '=', person.id)
    .execute()
  const options = await generateRegistrationOptions({
    rpName: deps.campaign.th,
    rpID: hostOf(deps),
    userID: new TextEncoder().encode(person.id),
    userName: person.name,
    userDisplayName: person.name,
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CEREMONY_MS,
  })
  await keepChallenge(db, options.challenge, { purpose, person_id: person.id }, now)
  return options as unknown as Ceremony
}

/**
 * Verifies and stores a new passkey and returns its id. Throws PASSKEY_REFUSED if the response does not match the
 * challenge.
 */
export async function createPasskey(
  db: Db,
  deps: Deps,
  person: Person,
  given: {
    readonly response: Ceremony
    readonly name: string
    readonly purpose: 'invitation' | 'passkey'
    readonly now: number
  },
): Promise<string> {
  const { response, name, purpose, now } = given
  const verified = await refuseErrors(() => {
    const answer = response as unknown as RegistrationResponseJSON
    refuseFrames(answer)
    return verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge => takeChallenge(db, challenge, { purpose, person_id: person.id }, now),
      expectedOrigin: deps.origin,
      expectedRPID: hostOf(deps),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!verified.verified) throw new DeskError('PASSKEY_REFUSED')
  const { credential } = verified.registrationInfo
  const inserted = await db
    .insertInto('desk_passkey')
    .values({
      id: credential.id,
      person_id: person.id,
      name,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      created_at: now,
      used_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new DeskError('PASSKEY_REFUSED')
  return credential.id
}

/**
 * Returns the options for using a passkey. Without `personId` (sign-in), the browser offers all passkeys for this host.
 */
export async function requestOptions(
  db: Db,
  deps: Deps,
  { personId, now }: { readonly personId: string | null; readonly now: number },
): Promise<Ceremony> {
  const keys =
    personId === null
      ? []
      : await db
          .selectFrom('desk_passkey')
          .select(['id', 'transports'])
          .where('person_id', '=', personId)
          .execute()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(deps),
    userVerification: 'required',
    allowCredentials: keys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) })),
    timeout: CEREMONY_MS,
  })
  const purpose = personId === null ? 'sign-in' : 'verify'
  await keepChallenge(db, options.challenge, { purpose, person_id: personId }, now)
  return options as unknown as Ceremony
}

/** Throws PASSKEY_REFUSED if the verification fails. */
export async function checkPasskey(
  db: Db,
  deps: Deps,
  given: { readonly response: Ceremony; readonly personId: string | null; readonly now: number },
): Promise<{ readonly passkeyId: string; readonly personId: string }> {
  const { response, personId, now } = given
  const id = typeof response.id === 'string' ? response.id : ''
  const key = await db.selectFrom('desk_passkey').selectAll().where('id', '=', id).executeTakeFirst()
  if (!key || (personId !== null && key.person_id !== personId)) throw new DeskError('PASSKEY_REFUSED')
  const purpose = personId === null ? 'sign-in' : 'verify'
  const verified = await refuseErrors(() => {
    const answer = response as unknown as AuthenticationResponseJSON
    refuseFrames(answer)
    return verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge => takeChallenge(db, challenge, { purpose, person_id: personId }, now),
      expectedOrigin: deps.origin,
      expectedRPID: hostOf(deps),
      credential: {
        id: key.id,
        publicKey: Uint8Array.from(Buffer.from(key.public_key, 'base64url')),
        counter: key.counter,
        transports: JSON.parse(key.transports),
      },
      requireUserVerification: true,
    })
  })
  if (!verified.verified) throw new DeskError('PASSKEY_REFUSED')
  await db
    .updateTable('desk_passkey')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: now })
    .where('id', '=', key.id)
    .execute()
  return { passkeyId: key.id, personId: key.person_id }
}

async function keepChallenge(db: Db, challenge: string, given: For, now: number): Promise<void> {
  await db.deleteFrom('desk_challenge').where('expires_at', '<=', now).execute()
  await db
    .insertInto('desk_challenge')
    .values({ challenge, ...given, expires_at: now + CEREMONY_MS })
    .execute()
}

/**
 * Deletes a challenge. Returns false if the challenge was already used, has expired, or was made for another purpose.
 */
async function takeChallenge(db: Db, challenge: string, given: For, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('desk_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', given.purpose)
    .where('person_id', given.person_id === null ? 'is' : '=', given.person_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Throws if the passkey was used in a frame on another site. The desk's pages are never framed. */
function refuseFrames({ response }: { readonly response: { readonly clientDataJSON: string } }): void {
  if (decodeClientDataJSON(response.clientDataJSON).crossOrigin) throw new Error('a frame of another site')
}

/** Converts `@simplewebauthn/server`'s plain errors for malformed or forged responses to PASSKEY_REFUSED. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    throw new DeskError('PASSKEY_REFUSED', { detail: error instanceof Error ? error.message : 'unknown' })
  }
}
