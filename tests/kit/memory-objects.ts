import type { ObjectStore } from '#server/deps.ts'

/** A photo storage in memory. `keys` lists the stored objects. */
export function memoryObjects(): ObjectStore & { keys(): string[] } {
  const kept = new Map<string, Uint8Array>()
  return {
    async put(key, bytes, _type, { onlyNew = false } = {}) {
      if (!onlyNew || !kept.has(key)) kept.set(key, bytes.slice())
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
