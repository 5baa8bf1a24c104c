import { changeReceipt, requireReceipt, withdrawReceipt } from '#server/campaign/receipts/change.ts'
import { receiptRows, showReceipt, showReceipts } from '#server/campaign/receipts/read.ts'
import { sendReceipt } from '#server/campaign/receipts/send.ts'
import type { Handlers } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { versionOf } from '#server/http/if-match.ts'
import { cursorOf, nextLink, placeOf } from '#server/http/paging.ts'

type Names = 'createReceipt' | 'receiptHistory' | 'getReceipt' | 'updateReceipt' | 'deleteReceipt'

/** Sending receipts, looking at them, correcting and withdrawing them. */
export const receiptHandlers: Handlers<Names> = {
  async createReceipt({ db, caller, body, now }) {
    const { id, ...fields } = body
    return showReceipt(db, await sendReceipt(db, caller.customerId, id, fields, now))
  },

  async receiptHistory({ db, caller, query }) {
    const { limit, status } = query
    const rows = await receiptRows(db, caller.customerId, { place: placeOf(query.cursor), limit, status })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next =
      rows.length > limit && last
        ? nextLink('/api/receipt/customerHistory', {
            cursor: cursorOf({ at: last.created_at, id: last.id }),
            limit: String(limit),
            ...(status ? { status } : {}),
          })
        : {}
    return withEtag(await showReceipts(db, page), next)
  },

  async getReceipt({ db, caller, params }) {
    return showReceipt(db, await requireReceipt(db, caller.customerId, params.id))
  },

  async updateReceipt({ db, caller, params, body, headers, now }) {
    const change = { fields: body, ifVersion: versionOf(headers) }
    return showReceipt(db, await changeReceipt(db, caller.customerId, params.id, change, now))
  },

  async deleteReceipt({ db, caller, params, now }) {
    await withdrawReceipt(db, caller.customerId, params.id, now)
    return { id: params.id, status: 'void' }
  },
}
