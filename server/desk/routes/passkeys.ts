import type { DeskHandler } from '../handler.ts'
import { passkeysOf } from '../own-passkeys.ts'

export const handler: DeskHandler<'passkeys'> = async ({ db, caller }) => passkeysOf(db, caller.person.id)
