import { hashPin } from '#server/campaign/staff-pin.ts'
import { listApprovals } from '../approval-list.ts'
import { aboutOf, recordedInput, toldOf } from '../approval-records.ts'
import { askApproval } from '../approvals.ts'
import type { DeskHandler } from '../handler.ts'
import { changeIn } from '../managers.ts'
import { named, tellManagers } from '../notices.ts'
import { newCode } from '../secrets.ts'

export const handler: DeskHandler<'askApproval'> = async ({ db, deps, body, caller, now, audit }) => {
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
}
