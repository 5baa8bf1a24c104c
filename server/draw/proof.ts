import { open } from 'node:fs/promises'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOrNull } from '#contract/time.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import type { Db } from '#server/store/tables.ts'
import { currentDraw } from './current.ts'
import { sealedTickets } from './entries.ts'
import { DrawRefusal } from './refusal.ts'
import { entryText, FORMATS, schemeText } from './scheme.ts'
import type { DrawProgress } from './seal.ts'

/** Number of tickets written at a time. */
const CHUNK = 10_000

/**
 * Writes everything needed to recompute the draw to a JSON file. The tickets are at the end, one per line, so that a
 * list of millions can be read line by line. Before the draw has run, the file contains the list without the secret;
 * after a draw by hand, the list and the drawn tickets.
 */
export async function writeProof(db: Db, path: string, progress: DrawProgress) {
  const { campaign, draw } = await currentDraw(db)
  if (draw.state !== 'sealed' && draw.state !== 'run')
    throw new DrawRefusal(`The draw has no sealed list yet (state: ${draw.state}).`)
  const includesSecret = draw.state === 'run' && draw.method === 'seed'
  const winners = await drawnTickets(db, draw.id, campaign.ticket_prefix)
  const numbered = await isNumbered(db, draw.id)
  const head = {
    format: FORMATS[numbered ? 1 : 0],
    scheme: schemeText(numbered),
    drawId: draw.id,
    method: draw.method,
    prizes: prizesOf(draw.prizes),
    committedAt: isoOrNull(draw.committed_at),
    commitment: draw.commitment,
    beaconSource: draw.beacon_source,
    beaconAt: isoOrNull(draw.beacon_at),
    sealedAt: isoOrNull(draw.sealed_at),
    entriesCount: draw.entries_count,
    entriesHash: draw.entries_hash,
    ...(includesSecret ? { beacon: draw.beacon, secret: draw.secret } : {}),
    winners: winners.filter(one => !one.reserve).map(one => one.shown),
    reserves: winners.filter(one => one.reserve).map(one => one.shown),
  }
  progress.begin(draw.entries_count ?? 0)
  const file = await open(path, 'w', 0o644)
  try {
    const text = JSON.stringify(head, null, 1)
    await file.write(`${text.slice(0, text.lastIndexOf('\n'))},\n "tickets": [`)
    let lines: string[] = []
    let count = 0
    const flush = async () => {
      await file.write(lines.join(''))
      progress.step(lines.length)
      lines = []
    }
    for await (const entry of sealedTickets(db, draw.id)) {
      lines.push(`${count === 0 ? '' : ','}\n"${entryText(entry)}"`)
      count += 1
      if (lines.length >= CHUNK) await flush()
    }
    await flush()
    await file.write('\n]}\n')
    return {
      drawId: draw.id,
      tickets: count,
      holds: includesSecret ? 'proof' : draw.state === 'run' ? 'winners' : 'list',
    } as const
  } finally {
    await file.close()
  }
}

/** True if the sealed list contains the ticket numbers. */
async function isNumbered(db: Db, drawId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('draw_entry')
    .select('no')
    .where('draw_id', '=', drawId)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined && entry.no !== null
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
