import type * as v from 'valibot'
import * as customers from './actions/customers.ts'
import * as draw from './actions/draw.ts'
import * as exports from './actions/exports.ts'
import * as messages from './actions/messages.ts'
import * as people from './actions/people.ts'
import * as results from './actions/results.ts'
import * as setUp from './actions/set-up.ts'

/** Every action of the organiser, used by the desk's calls, approval requests and the command line's verbs. */
export const actions = { ...customers, ...exports, ...draw, ...messages, ...people, ...results, ...setUp }

export type Actions = typeof actions
type Approved = { [N in keyof Actions]: Actions[N] extends { approval: string } ? N : never }[keyof Actions]
type Direct = Exclude<keyof Actions, Approved>

/** The rows of the actions that one person may carry out, which are calls of the desk. */
export const directActions = rowsWhere(row => !('approval' in row)) as Pick<Actions, Direct>
/** The rows of the actions that need a second person's approval. */
export const approvedActions = rowsWhere(row => 'approval' in row) as Pick<Actions, Approved>

function rowsWhere(test: (row: Actions[keyof Actions]) => boolean): Partial<Actions> {
  return Object.fromEntries(Object.entries(actions).filter(([, row]) => test(row)))
}

export type ActionName = keyof Actions
export type DirectActionName = Direct
export type ApprovedActionName = Approved
/** Once one of these is approved, the requester fetches a file. */
export type FileActionName = {
  [N in Approved]: Actions[N]['makesFile'] extends true ? N : never
}[Approved]

export type ActionInput<N extends ActionName> = Actions[N] extends {
  input: infer Schema extends v.GenericSchema
}
  ? v.InferOutput<Schema>
  : Actions[N] extends { params: infer P extends v.GenericSchema; body: infer B extends v.GenericSchema }
    ? v.InferOutput<P> & v.InferOutput<B>
    : never
