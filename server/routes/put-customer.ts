import type { Handler } from '#server/handler.ts'
import { versionOf } from '#server/http/if-match.ts'
import { updateCustomer } from '#server/identity/update.ts'

export const handler: Handler<'putCustomer'> = async ({ db, caller, body, headers, now }) =>
  updateCustomer(db, caller.customerId, body, { ifVersion: versionOf(headers), now })
