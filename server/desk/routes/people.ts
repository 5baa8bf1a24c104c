import { everyone } from '../everyone.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'people'> = async ({ db, now }) => everyone(db, now)
