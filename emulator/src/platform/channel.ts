import { appOfChannel } from '../world/selectors.ts'
import { oauthError } from './responses.ts'
import type { LineCall } from './route.ts'

/**
 * Returns LINE's error for a channel's request with `client_id` and `client_secret`, or null. LINE requires the
 * secret of a web app; the emulator checks it if the scenario has one.
 */
export function channelError(call: LineCall, form: URLSearchParams): Response | null {
  const app = appOfChannel(call.line.world().scenario, form.get('client_id') ?? '')
  if (app === undefined) return oauthError('invalid_client', 'invalid client_id')
  if (app.channelSecret === null || app.channelSecret === form.get('client_secret')) return null
  return oauthError('invalid_client', 'invalid client_secret', 401)
}
