import type { DeskHandler } from '../handler.ts'
import { queueOf } from '../quality.ts'

export const handler: DeskHandler<'reviewQueue'> = ({ db, query, now }) => queueOf(db, query, now)
