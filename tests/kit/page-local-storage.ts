import type { LocalStorage } from '#src/ports.ts'

/** Creates in-memory session and local storage. `kept` is the initial content of the session storage. */
export function pageLocalStorage(
  kept: Readonly<Record<string, string>> = {},
): LocalStorage & { survivesReload: () => boolean } {
  const shelf = (entries: readonly (readonly [string, string])[]) => {
    const map = new Map(entries)
    return {
      get: (key: string) => map.get(key) ?? null,
      set: (key: string, value: string | null) =>
        void (value === null ? map.delete(key) : map.set(key, value)),
      deletePrefix(prefix: string) {
        for (const key of [...map.keys()]) if (key.startsWith(prefix)) map.delete(key)
      },
    }
  }
  return { tab: shelf(Object.entries(kept)), phone: shelf([]), survivesReload: () => true }
}
