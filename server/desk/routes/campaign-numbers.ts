import type { DeskHandler } from '../handler.ts'
import { numbersOfCampaign } from '../today.ts'

export const handler: DeskHandler<'campaignNumbers'> = ({ deps, now }) => numbersOfCampaign(deps.db, now)
