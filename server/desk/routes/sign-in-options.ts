import type { DeskHandler } from '../handler.ts'
import { requestOptions } from '../passkeys.ts'

export const handler: DeskHandler<'signInOptions'> = async ({ db, deps, now }) => ({
  options: await requestOptions(db, deps, { personId: null, now }),
})
