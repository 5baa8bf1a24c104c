import type { ObjectStore } from '#server/deps.ts'

/** Photos in memory; `keys` shows what is kept. */
export function memoryObjects(): ObjectStore & { keys(): string[] } {
  const kept = new Map<string, Uint8Array>()
  return {
    async put(key, bytes) {
      kept.set(key, bytes.slice())
    },
    async get(key) {
      return kept.get(key)?.slice() ?? null
    },
    async delete(key) {
      kept.delete(key)
    },
    async probe() {},
    keys: () => [...kept.keys()],
  }
}
