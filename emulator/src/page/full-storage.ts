import type { Environment } from '../scenario/schema.ts'

/** The error that browsers report when the phone has no space left. */
const refusal = () => new DOMException('The phone has no space left.', 'QuotaExceededError')

/** If the phone is full, makes writes to IndexedDB and caches fail. Reading, deleting and `localStorage` still work. */
export function installFullStorage({ storage }: Pick<Environment, 'storage'>): void {
  if (storage === 'free') return
  if (typeof IDBObjectStore === 'function') for (const name of ['put', 'add'] as const) abortWrites(name)
  if (typeof Cache === 'function')
    for (const name of ['put', 'add', 'addAll'] as const) Cache.prototype[name] = async () => refuse()
  const { storage: manager } = navigator
  const estimate = manager?.estimate?.bind(manager)
  if (estimate) manager.estimate = async () => noneLeft(await estimate())
}

function refuse(): never {
  throw refusal()
}

const noneLeft = ({ usage = 0 }: StorageEstimate): StorageEstimate => ({ usage: usage + 1, quota: usage + 1 })

/** As in browsers, the write seems to begin, and then its transaction ends with the error. */
function abortWrites(name: 'put' | 'add'): void {
  const write = IDBObjectStore.prototype[name]
  IDBObjectStore.prototype[name] = function (...args) {
    const request = write.apply(this, args)
    const { transaction } = this
    Object.defineProperty(transaction, 'error', { configurable: true, get: refusal })
    transaction.abort()
    return request
  }
}
