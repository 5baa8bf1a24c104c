import type { DeskHandler } from '../handler.ts'
import { noticesOf } from '../notices.ts'

export const handler: DeskHandler<'notices'> = ({ db, caller }) => noticesOf(db, caller.person.id)
