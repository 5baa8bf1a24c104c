import { winnerDetails } from '#server/winners/details.ts'
import { prizeReceipt } from '#server/winners/receipt.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'prizeReceipt'> = async ({ db, now, params, body, audit }) => {
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
}
