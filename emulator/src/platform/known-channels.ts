import { en } from '../pages/notices/en.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { Scenario } from '../scenario/schema.ts'
import { appOfChannel } from '../world/selectors.ts'

/** Adds the apps' names, which help developers find where they have set the channel. */
const loginChannels = ({ apps }: Scenario): string =>
  apps.map(({ liffId, name }) => `${channelIdOf(liffId)} (${name})`).join(', ')

function nameOf(scenario: Scenario, channelId: string): string {
  const app = appOfChannel(scenario, channelId)
  return app === undefined ? channelId : `${channelId} (${app.name})`
}

const shown = (clientId: string): string => (clientId === '' ? '(missing)' : clientId)

export function notLoginChannel(
  scenario: Scenario,
  clientId: string,
  texts: Pick<typeof en, 'botChannel' | 'unknownChannel'> = en,
): string {
  const isBot = clientId === scenario.messaging.channelId
  return (isBot ? texts.botChannel : texts.unknownChannel)(shown(clientId), loginChannels(scenario))
}

export function notChannel(scenario: Scenario, clientId: string): string {
  const { channelId } = scenario.messaging
  return `client_id ${shown(clientId)} is not a channel of this scenario. Its LINE Login channels: ${loginChannels(scenario)}. Its Messaging API channel: ${channelId}`
}

export function otherChannel(scenario: Scenario, clientId: string, thing: string, channelId: string): string {
  return `client_id ${shown(clientId)} is not the channel of ${thing}, which is ${nameOf(scenario, channelId)}. The LINE Login channels: ${loginChannels(scenario)}`
}

/** Never contains a secret. */
export function wrongSecret(scenario: Scenario, channelId: string, secret: string): string {
  const channel = nameOf(scenario, channelId)
  if (secret === '') return `client_secret is missing. The channel is ${channel}`
  const field =
    channelId === scenario.messaging.channelId ? 'messaging.channelSecret' : 'channelSecret of its app'
  return `client_secret is not the secret of the channel ${channel}. The scenario has it as ${field}`
}
