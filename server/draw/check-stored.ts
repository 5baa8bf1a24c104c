import * as v from 'valibot'
import type { Db } from '#server/store/tables.ts'
import { currentDraw, type DrawRow } from './current.ts'
import { hashList } from './entries.ts'
import { DrawRefusal } from './refusal.ts'
import { rankingOf } from './run.ts'
import { commitmentOf } from './scheme.ts'

export type StoredDraw = { readonly proved: readonly string[]; readonly problems: readonly string[] }

type Step = (tickets: number) => void
/** `ok` is null if there is nothing to check yet. */
type Finding = { readonly ok: boolean | null; readonly good: string; readonly bad: string }

/**
 * Checks the stored draw: the secret against the commitment, the list against its hash, the winners against a
 * recomputation, and the commitment and the hash against the audit log.
 */
export async function checkStoredDraw(db: Db, step: Step): Promise<StoredDraw> {
  const { draw } = await currentDraw(db)
  const findings = [
    secretFinding(draw),
    await listFinding(db, draw, step),
    await winnersFinding(db, draw, step),
    await auditFinding(db, draw),
  ]
  return {
    proved: findings.filter(one => one.ok === true).map(one => one.good),
    problems: findings.filter(one => one.ok === false).map(one => one.bad),
  }
}

const secretFinding = ({ secret, commitment }: DrawRow): Finding => ({
  ok: commitment === null ? null : secret !== null && commitmentOf(secret) === commitment,
  good: 'the secret belongs to the commitment',
  bad: 'the secret does not belong to the commitment, so the promised draw cannot be run',
})

async function listFinding(db: Db, draw: DrawRow, step: Step): Promise<Finding> {
  const list = draw.entries_hash === null ? null : await hashList(db, draw, step)
  return {
    ok: list && list.entriesHash === draw.entries_hash && list.entriesCount === draw.entries_count,
    good: `the sealed list has the ${draw.entries_count} tickets and the hash that the database states`,
    bad: `the sealed list or the promise was changed: the list has ${list?.entriesCount} of ${draw.entries_count} tickets, or others`,
  }
}

async function winnersFinding(db: Db, draw: DrawRow, step: Step): Promise<Finding> {
  const isComputed = draw.state === 'run' && draw.method === 'seed'
  return {
    ok: isComputed ? await isAsComputed(db, draw, step) : null,
    good: 'the winners are those that secret, beacon and list give',
    bad: 'the winners are not those that secret, beacon and list give',
  }
}

/** Recomputes the draw and compares the winners. Returns null if the list was changed, which `listFinding` reports. */
async function isAsComputed(db: Db, draw: DrawRow, step: Step): Promise<boolean | null> {
  const places = await db
    .selectFrom('draw_winner')
    .select('ticket_id')
    .where('draw_id', '=', draw.id)
    .orderBy('rank')
    .execute()
  try {
    const ranking = await rankingOf(db, draw, draw.beacon ?? '', { begin: () => undefined, step })
    const differs = ranking.findIndex(({ ticketNo }, index) => ticketNo !== places[index]?.ticket_id)
    return differs < 0 && ranking.length === places.length
  } catch (error) {
    if (error instanceof DrawRefusal) return null
    throw error
  }
}

const recorded = v.object({
  drawId: v.string(),
  commitment: v.optional(v.string()),
  entriesHash: v.optional(v.string()),
  dryRun: v.optional(v.boolean()),
})

async function auditFinding(db: Db, draw: DrawRow): Promise<Finding> {
  const commit = await lastEntry(db, 'draw commit', draw.id)
  const seal = await lastEntry(db, 'draw seal', draw.id)
  const same =
    (commit === null || commit.commitment === draw.commitment) &&
    (seal === null || seal.entriesHash === draw.entries_hash)
  return {
    ok: commit === null && seal === null ? null : same,
    good: 'the audit log says the same',
    bad: 'the audit log has another commitment, or another hash of the list',
  }
}

async function lastEntry(db: Db, action: string, drawId: string) {
  const rows = await db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .execute()
  for (const { detail } of rows) {
    const entry = v.safeParse(recorded, JSON.parse(detail))
    if (entry.success && entry.output.drawId === drawId && !entry.output.dryRun) return entry.output
  }
  return null
}
