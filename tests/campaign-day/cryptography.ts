type Operation = {
  readonly result: Promise<unknown>
  /** Passes the result to the caller. */
  readonly deliver: () => void
}

const pending: Operation[] = []

/**
 * Delivers the result of the oldest running Web Cryptography operation. Node runs these operations on threads, which
 * finish in any order, so this delivers their results in the order of the calls. Returns false if no operation is
 * running.
 */
export async function deliverCryptography(): Promise<boolean> {
  const [first] = pending
  if (!first) return false
  await first.result.catch(() => {})
  pending.shift()
  first.deliver()
  return true
}

const operations = ['sign', 'verify', 'digest', 'importKey', 'exportKey', 'generateKey'] as const

/**
 * Withholds the results of all operations until `deliverCryptography` delivers them. Returns a function that restores
 * the original operations and delivers the remaining results.
 */
export function holdCryptography(): () => void {
  const { subtle } = globalThis.crypto
  for (const name of operations) {
    const original = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<unknown>
    const held = (...given: unknown[]) =>
      new Promise((resolve, reject) => {
        const result = original(...given)
        pending.push({ result, deliver: () => void result.then(resolve, reject) })
      })
    Object.defineProperty(subtle, name, { value: held, configurable: true, writable: true })
  }
  return () => {
    for (const name of operations) Reflect.deleteProperty(subtle, name)
    for (const { deliver } of pending.splice(0)) deliver()
  }
}
