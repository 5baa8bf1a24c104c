import { logRowOf } from '#server/campaign/log-events.ts'
import type { Handler } from '#server/handler.ts'
import { logWriterOf } from '#server/store/log-writer.ts'

export const handler: Handler<'logPageView'> = async ({ db, deps, caller, body, now }) => {
  const row = { ...logRowOf(body, caller, deps.random, now), path: body.path }
  await logWriterOf(db).write({ states: [], pageViews: [row] })
  return { logged: true }
}
