import type { Db } from '#server/store/tables.ts'
import { verifyAudit } from './audit.ts'
import type { Check } from './checks.ts'

/** Checks the hash chain of the audit log. */
export async function auditCheck(db: Db, step?: (rows: number) => void): Promise<Check> {
  const { rows, brokenAt } = await verifyAudit(db, step)
  if (brokenAt === null)
    return { name: 'audit', level: 'ok', found: `${rows} entries, the hash chain is intact` }
  return {
    name: 'audit',
    level: 'fail',
    found: `entry ${brokenAt} of ${rows} was changed, or an entry before it is missing`,
  }
}
