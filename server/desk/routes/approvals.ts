import type { ActionInput } from '#contract/actions.ts'
import type { DeskAction } from '#contract/approvals.ts'
import type { ApprovalEffect } from '#contract/desk/approval-effects.ts'
import { APPROVAL_MS } from '#contract/desk/limits.ts'
import { may } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { auditHead } from '#server/audit/log.ts'
import { publishHead } from '#server/audit/published-head.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import type { DeskApprovalTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { approvedAction } from '../actions.ts'
import { effectsOf, seenOf } from '../approval-effects.ts'
import { approvalOf, askApproval, decideApproval, inputOf, requireSeen, spendApproval } from '../approvals.ts'
import type { DeskDeps } from '../deps.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers } from '../handler.ts'
import { changeIn, personIn } from '../managers.ts'
import { named, tellManagers } from '../notices.ts'
import { actorOf, type Person, personOf } from '../people.ts'
import { actingIn } from '../run-action.ts'
import { newCode } from '../secrets.ts'
import { recorded } from '../send-file.ts'

export const approvalsHandlers = {
  approvals: async ({ db, deps, caller, now }) => listApprovals(db, deps, caller.person, now),

  askApproval: async ({ db, deps, body, caller, now, audit }) => {
    const code = body.input.action === 'give-manager-access' ? newCode(deps.random) : null
    const codeHash = code === null ? null : await hashPin(code)
    const given = { now, random: deps.random, codeHash }
    const { id, isNew } = await askApproval(db, caller.person, body.input, given)
    const change = isNew ? await changeIn(db, body.input) : null
    if (change) {
      const detail = { ...change, by: named(caller.person) }
      await tellManagers(
        db,
        { kind: 'manager-asked', detail },
        toldOf(body.input, { now, random: deps.random }),
      )
    }
    if (isNew)
      await audit('desk ask', { approval: id, ...aboutOf(body.input), input: recordedInput(body.input) })
    else if (code !== null) await audit('desk new code', { approval: id })
    return { ...(await listApprovals(db, deps, caller.person, now)), code }
  },

  decideApproval: async call => {
    const { db, deps, params, body, caller, now, audit, prepared } = call
    const row = await approvalOf(db, params.id)
    const input = inputOf(row)
    const { run, publishesHead } = approvedAction(input)
    const state = body.approve ? (run ? 'done' : 'approved') : 'refused'
    if (!prepared && deps.work.of(params.id)) throw new DrawRefusal('STEP_RUNNING')
    const request = await decideApproval(db, caller.person, params.id, { state, now })
    const effects = body.approve ? await requireSeen(db, row, { seen: body.seen, now }) : []
    const change = await changeIn(db, input)
    const acting = { ...actingIn(call), request, ...(prepared && { progress: prepared.progress }) }
    const { answer: invitation, detail: result } =
      run && state === 'done'
        ? await run(acting, input as AnyInput, prepared?.prepared ?? null)
        : { answer: null, detail: {} }
    if (change) {
      const askedBy = named(await personOf(db, request.asked_by))
      const detail = { ...change, isApproved: body.approve, by: named(caller.person), askedBy }
      await tellManagers(db, { kind: 'manager-decided', detail }, toldOf(input, { now, random: deps.random }))
    }
    await audit(`desk ${body.approve ? 'approve' : 'refuse'}`, {
      approval: params.id,
      ...aboutOf(input),
      input: recordedInput(input),
      ...(effects.length > 0 && { approved: approvedNumbers(effects) }),
      result,
    })
    if (state === 'done' && publishesHead) await publishHead(db, await auditHead(db))
    return { ...(await listApprovals(db, deps, caller.person, now)), invitation }
  },

  approvedFile: async call => {
    const { db, deps, params, caller, now, audit } = call
    const request = await spendApproval(db, caller.person, params.id, now)
    const input = inputOf(request)
    const { makeFile } = approvedAction(input)
    if (!makeFile) throw new DeskError('NOT_APPROVED')
    const file = await makeFile({ ...actingIn(call), request }, input as AnyInput)
    const { name, type, detail } = file
    await audit('desk export', { approval: params.id, ...aboutOf(input), input, ...detail })
    // The rest of the work happens after the transaction, while the file is sent.
    const sent = recorded(deps, { approval: params.id, actor: actorOf(caller.person) }, file)
    const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` }
    return new Response(sent, { headers })
  },
} satisfies Partial<DeskHandlers>

/** The cast is safe, because `approvedAction` found the code for this input. */
type AnyInput = ActionInput<'sealDraw'> & ActionInput<'exportTable'>

type Told = Parameters<typeof tellManagers>[2]

/** Adds the person whose access changes to the recipients. */
function toldOf(input: DeskAction, at: Told): Told {
  const also = personIn(input)
  return also === null ? at : { ...at, also }
}

/** Returns the field by which the customer's page finds audit entries. */
const aboutOf = (input: DeskAction) => ('customerId' in input ? { customerId: input.customerId } : {})

/**
 * A file with drawn tickets can contain anything, so the audit log records only its number of lines and a hash. The
 * draw's result contains the tickets.
 */
function recordedInput(input: DeskAction): Readonly<Record<string, unknown>> {
  if (input.action !== 'draw-import') return input
  const { tickets, ...rest } = input
  return { ...rest, tickets: tickets.length, ticketsSha256: sha256Hex(canonicalJson(tickets)) }
}

/** Number of newest requests to list, in addition to any older open ones. */
const SHOWN = 100

const WAITING_MAX = 1000

async function listApprovals(
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
  const shown = new Map<string, Awaited<ReturnType<typeof shownOf>>>()
  for (const row of rows) shown.set(row.id, await shownOf(db, row, now))
  return {
    approvals: rows.map(row => ({
      ...(shown.get(row.id) ?? decided),
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

const decided = { effects: [], seen: null }

/** What an open request would do now. */
async function shownOf(
  db: Db,
  {
    input,
    ...row
  }: Pick<DeskApprovalTable, 'state' | 'asked_at' | 'expires_at'> & { readonly input: DeskAction },
  now: number,
) {
  if (row.state !== 'asked' || now >= row.expires_at) return decided
  const effects = await effectsOf(db, input, { now, askedAt: row.asked_at })
  return { effects: [...effects], seen: seenOf(input, effects) }
}

/** The audit log keeps the numbers that the approver read, but no names. */
const approvedNumbers = (effects: readonly ApprovalEffect[]) =>
  Object.fromEntries(effects.flatMap(({ kind, count }) => (count === null ? [] : [[kind, count]])))

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
