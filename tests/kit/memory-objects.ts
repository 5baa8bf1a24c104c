import type { ObjectStore } from '#server/deps.ts'

type MemoryObjects = ObjectStore & { keys(): string[]; copy(): ReadonlyMap<string, Uint8Array> }

/** Creates an in-memory photo store that initially contains these objects. */
export function memoryObjects(first: Iterable<readonly [string, Uint8Array]> = []): MemoryObjects {
  const kept = new Map(first)
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
    copy: () => new Map(kept),
  }
}
