import type { Handler } from '#server/handler.ts'
import { logIn } from '#server/identity/log-in.ts'

export const handler: Handler<'login'> = async call => {
  const { caller, accessToken, expiresAt } = await logIn(call)
  return { customerId: caller.customerId, accessToken, expiresAt }
}
