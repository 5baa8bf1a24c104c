import type { World } from '../../world/state.ts'

/** A URL set by a back end overrides the scenario's URL. */
export function endpointOf({ bot, scenario }: World): string | null {
  return bot.webhookEndpoint ?? scenario.messaging.webhook
}

export function activeEndpointOf(world: World): string | null {
  return world.scenario.messaging.webhookActive ? endpointOf(world) : null
}
