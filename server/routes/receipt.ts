import { calls } from '#contract/calls.ts'
import { changeReceipt, requireReceipt, withdrawReceipt } from '#server/campaign/receipts/change.ts'
import { receiptRows, showReceipt, showReceipts } from '#server/campaign/receipts/read.ts'
import { sendReceipt } from '#server/campaign/receipts/send.ts'
import type { Handlers } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { versionOf } from '#server/http/if-match.ts'
import { pageOf, placeOf } from '#server/http/paging.ts'

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
    const { page, headers } = pageOf(rows, calls.receiptHistory.path, query, row => ({
      at: row.created_at,
      id: row.id,
    }))
    return withEtag(await showReceipts(db, page), headers)
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
