const ours = new WeakSet<Storage>()

/** Storage of the browser's kind that lives as long as the page. */
function createPageStorage(): Storage {
  const kept = new Map<string, string>()
  const storage: Storage = {
    get length() {
      return kept.size
    },
    key: index => [...kept.keys()][index] ?? null,
    getItem: key => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: key => void kept.delete(String(key)),
    clear: () => kept.clear(),
  }
  ours.add(storage)
  return storage
}

const names = ['localStorage', 'sessionStorage'] as const
type Owner = Pick<Window, (typeof names)[number]>

/**
 * Puts storage of the page's own where the browser refuses it: LINE's SDK keeps its tokens there and ends at the
 * first refusal, although the app could very well run. Storage that is merely full is left alone.
 */
export function replaceRefusedStorage(page: Owner = window): void {
  for (const name of names)
    if (refuses(() => page[name]))
      Object.defineProperty(page, name, { configurable: true, value: createPageStorage() })
}

const PROBE = 'campaign:probe'

function refuses(storage: () => Storage): boolean {
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

/** Whether what is kept here is still there after a reload. */
export function outlivesPage(storage: () => Storage): boolean {
  try {
    return !ours.has(storage())
  } catch {
    return false
  }
}
