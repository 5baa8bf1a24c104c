import { isoOf } from '#contract/time.ts'
import type { Handler } from '#server/handler.ts'
import { createExportLink } from '#server/identity/export-link.ts'

export const handler: Handler<'createExport'> = async ({ db, caller, now }) => {
  const link = await createExportLink(db, caller.sessionId, now)
  return { path: `/api/customer/export/${link.text}`, expiresAt: isoOf(link.expiresAt) }
}
