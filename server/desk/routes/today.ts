import type { DeskHandler } from '../handler.ts'
import { numbersOfToday } from '../today.ts'

export const handler: DeskHandler<'today'> = ({ deps, now }) => numbersOfToday(deps.db, now)
