import { type ApprovedActionName, approvedActions } from '#contract/actions.ts'
import type { DeskAction } from '#contract/approvals.ts'
import type { Permission } from '#contract/desk/roles.ts'
import type { Action, ActionsByName } from '#server/action.ts'
import { customerActions } from './actions/customers.ts'
import { drawActions } from './actions/draw.ts'
import { exportActions } from './actions/exports.ts'
import { messageActions } from './actions/messages.ts'
import { peopleActions } from './actions/people.ts'
import { resultActions } from './actions/results.ts'
import { setUpActions } from './actions/set-up.ts'

/** The code of every action. The compiler reports a row without code. */
export const actions = {
  ...customerActions,
  ...exportActions,
  ...drawActions,
  ...messageActions,
  ...peopleActions,
  ...resultActions,
  ...setUpActions,
} satisfies ActionsByName

/** The row and the code of any action that needs an approval. It has either `run` or `makeFile`. */
type ApprovedAction = { readonly who: Permission; readonly publishesHead: boolean } & Partial<
  Action<'sealDraw'> & Action<'exportTable'>
>

const byApproval = new Map<string, ApprovedAction>(
  Object.entries(approvedActions).map(([name, row]) => [
    row.approval,
    { ...row, ...actions[name as ApprovedActionName] } as ApprovedAction,
  ]),
)

/** Throws if the action does not exist. */
export function approvedAction({ action }: DeskAction): ApprovedAction {
  const found = byApproval.get(action)
  if (!found) throw new Error(`${action}: no such action`)
  return found
}
