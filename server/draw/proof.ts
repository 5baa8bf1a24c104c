import { open } from 'node:fs/promises'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOrNull } from '#contract/time.ts'
import { auditHead } from '#server/audit/log.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import type { Db } from '#server/store/tables.ts'
import { currentDraw } from './current.ts'
import { formulaOfDraw, sealedTickets } from './entries.ts'
import { DrawRefusal } from './refusal.ts'
import { entryText, formatOf, schemeText } from './scheme.ts'
import type { DrawProgress } from './seal.ts'

const CHUNK = 10_000

/**
 * Returns everything needed to recompute the draw, as pieces of a JSON file. The tickets come
 * last, one per line, so that a list of millions can be read line by line. The secret is included
 * only after a computed draw.
 */
export async function proofOf(db: Db) {
  const { campaign, draw } = await currentDraw(db)
  if (draw.state !== 'sealed' && draw.state !== 'run')
    throw new DrawRefusal('NO_SEALED_LIST', { state: draw.state })
  const includesSecret = draw.state === 'run' && draw.method === 'seed'
  const winners = await drawnTickets(db, draw.id, campaign.ticket_prefix)
  const formula = await formulaOfDraw(db, draw)
  const head = {
    format: formatOf(formula),
    scheme: schemeText(formula),
    drawId: draw.id,
    method: draw.method,
    ...(draw.sealed_for === null ? {} : { sealedFor: draw.sealed_for }),
    prizes: prizesOf(draw.prizes),
    committedAt: isoOrNull(draw.committed_at),
    commitment: draw.commitment,
    beaconSource: draw.beacon_source,
    beaconAt: isoOrNull(draw.beacon_at),
    sealedAt: isoOrNull(draw.sealed_at),
    entriesCount: draw.entries_count,
    entriesHash: draw.entries_hash,
    ...(draw.time_stamp === null ? {} : { timeStamp: draw.time_stamp }),
    ...(includesSecret ? { beacon: draw.beacon, secret: draw.secret } : {}),
    winners: winners.filter(one => !one.reserve).map(one => one.shown),
    reserves: winners.filter(one => one.reserve).map(one => one.shown),
    auditHead: await auditHead(db),
  }
  const holds = includesSecret ? 'proof' : draw.state === 'run' ? 'winners' : 'list'
  return {
    drawId: draw.id,
    tickets: draw.entries_count ?? 0,
    holds,
    pieces: piecesOf(db, draw.id, head),
  } as const
}

async function* piecesOf(
  db: Db,
  drawId: string,
  head: object,
): AsyncGenerator<readonly [text: string, tickets: number]> {
  const text = JSON.stringify(head, null, 1)
  yield [`${text.slice(0, text.lastIndexOf('\n'))},\n "tickets": [`, 0]
  let lines: string[] = []
  let isFirst = true
  for await (const entry of sealedTickets(db, drawId)) {
    lines.push(`${isFirst ? '' : ','}\n"${entryText(entry)}"`)
    isFirst = false
    if (lines.length < CHUNK) continue
    yield [lines.join(''), lines.length]
    lines = []
  }
  yield [`${lines.join('')}\n]}\n`, lines.length]
}

export async function writeProof(db: Db, path: string, progress: DrawProgress) {
  const { pieces, ...proof } = await proofOf(db)
  progress.begin(proof.tickets)
  const file = await open(path, 'w', 0o644)
  try {
    let tickets = 0
    for await (const [text, count] of pieces) {
      await file.write(text)
      progress.step(count)
      tickets += count
    }
    return { ...proof, tickets }
  } finally {
    await file.close()
  }
}

async function drawnTickets(db: Db, drawId: string, prefix: string) {
  const rows = await db
    .selectFrom('draw_winner')
    .leftJoin('draw_entry', join =>
      join
        .onRef('draw_entry.draw_id', '=', 'draw_winner.draw_id')
        .onRef('draw_entry.ticket_id', '=', 'draw_winner.ticket_id'),
    )
    .select(['draw_winner.rank', 'draw_winner.ticket_id as ticketNo', 'draw_winner.reserve', 'draw_entry.no'])
    .where('draw_winner.draw_id', '=', drawId)
    .orderBy('draw_winner.rank')
    .execute()
  return rows.map(({ rank, ticketNo, reserve, no }) => ({
    reserve: reserve === 1,
    shown: { rank, ticketNo, ...(no === null ? {} : { number: ticketNumberOf(prefix, no) }) },
  }))
}
