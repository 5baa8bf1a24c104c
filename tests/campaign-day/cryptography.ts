let pending = 0

/** Operations of Web Cryptography that have begun and not ended. Node runs them on threads, in any order. */
export const pendingCryptography = (): number => pending

const operations = ['sign', 'verify', 'digest', 'importKey', 'exportKey', 'generateKey'] as const

/** Counts the operations from now on, so that virtual time can wait for them. Returns a function that ends this. */
export function countCryptography(): () => void {
  const { subtle } = globalThis.crypto
  for (const name of operations) {
    const original = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<unknown>
    const counted = (...given: unknown[]) => {
      pending += 1
      return original(...given).finally(() => {
        pending -= 1
      })
    }
    Object.defineProperty(subtle, name, { value: counted, configurable: true, writable: true })
  }
  return () => {
    for (const name of operations) Reflect.deleteProperty(subtle, name)
  }
}
