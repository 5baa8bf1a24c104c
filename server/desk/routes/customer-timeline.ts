import { opened } from '../customers/open.ts'
import { timelineOf } from '../customers/timeline.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'customerTimeline'> = async call => {
  return timelineOf(call.db, await opened(call), call.query.after)
}
