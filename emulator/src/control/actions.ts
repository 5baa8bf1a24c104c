import type { ScenarioBase } from '../scenario/named.ts'
import type { Line } from '../world/line.ts'
import { createChatActions } from './chat-actions.ts'
import { createFaultActions } from './fault-actions.ts'
import { createGroupActions } from './group-actions.ts'
import { createPurchaseActions } from './purchase-actions.ts'
import { createScenarioActions } from './scenario-actions.ts'
import { createShareActions } from './share-page.ts'
import { createUserActions } from './user-actions.ts'
import { createWebhookActions } from './webhook-actions.ts'

export function createActions(line: Line, base: { readonly current: ScenarioBase }) {
  return {
    ...createScenarioActions(line, base),
    ...createFaultActions(line),
    ...createUserActions(line),
    ...createChatActions(line),
    ...createGroupActions(line),
    ...createPurchaseActions(line),
    ...createWebhookActions(line),
    ...createShareActions(line),
  }
}

export type Actions = ReturnType<typeof createActions>
