import type { World } from '../../world/state.ts'

/** Returns the webhook URL that a back end set, otherwise that of the scenario; null if there is none. */
export function endpointOf({ bot, scenario }: World): string | null {
  return bot.webhookEndpoint ?? scenario.messaging.webhook
}
