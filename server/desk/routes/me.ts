import type { DeskHandler } from '../handler.ts'
import { meOf } from '../start-session.ts'

export const handler: DeskHandler<'me'> = async ({ caller, deps }) => meOf(caller, deps)
