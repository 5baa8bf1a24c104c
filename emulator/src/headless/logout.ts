import { configuredId, type Phone } from './phone.ts'

/** `liff.logout`: deletes everything that the SDK has stored for this app. */
export function clearStore(phone: Phone): void {
  const liffId = configuredId(phone)
  for (const key of [...phone.store.keys()]) if (key.startsWith(`${liffId}:`)) phone.store.delete(key)
  phone.expires.delete(liffId)
}
