import { knownBrowserName } from '#contract/desk/browser-name.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { passkeysOf } from '../own-passkeys.ts'
import { createPasskey } from '../passkeys.ts'

export const handler: DeskHandler<'addPasskey'> = async ({ db, deps, now, browser, caller, body, audit }) => {
  await createPasskey(db, deps, caller.person, { ...body, purpose: 'passkey', now })
  const person = named(caller.person)
  const detail = { person, passkey: body.name, browser: knownBrowserName(browser) }
  await tellManagers(db, { kind: 'passkey-added', detail }, { now, random: deps.random, also: person.id })
  await audit('desk passkey add', {}, { about: [], values: { name: body.name } })
  return passkeysOf(db, caller.person.id)
}
