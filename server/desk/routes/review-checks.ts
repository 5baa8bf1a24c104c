import type { DeskHandler } from '../handler.ts'
import { checksOf } from '../quality.ts'

export const handler: DeskHandler<'reviewChecks'> = ({ db, caller }) => checksOf(db, caller.person.id)
