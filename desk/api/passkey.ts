import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from './call.ts'
import { runCeremony } from './passkey-error.ts'

type Me = DeskAnswer<'me'>
type Ceremony = Record<string, unknown>

async function create(options: Ceremony): Promise<Ceremony> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { rp, timeout = Number.POSITIVE_INFINITY } = optionsJSON
  const made = await runCeremony({ host: rp.id ?? '', timeout }, () => startRegistration({ optionsJSON }))
  return made as unknown as Ceremony
}

async function use(options: Ceremony): Promise<Ceremony> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { rpId = '', timeout = Number.POSITIVE_INFINITY } = optionsJSON
  const used = await runCeremony({ host: rpId, timeout }, () => startAuthentication({ optionsJSON }))
  return used as unknown as Ceremony
}

/** Rejects if the person cancels the prompt or the server refuses the sign-in. */
export async function signIn(): Promise<Me> {
  const { options } = await call('signInOptions')
  return call('signIn', { body: { response: await use(options) } })
}

/** Asks for the passkey again. Demo users do not have a passkey, so they sign in again. */
export async function verify(me: Me): Promise<Me> {
  if (me.demo) return call('demoSignIn', { body: { personId: me.id } })
  const { options } = await call('verifyOptions')
  return call('verify', { body: { response: await use(options) } })
}

/**
 * Accepts an invitation with a new passkey. Requests new options, because the page's may have expired; this also checks
 * the code.
 */
export async function acceptInvitation(token: string, code: string | null): Promise<Me> {
  const given = { token, ...(code === null ? {} : { code }) }
  const { options } = await call('invitationOptions', { body: given })
  return call('acceptInvitation', { body: { ...given, response: await create(options) } })
}

export async function addPasskey(name: string): Promise<DeskAnswer<'passkeys'>> {
  const { options } = await call('passkeyOptions')
  return call('addPasskey', { body: { name, response: await create(options) } })
}
