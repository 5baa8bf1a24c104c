const pageStorages = new WeakSet<Storage>()

function createPageStorage(): Storage {
  const entries = new Map<string, string>()
  const storage: Storage = {
    get length() {
      return entries.size
    },
    key: index => [...entries.keys()][index] ?? null,
    getItem: key => entries.get(String(key)) ?? null,
    setItem: (key, value) => void entries.set(String(key), String(value)),
    removeItem: key => void entries.delete(String(key)),
    clear: () => entries.clear(),
  }
  pageStorages.add(storage)
  return storage
}

const names = ['localStorage', 'sessionStorage'] as const
type Owner = Pick<Window, (typeof names)[number]>

/** Replaces blocked storage, because LINE's SDK keeps its tokens there. Full storage is not replaced. */
export function replaceRefusedStorage(page: Owner = window): void {
  for (const name of names)
    if (isRefused(() => page[name]))
      Object.defineProperty(page, name, { configurable: true, value: createPageStorage() })
}

const PROBE = 'campaign:probe'

function isRefused(storage: () => Storage): boolean {
  let found: Storage | null = null
  try {
    found = storage()
    found.setItem(PROBE, '1')
    found.removeItem(PROBE)
    return false
  } catch {
    return found === null || found.length === 0
  }
}

export function survivesReload(storage: () => Storage): boolean {
  try {
    return !pageStorages.has(storage())
  } catch {
    return false
  }
}
