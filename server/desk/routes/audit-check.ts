import { auditHead, verifyAudit } from '#server/audit/log.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'auditCheck'> = async ({ db }) => {
  const { rows, brokenAt } = await verifyAudit(db)
  return { rows, brokenAt, head: await auditHead(db) }
}
