import type { App } from '../scenario/schema.ts'
import { appOfChannel } from '../world/selectors.ts'
import type { World } from '../world/state.ts'
import { formOf } from './body.ts'
import { notLoginChannel, wrongSecret } from './known-channels.ts'
import { oauthError } from './responses.ts'
import type { LineCall } from './route.ts'

/** The secret for back ends if the scenario has none. It signs ID tokens until a client sends a different secret. */
export const DEFAULT_LOGIN_SECRET = '10910c5ec2e710910c5ec2e710910c5e'

/** RFC 6749, 2.3.1. */
function basicCredentials({ headers }: Request): { readonly id: string; readonly secret: string } | null {
  const [, encoded] = /^Basic (\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (encoded === undefined) return null
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  // RFC 6749 requires both values to be form-encoded.
  const decoded = (text: string) => new URLSearchParams(`value=${text}`).get('value') ?? ''
  return { id: decoded(id), secret: decoded(secret.join(':')) }
}

/** `client_id` and `client_secret` may come from the Authorization header instead of the body. */
export async function clientFormOf(request: Request): Promise<URLSearchParams> {
  const form = await formOf(request)
  const basic = basicCredentials(request)
  if (basic !== null) {
    if (!form.has('client_id')) form.set('client_id', basic.id)
    if (!form.has('client_secret')) form.set('client_secret', basic.secret)
  }
  return form
}

/** LINE requires the secret of a web app. The emulator checks it only if the scenario has one. */
export function channelError(call: LineCall, form: URLSearchParams): Response | null {
  const { scenario } = call.line.world()
  const [id, secret] = [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  const app = appOfChannel(scenario, id)
  if (app === undefined) {
    call.explain(notLoginChannel(scenario, id))
    return oauthError('invalid_client', 'invalid client_id')
  }
  if (app.channelSecret === null || app.channelSecret === secret) return null
  call.explain(wrongSecret(scenario, id, secret))
  return oauthError('invalid_client', 'invalid client_secret', 401)
}

export function signingSecretOf({ channelSecrets }: World, app: App, channelId: string): string {
  return app.channelSecret ?? channelSecrets[channelId] ?? DEFAULT_LOGIN_SECRET
}
