import type { DeskHandler } from '../handler.ts'
import { phonesNow } from '../today.ts'

export const handler: DeskHandler<'phones'> = ({ deps, now }) => phonesNow(deps.db, now)
