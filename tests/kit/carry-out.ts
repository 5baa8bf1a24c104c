import type { DeskAction } from '#contract/approvals.ts'
import { approvedAction } from '#server/desk/actions.ts'
import type { DeskDeps } from '#server/desk/deps.ts'
import type { Person } from '#server/desk/people.ts'
import { actingIn } from '#server/desk/run-action.ts'
import type { DeskSession } from '#server/desk/sessions.ts'
import type { DeskApprovalTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'

/** Carries out an approved request. Returns the id of the person who was invited, or null. */
export async function carryOut(
  at: { readonly db: Db; readonly deps: DeskDeps; readonly now: number },
  decider: Person,
  request: DeskApprovalTable,
): Promise<string | null> {
  const input = JSON.parse(request.input) as DeskAction
  const acting = { ...actingIn({ ...at, caller: { person: decider } as DeskSession }), request }
  const done = await approvedAction(input).run?.(acting, input as never, null)
  return done?.answer ? String(done.detail.person) : null
}
