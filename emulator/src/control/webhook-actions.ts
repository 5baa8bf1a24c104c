import * as v from 'valibot'
import { isWebhookUrl, testWebhook } from '../platform/bot/webhook-endpoint.ts'
import { activeEndpointOf, endpointOf } from '../platform/webhook/endpoint.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import type { Line } from '../world/line.ts'
import { friendshipOf, userOf } from '../world/selectors.ts'
import { command, unknownUser } from './command.ts'
import { type VerifiedWebhook, type WebhookView, webhookEvent, webhookSettings } from './webhook-command.ts'

const resendCommand = v.strictObject({ id: v.string() })
const verifyCommand = v.strictObject({ url: v.optional(v.string()) })

const WRONG_URL = invalidAt('url', 'expected an HTTPS URL, or an HTTP URL of this machine')
const NO_URL = invalidAt('url', 'the account has no webhook URL')

export function createWebhookActions(line: Line) {
  function view(): WebhookView {
    const world = line.world()
    const { webhookActive: active, redelivery } = world.scenario.messaging
    return { url: endpointOf(world), active, redelivery, sent: world.bot.sentWebhooks }
  }

  return {
    /** Returns the webhook's settings and the newest webhooks. */
    webhooks: view,

    /** Changes the URL (null removes it), or switches webhooks or their redelivery on or off. */
    webhookSettings: command(webhookSettings, ({ url, active, redelivery }): Parsed<WebhookView> => {
      if (typeof url === 'string' && !isWebhookUrl(url)) return WRONG_URL
      const { scenario } = line.world()
      const { messaging } = scenario
      const changed = {
        ...messaging,
        ...(url === undefined ? {} : { webhook: url }),
        webhookActive: active ?? messaging.webhookActive,
        redelivery: redelivery ?? messaging.redelivery,
      }
      line.dispatch({ type: 'scenario-changed', scenario: { ...scenario, messaging: changed } })
      // A URL that a back end has set would override the new one.
      if (url !== undefined) line.dispatch({ type: 'bot-changed', change: { webhookEndpoint: null } })
      return { ok: true, value: view() }
    }),

    /** Sends a signed webhook without events, like the Verify button in LINE's console. Default: the account's URL. */
    async verifyWebhook(value: unknown): Promise<Parsed<VerifiedWebhook>> {
      const parsed = parseInput(verifyCommand, value)
      if (!parsed.ok) return parsed
      const { url = endpointOf(line.world()) } = parsed.value
      if (url === null) return NO_URL
      if (!isWebhookUrl(url)) return WRONG_URL
      return { ok: true, value: { url, ...(await testWebhook(line.world().scenario, url, line.now())) } }
    },

    /** Sends an event not caused by anything in the chats: `beacon`, `botSuspended` or `botResumed`. */
    webhookEvent: command(webhookEvent, (event): Parsed<{ readonly type: string }> => {
      const { type } = event
      if (type !== 'beacon') {
        line.dispatch({ type: 'webhook-event', userId: null, fields: event })
        return { ok: true, value: { type } }
      }
      const { scenario } = line.world()
      const { userId = scenario.user, beacon } = event
      if (userOf(scenario, userId) === undefined) return unknownUser(scenario)
      if (friendshipOf(scenario, userId) !== 'friend')
        return invalidAt('userId', 'expected a friend of the account: LINE sends no beacon event for others')
      line.dispatch({ type: 'webhook-event', userId, fields: { type, beacon } })
      return { ok: true, value: { type } }
    }),

    /** The resent webhook keeps its `webhookEventId`, and `isRedelivery` is true. */
    resendWebhook: command(resendCommand, ({ id }) => {
      if (!line.world().bot.sentWebhooks.some(sent => sent.id === id))
        return invalidAt('id', 'expected the id of one of the newest webhooks')
      if (activeEndpointOf(line.world()) === null)
        return invalidAt('id', 'the account has no webhook URL, or its webhook is switched off')
      line.dispatch({ type: 'webhook-resent', id })
      return { ok: true, value: { id } }
    }),
  }
}
