import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Returns a predicate that is true for the given modules and everything they import statically. */
function importedBy(...roots: readonly string[]): (id: string, modules: Modules) => boolean {
  let ids: Set<string> | null = null
  return (id, modules) => {
    ids ??= new Set(roots.flatMap(root => [...closure(pathOf(root), modules)]))
    return ids.has(id)
  }
}

function closure(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) closure(next, modules, found)
  return found
}

const inEntry = importedBy('index.html')
const inHomeShell = importedBy('src/boot/home-shell/home-shell.ts')
/** Home is loaded with a dynamic import, but the first visit needs it together with React. */
const inView = importedBy('src/boot/start-react.tsx', 'src/screens/home/home.tsx')
/** Matches the modules that parse the server's responses. */
const parsesAnswers =
  /valibot|contract[\\/](answers|calls|define-call|errors|generated[\\/]answers|schema)|check-answer|platform[\\/](response-parser|parse-failure)/

/**
 * Returns the chunk of a module that the first visit needs, or null for other modules. The first visit loads
 * few files, because each file costs a request and is compressed separately. `entry` sends the first
 * requests, `first` parses the responses and renders the home shell, and `view` contains React and the frame
 * around the screens.
 */
function firstChunk(id: string, modules: Modules): string | null {
  // The style sheet of home belongs to the entry, because the home shell renders before `view` has loaded.
  if (inEntry(id, modules) || (id.endsWith('.css') && inView(id, modules))) return 'entry'
  if (parsesAnswers.test(id) || inHomeShell(id, modules)) return 'first'
  return inView(id, modules) ? 'view' : null
}

/** The bundler's chunk groups: they decide which script contains which module. */
export const chunkGroups = [
  { name: firstChunk, priority: 2 },
  // Loads after the first paint. Its name must differ from that of the screen `outbox`.
  { name: 'queue', test: /src[\\/]outbox[\\/]/, priority: 1 },
  // Loads after the first paint, not on demand, so that photos and half-filled forms can still be stored if
  // the network is lost.
  {
    name: 'rest',
    test: /platform[\\/]photos|state[\\/]receipt-draft|i18n[\\/]th-later|screens[\\/]home|ui[\\/](art[\\/]|chip|dialog|(offline-)?strip|receipt-[ct]|te(xt|rms)-dialog|toast-host)/,
    priority: 1,
  },
]
