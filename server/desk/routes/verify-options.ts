import type { DeskHandler } from '../handler.ts'
import { requestOptions } from '../passkeys.ts'

export const handler: DeskHandler<'verifyOptions'> = async ({ db, deps, now, caller }) => ({
  options: await requestOptions(db, deps, { personId: caller.person.id, now }),
})
