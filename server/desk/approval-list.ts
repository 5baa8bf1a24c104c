import type { DeskAction } from '#contract/desk/approvals.ts'
import { APPROVAL_MS } from '#contract/desk/limits.ts'
import { may } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { Db } from '#server/store/tables.ts'
import { inputOf } from './approvals.ts'
import type { DeskDeps } from './deps.ts'
import { personIn } from './managers.ts'
import type { Person } from './people.ts'

/** Number of newest requests to list, in addition to any older open ones. */
const SHOWN = 100

const WAITING_MAX = 1000

export async function listApprovals(
  db: Db,
  { work }: DeskDeps,
  person: Person,
  now: number,
): Promise<DeskAnswer<'approvals'>> {
  let query = db
    .selectFrom('desk_approval')
    .innerJoin('desk_person as asker', 'asker.id', 'desk_approval.asked_by')
    .leftJoin('desk_person as decider', 'decider.id', 'desk_approval.decided_by')
    .selectAll('desk_approval')
    .select(['asker.name as asker_name', 'decider.name as decider_name'])
    .orderBy('desk_approval.id', 'desc')
  if (!may(person.role, 'approve')) query = query.where('desk_approval.asked_by', '=', person.id)
  const newest = await query.limit(SHOWN).execute()
  const waiting = await query
    .where('desk_approval.state', 'in', ['asked', 'approved'])
    .where('desk_approval.asked_at', '>', now - APPROVAL_MS)
    .where('desk_approval.id', '<', newest.at(-1)?.id ?? '')
    .where('desk_approval.expires_at', '>', now)
    .limit(WAITING_MAX)
    .execute()
  const rows = [...newest, ...waiting].map(row => ({ ...row, input: inputOf(row) }))
  const people = await peopleIn(db, rows)
  return {
    approvals: rows.map(row => ({
      id: row.id,
      input: row.input,
      person: people.get(personIn(row.input)) ?? null,
      askedBy: { id: row.asked_by, name: row.asker_name },
      askedAt: row.asked_at,
      expiresAt: row.expires_at,
      state: ['asked', 'approved'].includes(row.state) && now >= row.expires_at ? 'expired' : row.state,
      decidedBy:
        row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name ?? row.decided_by },
      decidedAt: row.decided_at,
      progress: work.of(row.id),
    })),
  }
}

async function peopleIn(db: Db, rows: readonly { readonly input: DeskAction }[]) {
  const ids = new Set(rows.flatMap(({ input }) => personIn(input) ?? []))
  if (ids.size === 0) return new Map()
  const people = await db
    .selectFrom('desk_person')
    .select(['id', 'name', 'role', 'state'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(people.map(({ id, ...person }) => [id, person] as const))
}
