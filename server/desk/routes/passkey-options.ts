import type { DeskHandler } from '../handler.ts'
import { creationOptions } from '../passkeys.ts'

export const handler: DeskHandler<'passkeyOptions'> = async ({ db, deps, now, caller }) => ({
  options: await creationOptions(db, deps, caller.person, { purpose: 'passkey', now }),
})
