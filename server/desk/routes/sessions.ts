import type { DeskHandler } from '../handler.ts'
import { sessionsFor } from '../session-list.ts'

export const handler: DeskHandler<'sessions'> = async ({ db, now, caller }) => sessionsFor(db, caller, now)
