import { winnerDetails } from '#server/winners/details.ts'
import { winnersPage } from '#server/winners/list.ts'
import { prizeReceipt } from '#server/winners/receipt.ts'
import { recordView } from '../customers/views.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers } from '../handler.ts'

export const winnersHandlers = {
  winners: async ({ db, now, query: { prize, show, after } }) => {
    const page = await winnersPage(db, { prize, show, after: Number(after ?? 0) }, now)
    const prizes = page.prizes.map(({ key, titleTh, titleEn }) => ({
      key,
      title: { th: titleTh, en: titleEn },
    }))
    return { ...page, prizes }
  },

  winner: async call => {
    const { db, now, params } = call
    const found = await winnerDetails(db, params.id, now)
    if (!found) throw new DeskError('NOT_FOUND')
    await recordView(call, params.id)
    const { winner, phone, label } = found
    return { winner, phone, label }
  },

  prizeReceipt: async ({ db, now, params, body, audit }) => {
    const found = await winnerDetails(db, params.id, now)
    if (!found) throw new DeskError('NOT_FOUND')
    const page = prizeReceipt({ ...found.winner, ...found }, body.language)
    await audit('desk winners receipt', { customerId: params.id })
    return new Response(page, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': `attachment; filename="prize-${found.winner.rank}.html"`,
      },
    })
  },
} satisfies Partial<DeskHandlers>
