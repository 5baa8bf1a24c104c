import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { currentDraw, type DrawRow } from '#server/draw/current.ts'
import { formulaOfDraw, hashList, sealedTickets } from '#server/draw/entries.ts'
import { createRanking } from '#server/draw/ranking.ts'
import { commitmentOf, seedOf } from '#server/draw/scheme.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { update } from './rows.ts'

/**
 * Simulates an insider with access to the database, the program and the beacon, who makes a chosen customer win and
 * leaves consistent data.
 */

const nothing = () => undefined

/** Returns the customer whom the draw would now rank first. */
async function firstOf(db: Db, draw: DrawRow, beacon: string): Promise<string | undefined> {
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  const seed = seedOf(draw.secret ?? '', beacon, draw.entries_hash ?? '')
  const ranking = createRanking(seed, seats + reserves, await formulaOfDraw(db, draw))
  const owners = new Map<string, string>()
  for await (const ticket of sealedTickets(db, draw.id)) {
    ranking.add(ticket)
    owners.set(ticket.ticketNo, ticket.customerId)
  }
  return owners.get(ranking.end()[0]?.ticketNo ?? '')
}

/** Applies a change to the draw, hashes its list of tickets again, and stores the draw with the new hash. */
async function sealAgain(db: Db, change: Partial<DrawRow> = {}): Promise<DrawRow> {
  const { draw } = await currentDraw(db)
  const changed = { ...draw, ...change }
  const list = await hashList(db, changed, nothing)
  const sealed = { ...changed, entries_hash: list.entriesHash, entries_count: list.entriesCount }
  await update({ db }, 'draw', sealed, { id: draw.id })
  return sealed
}

/**
 * Removes other customers' tickets from the sealed list one by one until the chosen customer is first. Then rewrites
 * the audit log.
 */
export async function removeTicketsUntilFirst(db: Db, chosen: string, beacon: string): Promise<void> {
  const { draw } = await currentDraw(db)
  const others = await db
    .selectFrom('draw_entry')
    .selectAll()
    .where('customer_id', '<>', chosen)
    .orderBy('ticket_id')
    .execute()
  for (const entry of others) {
    const same = db.deleteFrom('draw_entry').where('ticket_id', '=', entry.ticket_id)
    await same.where('draw_id', '=', draw.id).execute()
    if ((await firstOf(db, await sealAgain(db), beacon)) === chosen) return rewriteAudit(db)
  }
  throw new Error('the chosen customer is never first')
}

/**
 * Tries other secrets, with their commitments, until the chosen customer is first. Then rewrites the audit log. The
 * tickets stay as they are.
 */
export async function changeSecretUntilFirst(db: Db, chosen: string, beacon: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const secret = sha256Hex(`secret ${attempt}`)
    const draw = await sealAgain(db, { secret, commitment: commitmentOf(secret) })
    if ((await firstOf(db, draw, beacon)) === chosen) return rewriteAudit(db)
  }
  throw new Error('the chosen customer is never first')
}

/**
 * Writes the draw's current hashes into the audit entries of its commands, and recomputes the audit log's whole hash
 * chain.
 */
async function rewriteAudit(db: Db): Promise<void> {
  const { draw } = await currentDraw(db)
  let previous = '0'.repeat(64)
  for (const row of await db.selectFrom('audit').selectAll().orderBy('seq').execute()) {
    const detail = JSON.parse(row.detail)
    if (row.action === 'draw commit') detail.commitment = draw.commitment
    if (row.action === 'draw seal') {
      detail.entriesHash = draw.entries_hash
      detail.entriesCount = draw.entries_count
    }
    const { seq, at, actor, action } = row
    const text = canonicalJson(detail)
    const hash = sha256Hex(canonicalJson([seq, at, actor, action, text, previous]))
    await update({ db }, 'audit', { detail: text, previous_hash: previous, hash }, { seq })
    previous = hash
  }
}
