import type { World } from '../../world/state.ts'

/** Returns the webhook URL that a back end has set, or else the scenario's; null if neither exists. */
export function endpointOf({ bot, scenario }: World): string | null {
  return bot.webhookEndpoint ?? scenario.messaging.webhook
}

/** Returns the URL to which LINE sends webhooks; null if there is none, or if webhooks are switched off. */
export function activeEndpointOf(world: World): string | null {
  return world.scenario.messaging.webhookActive ? endpointOf(world) : null
}
