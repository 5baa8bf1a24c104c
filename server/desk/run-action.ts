import { type DirectActionName, directActions } from '#contract/actions.ts'
import type { Acting, Action } from '#server/action.ts'
import type { DrawProgress } from '#server/draw/seal.ts'
import { actions } from './actions.ts'
import type { DeskHandler, DeskHandlers, ReceivedDeskCall } from './handler.ts'
import { named } from './notices.ts'

const silent: DrawProgress = { begin: () => undefined, step: () => undefined }

/** Returns the context of an action that a call at the desk runs. */
export const actingIn = ({
  db,
  deps,
  now,
  caller,
}: Pick<ReceivedDeskCall<'askApproval'>, 'db' | 'deps' | 'now' | 'caller'>): Acting => ({
  db,
  database: deps.db,
  objects: deps.objects,
  clock: deps.clock,
  random: deps.random,
  advertised: deps.advertised,
  now,
  progress: silent,
  by: named(caller.person),
  request: null,
})

function handlerOf(name: DirectActionName): DeskHandler<'blockCustomer'> {
  const { run } = actions[name] as unknown as Action<'blockCustomer'>
  return async call => {
    const input = { ...call.body, ...call.params }
    const { answer, detail, texts, entry } = await run(actingIn(call), input, null)
    await call.audit(`desk ${entry ?? directActions[name].name}`, detail, texts)
    return answer
  }
}

/** The handlers of the actions that do not need a second person's approval. */
export const actionHandlers = Object.fromEntries(
  Object.keys(directActions).map(name => [name, handlerOf(name as DirectActionName)]),
) as unknown as Pick<DeskHandlers, DirectActionName>
