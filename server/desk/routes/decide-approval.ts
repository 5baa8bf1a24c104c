import type { DeskAnswer } from '#contract/desk-calls.ts'
import { auditHead } from '#server/audit/log.ts'
import { publishHead } from '#server/audit/published-head.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { actionRow } from '../actions.ts'
import { listApprovals } from '../approval-list.ts'
import { aboutOf, recordedInput, toldOf } from '../approval-records.ts'
import { approvalOf, decideApproval, inputOf } from '../approvals.ts'
import type { DeskHandler } from '../handler.ts'
import { changeIn } from '../managers.ts'
import { named, tellManagers } from '../notices.ts'
import { personOf } from '../people.ts'

export const handler: DeskHandler<'decideApproval'> = async ({
  db,
  deps,
  params,
  body,
  caller,
  now,
  audit,
  prepared,
}) => {
  const input = inputOf(await approvalOf(db, params.id))
  const { run, publishesHead } = actionRow(input)
  const state = body.approve ? (run ? 'done' : 'approved') : 'refused'
  if (!prepared && deps.work.of(params.id)) throw new DrawRefusal('STEP_RUNNING')
  const request = await decideApproval(db, caller.person, params.id, { state, now })
  const change = await changeIn(db, input)
  const given = { now, prepared, request: { ...request, decidedBy: caller.person.id } }
  const { result, invitation = null } =
    run && state === 'done' ? await run(db, input, deps, given) : { result: {} }
  if (change) {
    const askedBy = named(await personOf(db, request.asked_by))
    const detail = { ...change, isApproved: body.approve, by: named(caller.person), askedBy }
    await tellManagers(db, { kind: 'manager-decided', detail }, toldOf(input, { now, random: deps.random }))
  }
  await audit(`desk ${body.approve ? 'approve' : 'refuse'}`, {
    approval: params.id,
    ...aboutOf(input),
    input: recordedInput(input),
    result,
  })
  if (state === 'done' && publishesHead) await publishHead(db, await auditHead(db))
  return { ...(await listApprovals(db, deps, caller.person, now)), invitation: shown(invitation) }
}

const shown = (invitation: DeskAnswer<'decideApproval'>['invitation']) =>
  invitation && { name: invitation.name, token: invitation.token, expiresAt: invitation.expiresAt }
