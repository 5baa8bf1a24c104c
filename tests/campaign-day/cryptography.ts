const pending = new Set<Promise<unknown>>()

/**
 * Resolves when no operation of Web Cryptography is running. Node runs them on threads. Returns null if none is running.
 */
export const endOfCryptography = (): Promise<unknown> | null =>
  pending.size === 0 ? null : Promise.allSettled(pending)

const operations = ['sign', 'verify', 'digest', 'importKey', 'exportKey', 'generateKey'] as const

/** Counts the operations from now on, so that virtual time can wait for them. Returns a function that ends this. */
export function countCryptography(): () => void {
  const { subtle } = globalThis.crypto
  for (const name of operations) {
    const original = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<unknown>
    const counted = (...given: unknown[]) => {
      const result = original(...given)
      pending.add(result)
      const end = () => void pending.delete(result)
      result.then(end, end)
      return result
    }
    Object.defineProperty(subtle, name, { value: counted, configurable: true, writable: true })
  }
  return () => {
    for (const name of operations) Reflect.deleteProperty(subtle, name)
  }
}
