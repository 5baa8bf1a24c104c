import type { ActionInput } from '#contract/actions.ts'
import type { DeskAction } from '#contract/approvals.ts'
import type { ApprovalEffect } from '#contract/desk/approval-effects.ts'
import { APPROVAL_MS } from '#contract/desk/limits.ts'
import { may } from '#contract/desk/roles.ts'
import type { DeskBody } from '#contract/desk-calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { canonicalJson } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import type { DeskApprovalTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { requireSoundAccess, requireTwoPeople } from './access.ts'
import { approvedAction } from './actions.ts'
import { effectsOf, seenOf } from './approval-effects.ts'
import type { DeskDeps } from './deps.ts'
import { DeskError } from './errors.ts'
import { personIn, requirePossible } from './managers.ts'
import { type Person, personOf } from './people.ts'
import { actingIn } from './run-action.ts'
import type { DeskSession } from './sessions.ts'
import type { PreparedStep } from './work.ts'

/**
 * Stores a request that a second person must approve. A double click creates only one request: an identical open
 * request is returned, with its `codeHash` (for a manager's invitation) replaced. Throws FORBIDDEN if the role does not
 * allow the action, GIVER_LEFT if the person's access is not sound, and the errors of `requirePossible`.
 */
export async function askApproval(
  db: Db,
  person: Person,
  input: DeskAction,
  {
    now,
    random,
    codeHash = null,
  }: { readonly now: number; readonly random: Random; readonly codeHash?: string | null },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  if (!may(person.role, approvedAction(input).who)) throw new DeskError('FORBIDDEN')
  // Lock the person so that a second click waits for the first.
  await personOf(db, person.id)
  await requireSoundAccess(db, person)
  await requirePossible(db, input)
  const stored = canonicalJson(input)
  const open = await db
    .selectFrom('desk_approval')
    .select('id')
    .where('asked_by', '=', person.id)
    .where('input', '=', stored)
    .where('state', '=', 'asked')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (open) {
    await db.updateTable('desk_approval').set({ code_hash: codeHash }).where('id', '=', open.id).execute()
    return { id: open.id, isNew: false }
  }
  const id = uuidv7(now, random.bytes(16))
  const asked = {
    id,
    action: input.action,
    input: stored,
    asked_by: person.id,
    asked_at: now,
    expires_at: now + APPROVAL_MS,
    state: 'asked' as const,
    decided_by: null,
    decided_at: null,
    done_at: null,
    code_hash: codeHash,
  }
  await db.insertInto('desk_approval').values(asked).execute()
  return { id, isNew: true }
}

/**
 * Records the decision on a request and returns the request as it was before. Throws CHANGED if the request was already
 * decided or has expired.
 */
export async function decideApproval(
  db: Db,
  person: Person,
  id: string,
  { state, now }: { readonly state: 'approved' | 'refused' | 'done'; readonly now: number },
): Promise<DeskApprovalTable> {
  const row = await approvalOf(db, id)
  await requireDecider(db, row, person, { state, now })
  const decided = await db
    .updateTable('desk_approval')
    .set({ state, decided_by: person.id, decided_at: now, done_at: state === 'done' ? now : null })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (decided.numUpdatedRows === 0n) throw new DeskError('CHANGED')
  return row
}

/**
 * Throws if the person may not decide on the request: SAME_PERSON for the requester and for the person who would get
 * access, FORBIDDEN if the role does not allow the action, NEW_ACCESS if the person may not approve yet, and the errors
 * of `requireTwoPeople`.
 */
async function requireDecider(
  db: Db,
  row: DeskApprovalTable,
  person: Person,
  { state, now }: { readonly state: 'approved' | 'refused' | 'done'; readonly now: number },
): Promise<void> {
  const input = inputOf(row)
  if (row.asked_by === person.id) throw new DeskError('SAME_PERSON')
  if (!may(person.role, approvedAction(input).who)) throw new DeskError('FORBIDDEN')
  if (state === 'refused') return
  // The approval would end the approver's own sessions and close the page that shows the link.
  if (input.action === 'give-manager-access' && personIn(input) === person.id)
    throw new DeskError('SAME_PERSON')
  if (person.approves_from > now)
    throw new DeskError('NEW_ACCESS', { values: { time: person.approves_from } })
  await requireTwoPeople(db, await askerOf(db, row), person)
}

/**
 * Returns what the request would do now. Throws REFUSED with EFFECTS_CHANGED unless `seen` identifies exactly this.
 */
export async function requireSeen(
  db: Db,
  row: DeskApprovalTable,
  { seen, now }: { readonly seen: string | undefined; readonly now: number },
): Promise<readonly ApprovalEffect[]> {
  const input = inputOf(row)
  const effects = await effectsOf(db, input, { now, askedAt: row.asked_at })
  if (seen !== seenOf(input, effects)) throw new DeskError('REFUSED', { detail: 'EFFECTS_CHANGED' })
  return effects
}

/** Counts the open requests that the person may approve now. */
export async function countDecidable(db: Db, person: Person, now: number): Promise<number> {
  const rows = await db
    .selectFrom('desk_approval')
    .selectAll()
    .where('state', '=', 'asked')
    .where('asked_at', '>', now - APPROVAL_MS)
    .where('expires_at', '>', now)
    .where('asked_by', '<>', person.id)
    .limit(COUNTED_MAX)
    .execute()
  let count = 0
  for (const row of rows) if (await mayDecide(db, row, person, now)) count += 1
  return count
}

/** An exact count above this would not be more useful. */
const COUNTED_MAX = 99

async function mayDecide(db: Db, row: DeskApprovalTable, person: Person, now: number): Promise<boolean> {
  try {
    await requireDecider(db, row, person, { state: 'approved', now })
    return true
  } catch (error) {
    if (error instanceof DeskError) return false
    throw error
  }
}

/** Counts the person's approved requests whose files they can still fetch. */
export async function countFiles(db: Db, person: Person, now: number): Promise<number> {
  const rows = await db
    .selectFrom('desk_approval')
    .select('input')
    .where('state', '=', 'approved')
    .where('asked_at', '>', now - APPROVAL_MS)
    .where('expires_at', '>', now)
    .where('asked_by', '=', person.id)
    .limit(COUNTED_MAX)
    .execute()
  return rows.filter(row => approvedAction(inputOf(row)).makeFile).length
}

/** No lock is needed: a request ends together with the requester's access, and deciding on it then fails. */
const askerOf = (db: Db, { asked_by }: DeskApprovalTable): Promise<Person> =>
  db.selectFrom('desk_person').selectAll().where('id', '=', asked_by).executeTakeFirstOrThrow()

/**
 * Marks an approval as used by its requester. Throws NOT_APPROVED if the request is not approved, already used or
 * expired.
 */
export async function spendApproval(
  db: Db,
  person: Person,
  id: string,
  now: number,
): Promise<DeskApprovalTable> {
  const row = await approvalOf(db, id)
  const used = await db
    .updateTable('desk_approval')
    .set({ state: 'done', done_at: now })
    .where('id', '=', id)
    .where('asked_by', '=', person.id)
    .where('state', '=', 'approved')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw new DeskError('NOT_APPROVED')
  return row
}

/** Throws NOT_FOUND if the request does not exist. */
export async function approvalOf(db: Db, id: string): Promise<DeskApprovalTable> {
  const row = await db.selectFrom('desk_approval').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new DeskError('NOT_FOUND')
  return row
}

/** Does not validate the input, because `askApproval` stores only validated input. */
export const inputOf = (row: Pick<DeskApprovalTable, 'input'>): DeskAction =>
  JSON.parse(row.input) as DeskAction

/**
 * Prepares the draw step triggered by an approval. Returns null if the step is quick, if the decision is a refusal, or
 * if the request was already decided or has expired.
 */
export async function prepareDecision(
  deps: DeskDeps,
  caller: DeskSession,
  { id, approve, seen, now }: DeskBody<'decideApproval'> & { readonly id: string; readonly now: number },
): Promise<PreparedStep | null> {
  if (!approve) return null
  const { db } = deps
  const row = await approvalOf(db, id)
  const input = inputOf(row)
  const { prepare } = approvedAction(input)
  if (!prepare) return null
  await requireDecider(db, row, caller.person, { state: 'done', now })
  if (row.state !== 'asked' || now >= row.expires_at) return null
  await requireSeen(db, row, { seen, now })
  // Only these two actions have a long part.
  const action = input.action as 'draw-seal' | 'draw-run'
  const { progress, end } = deps.work.begin({ approval: id, action })
  try {
    const acting = { ...actingIn({ db, deps, now, caller }), progress }
    return { prepared: await prepare(acting, input as ActionInput<'sealDraw'>), progress, end }
  } catch (error) {
    end()
    throw error
  }
}
