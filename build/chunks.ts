import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Returns a predicate that matches the given modules and their static imports, transitively. */
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
const inLandingPart = importedBy('src/boot/home-shell/landing-part.tsx')
/** Home is a dynamic import, but the first visit needs it together with React. */
const inView = importedBy(
  'src/boot/start-react.tsx',
  'src/screens/home/home.tsx',
  // Parts of other screens that are too small for a separate file.
  'src/screens/landing/closes-in.tsx',
  'campaign/terms.th.ts',
  'campaign/marketing.ts',
  'src/platform/reload-newest.ts',
)
const parsesAnswers =
  /valibot|contract[\\/](answers|calls(?![\\/]generated[\\/]requests)|define-call|errors|schema)|check-answer|platform[\\/](response-parser|parse-failure)/

/**
 * Returns the chunk of a module that the first visit needs, or null. The first visit loads few files, because each
 * costs a request and is compressed separately. `entry` sends the first requests, `queue` is the outbox, `first` parses
 * the responses and renders the home shell, and `view` is the frame around the screens. After a change, each phone
 * downloads at most 30 kB for the entry script, 16 kB for `queue`, and 12 kB for any other script
 * (`tests/unit/release-cost.test.ts`).
 */
function firstChunk(id: string, modules: Modules): string | null {
  // Home's style sheet belongs to the entry, because the home shell renders before `view` has loaded.
  if (inEntry(id, modules) || (id.endsWith('.css') && (inView(id, modules) || inHomeShell(id, modules))))
    return 'entry'
  if (parsesAnswers.test(id) || inHomeShell(id, modules)) return 'first'
  if (!inView(id, modules)) return null
  // The landing renders before `view` has loaded.
  return inLandingPart(id, modules) ? 'first' : 'view'
}

/** React's modules change only when React is upgraded. The few that the home shell needs are excluded. */
const react = (id: string, modules: Modules) =>
  /node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id) && !inHomeShell(id, modules) ? 'react' : null

const inOutbox = importedBy('src/outbox/outbox.ts')
/**
 * The outbox and its imports. The entry script needs all of them, but changes more often. The name `outbox` is taken by
 * the screen's script.
 */
const queue = (id: string, modules: Modules) => (inOutbox(id, modules) ? 'queue' : null)

export const chunkGroups = [
  { name: react, priority: 5 },
  // Libraries used by the entry script. merge-runtime.ts adds the bundler's own functions.
  { name: 'lib', test: /node_modules[\\/](@preact[\\/]signals-core|idb-keyval|valibot)[\\/]/, priority: 5 },
  { name: queue, priority: 5 },
  // A new customer's landing, up to and including the dates, which renders before React. Home also shows the prizes.
  {
    name: 'welcome',
    test: /home-shell[\\/]landing-part|screens[\\/](landing[\\/](facts|landing-view|landing\.module)|home[\\/](prizes-view|shown-prizes))|th[\\/](facts|landing)|ui[\\/]key-visual/,
    priority: 3,
  },
  { name: firstChunk, priority: 4 },
  // Used by the legal texts in every language. The parts that home shows are in `welcome`.
  { name: 'prizes', test: /campaign[\\/](prizes|rewards)\./, priority: 1 },
  { name: 'workbox', test: /workbox-window/, priority: 1 },
  // The screens' texts change more often than their code.
  {
    name: 'later-texts',
    test: /i18n[\\/]th-later|i18n[\\/]th[\\/](startup|fields|activity)|terms\.th/,
    priority: 1,
  },
  { name: 'screen-texts', test: /i18n[\\/]th[\\/](answers|receipts|result|rewards|writes)/, priority: 1 },
  // Loads after the first paint, not on demand, so that photos and half-filled forms can be stored without a network.
  // Also contains small parts that most screens share.
  {
    name: 'rest',
    test: /platform[\\/]photos|state[\\/](draw-seals|keep-question|receipt-draft)|screens[\\/](home|landing[\\/](more|preview))|ui[\\/](chip|dialog|(offline-)?strip|receipt-[ct]|terms-dialog|toast-host|empty-state|skeleton|not-found-page|not-offered|use-(busy|is-mounted|open-outside|polling|withdraw)|write-)|domain[\\/](find-stores|store-groups)|campaign[\\/](legal-facts|organiser)/,
    priority: 1,
  },
  // Loads together with `rest`. Drawings change less often than the other parts.
  { name: 'art', test: /ui[\\/]art[\\/]/, priority: 2 },
  // A new customer's first screens are in one file, so that the consents appear as early as the landing. Other forms
  // use parts of this file.
  {
    name: 'landing',
    test: /screens[\\/](landing[\\/]landing|register)|ui[\\/](choice|field|form|problems|select-field|text-field|agree[\\/](outdated|use-shown)|customer-form[\\/](customer-draft|person|phone|use-field))|th[\\/]account/,
    priority: 2,
  },
  // A screen loads at most two files of its own: its script and one of these (`tests/e2e/screen-files.spec.ts`).
  {
    name: 'sending',
    test: /ui[\\/](agree|photo-|receipt-(on-server|photos|rows)|use-(photo|zoom))|domain[\\/]zoom/,
    priority: 1,
  },
  {
    name: 'result',
    test: /ui[\\/](customer-form|invite-button|personal-code|qr|result[\\/]|tooltip|use-reward)|domain[\\/]draw-result|lean-qr/,
    priority: 1,
  },
]
