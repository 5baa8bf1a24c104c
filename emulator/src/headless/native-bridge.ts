import { liffError } from './liff-error.ts'
import { type BridgeMessage, type Phone, stored } from './phone.ts'

/** Posts a bridge message without waiting for the reply, like the SDK's `_postMessage`. */
export function postNative(phone: Phone, type: string, params: unknown = {}, callbackId = '') {
  const featureToken = stored(phone, 'featureToken')
  if (typeof featureToken !== 'string')
    throw liffError('FORBIDDEN', 'Invalid featureToken for client features')
  if (phone.bridge === null) throw liffError('INVALID_ARGUMENT', 'postMessage is not available from client')
  const message: BridgeMessage = [type, featureToken, callbackId, JSON.stringify(params)]
  phone.recorded.bridge.push(message)
  return phone.bridge(message)
}

/**
 * Posts a bridge message and waits for the reply, like the SDK's `_call`. Never settles if LINE does not
 * reply.
 */
export async function callNative(phone: Phone, type: string, params?: unknown): Promise<unknown> {
  const event = await postNative(phone, type, params, phone.random(12))
  if (event === null) return new Promise(() => {})
  if (event.error) throw event.error
  if (event.data) return event.data
  throw event
}

/**
 * Calls a method of `liff.iap` over the bridge. If LINE's error has no code and description, rejects with the
 * code UNKNOWN and the message `failed`.
 */
export async function callPurchase(
  phone: Phone,
  type: string,
  params: unknown,
  failed: string,
): Promise<unknown> {
  try {
    return await callNative(phone, `iap.${type}`, params)
  } catch (error) {
    const { code, description } = (error ?? {}) as { code?: string; description?: string }
    throw code && description ? liffError(code, description) : liffError('UNKNOWN', failed)
  }
}
