import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Size budgets: brotli bytes at the last release plus 3 %, so that a single byte does not fail the run. CONTRIBUTING.md
 * explains how a release tightens them. A screen's script has the name of its folder.
 */
const withAir = bytes => `${Math.round(Math.max(bytes * 1.03, bytes + 100))} B`

const screens = readdirSync('src/screens', { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !['home', 'startup', 'landing', 'register'].includes(entry.name))
  .map(({ name }) => name)

const assets = existsSync('dist/assets') ? readdirSync('dist/assets') : []

/** The table of scripts in the document (`src/boot/load-chunk.ts`). */
const document = existsSync('dist/index.html') ? readFileSync('dist/index.html', 'utf8') : ''
const rows = (/`([^`]*)`\.split\(`,`\)/.exec(document)?.[1] ?? '').split(',').map(row => row.split(' '))

function loadedBy(script, seen = new Set()) {
  if (seen.has(script)) return seen
  seen.add(script)
  const row = rows.find(([file]) => `${file}.js` === script)
  if (!row) throw new Error(`the document does not list ${script}`)
  for (const digit of row[1]) loadedBy(`${rows[Number.parseInt(digit, 36)][0]}.js`, seen)
  return seen
}

/** A budget without a file would always pass, so a missing file is an error. */
function built(name, extension) {
  const files = assets.filter(
    file =>
      file.startsWith(`${name}-`) &&
      file.length === `${name}-123456.${extension}`.length &&
      file.endsWith(extension),
  )
  if (assets.length > 0 && files.length === 0) throw new Error(`dist/assets has no ${name}-*.${extension}`)
  return files
}

const named = name => built(name, 'js')
const scriptsOf = (...names) => [...new Set(names.flatMap(named).flatMap(script => [...loadedBy(script)]))]

const styles = name => built(name, 'css')
const inAssets = file => `dist/assets/${file}`

/** A new screen has a budget of 8 kB until the next release. */
const screenBytes = {
  answer: 1902,
  'answer-history': 765,
  'coming-soon': 500,
  // Includes the facts of the concert or the counter, the calendar and the step of declining.
  confirm: 3826,
  'end-campaign': 1591,
  entries: 2521,
  help: 2414,
  'not-found': 49,
  // Includes the message shown if "send again" fails.
  outbox: 3493,
  // The check for a refusal with one code comes from another script.
  profile: 3850,
  'qr-code': 2886,
  // Includes the search for photos missing from both the phone and the server, so that new photos can replace them, and
  // the picture of where a chain prints the number.
  // Includes the question about decimals for an ambiguous amount.
  receipt: 7100,
  'receipt-detail': 1813,
  'receipt-history': 1020,
  thanks: 2092,
  'update-profile': 1600,
  // Includes the comparison of the draw's list code with the one stored on the phone.
  'waiting-announcer': 2909,
}

const brotli = { brotli: true }

export default [
  // Contains the inline script that reloads the entry script (`src/boot/entry-retry.ts`), the tags for link previews,
  // and the names of all scripts with their loader (1 kB), so that a script does not change when its imports do
  // (decision 023). Also detects a truncated document and contains the text for older browsers (decision 044).
  { name: 'document', path: 'dist/index.html', limit: withAir(3375), ...brotli },
  // A first visit waits only for this document and the server's responses (decision 024). It contains the outbox (10
  // kB, decision 049), a new customer's landing (1.9 kB) and the messages saying why the app cannot open (1.2 kB),
  // which must not need another script. The next three budgets include the outbox as well.
  {
    name: 'document with the first scripts',
    path: 'dist/index-inline.html',
    limit: withAir(68063),
    ...brotli,
  },
  // All files that a first visit requests before home or the landing appears, excluding the two API responses
  // (`tests/e2e/first-document.spec.ts`).
  {
    name: 'first visit, until the screen appears',
    path: ['dist/index-inline.html', ...[...named('react'), ...named('view')].map(inAssets)],
    limit: withAir(135439),
    ...brotli,
  },
  // The entry script sends the first requests. It also reloads stale data after a write (`src/state/remote.ts`), stores
  // drafts while their customer is signed in, completes logins on Android, chooses plural forms, starts LINE's SDK
  // after the screen has appeared, hides LINE's credentials, and remembers the server's back-off periods across reloads
  // (decision 061).
  {
    name: 'scripts before the first request',
    path: scriptsOf('index').map(inAssets),
    limit: withAir(51326),
    ...brotli,
  },
  // Also includes the previous budget, the timing of home's appearance, and the deletion of the phone's reports when
  // the customer turns them off.
  {
    name: 'scripts before home is usable',
    path: scriptsOf('index', 'first').map(inAssets),
    limit: withAir(62820),
    ...brotli,
  },
  // Includes React, which takes over the rendered home. React DOM is 58 kB.
  {
    name: 'all scripts of the home',
    path: scriptsOf('index', 'first', 'view').map(inAssets),
    limit: withAir(130196),
    ...brotli,
  },
  // Includes the heading typeface, because adding it later could change headings that customers already see.
  {
    name: 'styles of the home',
    path: styles('index').map(inAssets),
    limit: withAir(3937),
    ...brotli,
  },
  // Styles are 2 kB, and the customer's result is 1 kB. The seals of the draw's list take 350 bytes (decision 058).
  // The question for offline answers takes 180 bytes, and the spellings of the store search 50.
  {
    name: 'rest, after the first paint',
    path: named('rest').map(inAssets),
    limit: withAir(11_378),
    ...brotli,
  },
  {
    name: 'drawings, after the first paint',
    path: named('art').map(inAssets),
    limit: withAir(3493),
    ...brotli,
  },
  // Includes the modules that the outbox shares with the entry script, and the epoch of a withdrawal. Phones download
  // these bytes after each change to the outbox.
  {
    name: 'outbox',
    path: named('queue').map(inAssets),
    limit: withAir(19492),
    ...brotli,
  },
  // Loaded after the home screen. The web-vitals package accounts for 1.7 kB.
  {
    name: 'reports of the phone, after home',
    path: named('phone-report').map(inAssets),
    limit: withAir(2993),
    ...brotli,
  },
  { name: 'LIFF', path: 'dist/assets/liff-sdk-*.js', limit: withAir(19864), ...brotli },
  { name: 'LIFF, rarer features', path: 'dist/assets/liff-features-*.js', limit: withAir(6008), ...brotli },
  // Contains the API client and the receipts' schema, because the worker caches the receipt history (decision 016). The
  // schema includes reviewers' corrections and more ways of writing a receipt number.
  { name: 'worker', path: 'dist/sw.js', limit: withAir(13246), ...brotli },
  // A new customer's first screens are in one file, so that the consents appear without a round trip when the button is
  // pressed. The landing is 1 kB; the rest is the registration and the fields of all forms.
  {
    name: 'screens landing and register',
    path: named('landing').map(inAssets),
    limit: withAir(10314),
    ...brotli,
  },
  // A change to one part requires downloading the whole file again.
  { name: 'parts for sending', path: named('sending').map(inAssets), limit: withAir(4891), ...brotli },
  // Includes the customer's code, which the ticket and the code's own screen show, and the number that belongs to it.
  { name: 'parts for results', path: named('result').map(inAssets), limit: withAir(10_586), ...brotli },
  ...screens.map(name => ({
    name: `screen ${name}`,
    path: named(name).map(inAssets),
    limit: withAir(screenBytes[name] ?? 7_760),
    ...brotli,
  })),
]
