import { auditHead, verifyAudit } from '#server/audit/log.ts'
import { withTexts } from '#server/audit/texts.ts'
import type { DeskHandlers } from '../handler.ts'

const PAGE = 100

export const auditHandlers = {
  audit: async ({ db, query }) => {
    let page = db
      .selectFrom('audit')
      .select(['seq', 'at', 'actor', 'action', 'detail', 'hash'])
      .orderBy('seq', 'desc')
      .limit(PAGE)
    if (query.before !== undefined) page = page.where('seq', '<', Number(query.before))
    const entries = [...(await withTexts(db, await page.execute()))]
    const last = entries.at(-1)
    return { entries, next: last && last.seq > 1 ? last.seq : null }
  },

  auditCheck: async ({ db }) => {
    const { rows, brokenAt } = await verifyAudit(db)
    return { rows, brokenAt, head: await auditHead(db) }
  },
} satisfies Partial<DeskHandlers>
