import { listApprovals } from '../approval-list.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'approvals'> = async ({ db, deps, caller, now }) =>
  listApprovals(db, deps, caller.person, now)
