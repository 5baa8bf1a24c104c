import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOrNull } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'

/** Omits the winners and the secret until the announcement. */
export const handler: Handler<'draw'> = async ({ db, params, now }) => {
  const draw = await db.selectFrom('draw').selectAll().where('id', '=', params.id).executeTakeFirst()
  if (!draw) throw new ApiError('NOT_FOUND')
  const campaign = await readCampaign(db)
  const announced = draw.state === 'run' && campaign.announced_at !== null && campaign.announced_at <= now
  const winners = announced
    ? await db
        .selectFrom('draw_winner')
        .leftJoin('ticket', 'ticket.id', 'draw_winner.ticket_id')
        .select(['draw_winner.masked_name', 'draw_winner.ticket_id', 'draw_winner.rank', 'ticket.no'])
        .where('draw_winner.draw_id', '=', draw.id)
        .where(eb =>
          eb.or([eb('draw_winner.reserve', '=', 0), eb('draw_winner.promoted_at', 'is not', null)]),
        )
        .orderBy('draw_winner.rank')
        .execute()
    : []
  return {
    id: draw.id,
    state: announced ? 'announced' : draw.state,
    // Showing the method would reveal that the draw has already run.
    method: announced ? draw.method : null,
    prizes: prizesOf(draw.prizes).map(prize => ({ ...prize })),
    committedAt: isoOrNull(draw.committed_at),
    commitment: draw.commitment,
    beaconSource: draw.beacon_source,
    beaconAt: isoOrNull(draw.beacon_at),
    beacon: draw.beacon ?? draw.beacon_source,
    sealedAt: isoOrNull(draw.sealed_at),
    entriesHash: draw.entries_hash,
    entriesCount: draw.entries_count,
    ...(announced && draw.secret !== null ? { secret: draw.secret } : {}),
    ...(announced && draw.audit_seq !== null && draw.audit_hash !== null
      ? { auditHead: { seq: draw.audit_seq, hash: draw.audit_hash } }
      : {}),
    winners: winners.map(row => ({
      name: row.masked_name,
      ticketNo: row.ticket_id,
      number: row.no === null ? null : ticketNumberOf(campaign.ticket_prefix, row.no),
      rank: row.rank,
    })),
  }
}
