import { type DeskDirectAction, deskCalls } from '#contract/desk-calls.ts'
import type { Action } from '#server/action.ts'
import type { DeskHandler } from './handler.ts'

/** Makes the handler of a desk call from its action. */
export const handlerOf =
  <N extends DeskDirectAction>(name: N, action: Action<N>): DeskHandler<N> =>
  async ({ db, now, params, body, audit }) => {
    const { answer, detail, texts } = await action({ db, now }, { ...body, ...params })
    await audit(`desk ${deskCalls[name].audit}`, detail, texts)
    return answer
  }
