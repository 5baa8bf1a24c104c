import { logRowOf } from '#server/campaign/log-events.ts'
import type { Handler } from '#server/handler.ts'
import { logWriterOf } from '#server/store/log-writer.ts'

export const handler: Handler<'logState'> = async ({ db, deps, caller, body, now }) => {
  const row = { ...logRowOf(body, caller, deps.random, now), state: body.state, os: body.os }
  await logWriterOf(db).write({ states: [row], pageViews: [] })
  return { logged: true }
}
