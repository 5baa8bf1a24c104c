import { Readable } from 'node:stream'
import { campaignLink } from '#contract/campaign-link.ts'
import { DRAWN_MAX, TICKET_TEXT_MAX } from '#contract/desk/limits.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { prizeAt, prizesOf } from '#server/campaign/prizes.ts'
import { QuoteError } from '#server/data/csv.ts'
import { currentDraw } from '#server/draw/current.ts'
import { type DrawnTicket, previewImport } from '#server/draw/import.ts'
import { maskedName } from '#server/draw/masked-name.ts'
import { proofOf } from '#server/draw/proof.ts'
import { namesOf } from '#server/draw/record-winners.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { drawStatus } from '#server/draw/status.ts'
import { NoTicketColumn, readDrawnTickets } from '#server/exports/read-slips.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskHandlers } from '../handler.ts'

export const drawHandlers = {
  draw: async ({ db, deps, now }) => {
    const liffId = deps.messaging?.liffId
    const publicPage = liffId === undefined ? null : campaignLink(liffId, '/watingAnouncer')
    const current = deps.work.current()
    const running = current && { action: current.action, done: current.done, total: current.total }
    return { ...(await drawStatus(db, now, deps.timeStamper !== null)), publicPage, running }
  },

  drawProof: async ({ db, now }) => {
    const { announced_at } = await readCampaign(db)
    const { holds, pieces } = await proofOf(db)
    if (holds !== 'list' && (announced_at === null || now < announced_at))
      throw new DrawRefusal('PROOF_IS_SECRET')
    const body = Readable.toWeb(Readable.from(texts(pieces)))
    // Node and the DOM have different types for ReadableStream.
    return new Response(body as unknown as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${holds === 'list' ? 'list' : 'draw'}.json"`,
      },
    })
  },

  previewDrawImport: ({ db, body }) => importPreview(db, body.csv),
} satisfies Partial<DeskHandlers>

async function* texts(pieces: AsyncIterable<readonly [text: string, tickets: number]>) {
  for await (const [text] of pieces) yield Buffer.from(text)
}

type Preview = DeskAnswer<'previewDrawImport'>

/** Previews the import of a file with hand-drawn tickets. Throws DrawRefusal if the draw does not allow an import. */
async function importPreview(db: Db, csv: string): Promise<Preview> {
  const tickets = readFile(csv)
  if (typeof tickets === 'string') return { unreadable: tickets, seats: 0, reserves: 0, lines: [] }
  const { seats, reserves, lines } = await previewImport(db, tickets)
  const prizes = prizesOf((await currentDraw(db)).draw.prizes)
  const names = await namesOf(
    db,
    lines.flatMap(line => line.drawn ?? []),
  )
  let rank = 0
  return {
    unreadable: null,
    seats,
    reserves,
    lines: lines.map(({ line, ticketNo, drawn, problem }) => {
      if (problem !== null) {
        const before = problem.code === 'twice' ? problem.before : null
        return { line, ticketNo, name: null, prize: null, problem: { code: problem.code, before } }
      }
      rank += 1
      const row = names.get(drawn.customerId)
      const prize = prizeAt(prizes, rank)
      return {
        line,
        ticketNo,
        name: maskedName(row?.first_name ?? null, row?.last_name ?? null),
        prize: prize === null ? null : { th: prize.titleTh, en: prize.titleEn },
        problem: null,
      }
    }),
  }
}

function readFile(csv: string): readonly DrawnTicket[] | NonNullable<Preview['unreadable']> {
  try {
    const tickets = readDrawnTickets(csv)
    if (tickets.length > DRAWN_MAX) return 'too-many'
    return tickets.some(({ ticketNo }) => ticketNo.length > TICKET_TEXT_MAX) ? 'too-long' : tickets
  } catch (error) {
    if (error instanceof NoTicketColumn) return 'no-column'
    if (error instanceof QuoteError) return 'quotes'
    throw error
  }
}
