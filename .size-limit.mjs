import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Size budgets: bytes after brotli at the last release, with 3 % of air, so that a run is not red for a byte.
 * CONTRIBUTING.md says how a release tightens them. A screen's script is named after the screen's folder.
 */
const withAir = bytes => `${Math.round(Math.max(bytes * 1.03, bytes + 100))} B`

const screens = readdirSync('src/screens', { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !['home', 'startup', 'landing', 'register'].includes(entry.name))
  .map(({ name }) => name)

const assets = existsSync('dist/assets') ? readdirSync('dist/assets') : []

/** The table of scripts in the document (`src/boot/load-chunk.ts`). */
const document = existsSync('dist/index.html') ? readFileSync('dist/index.html', 'utf8') : ''
const rows = (/`([^`]*)`\.split\(`,`\)/.exec(document)?.[1] ?? '').split(',').map(row => row.split(' '))

/** Returns a script and all scripts that it imports statically. */
function loadedBy(script, seen = new Set()) {
  if (seen.has(script)) return seen
  seen.add(script)
  const row = rows.find(([file]) => `${file}.js` === script)
  if (!row) throw new Error(`the document does not list ${script}`)
  for (const digit of row[1]) loadedBy(`${rows[Number.parseInt(digit, 36)][0]}.js`, seen)
  return seen
}

/** Returns the built files of this name. A budget without a file would always pass, so a missing file is an error. */
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

/** Bytes of each screen's own script. A new screen has a budget of 8 kB until the next release. */
const screenBytes = {
  answer: 1902,
  'answer-history': 765,
  'coming-soon': 500,
  confirm: 2851,
  'end-campaign': 1591,
  entries: 2521,
  help: 2414,
  'not-found': 49,
  // The last 70 bytes say that "send again" has failed.
  outbox: 3493,
  profile: 3767,
  'qr-code': 2886,
  // The last 170 bytes find the photos that neither the phone nor the server has, so that a new one takes their place.
  receipt: 6331,
  'receipt-detail': 1813,
  'receipt-history': 1020,
  thanks: 1984,
  'update-profile': 1600,
  // 596 bytes of it compare the code of the draw's list with the one that the phone has kept.
  'waiting-announcer': 2909,
}

const brotli = { brotli: true }

export default [
  // 0.8 kB of it is the inline script that loads the entry script again (`src/boot/entry-retry.ts`), with its texts. 0.2 kB
  // are the tags for link previews and the manifest: crawlers read only the document. 1 kB are the names of all scripts and
  // their loader, so that a script does not change when a script that it imports does (decision 023). 0.2 kB notices a
  // document that was cut off, and takes scripts from the document. 0.3 kB are the text for older browsers (decision 044).
  { name: 'document', path: 'dist/index.html', limit: withAir(3375), ...brotli },
  // A first visit waits for this and the server's answers only (decision 024). 1.9 kB of it is a new customer's landing,
  // with the prizes in both languages and their styles. 0.1 kB are the calls and the model of the LINE messages' switches,
  // and 0.1 kB the audit head in the model of the draw and the search for a text in two dictionaries.
  // 1.2 kB say why the app cannot open, and decide it: those sentences must not need another script.
  // 10 kB are the outbox, which was a script of its own before (decision 049). The next three budgets contain it, too. 0.6 kB
  // of it store the jobs again after the phone's database was deleted (decision 050), measure ages by the server's clock, and
  // know how long the server has asked to wait. 0.8 kB keep that time over a reload and say what startup waits for.
  {
    name: 'document with the first scripts',
    path: 'dist/index-inline.html',
    limit: withAir(68063),
    ...brotli,
  },
  // All files that a first visit requests before home or the landing appears, without the two API responses
  // (`tests/e2e/first-document.spec.ts`).
  {
    name: 'first visit, until the screen appears',
    path: ['dist/index-inline.html', ...[...named('react'), ...named('view')].map(inAssets)],
    limit: withAir(135439),
    ...brotli,
  },
  // The entry script sends the first requests. The script `first` reads the answers, renders home and handles its links.
  // 0.8 kB of it loads what a write has overtaken again (`src/state/remote.ts`), stores drafts only while their customer
  // is signed in, and spreads retries over time. 0.1 kB finishes a login on Android in the page it returns to. 1 kB are
  // the links that stay after the end of the campaign, the versions of the terms, and the models of entries and of the
  // small pictures of receipts. 0.2 kB chooses plural forms, which home needs, and knows the path of the help screen.
  // 0.1 kB opens the landing for new customers after the first two answers. 0.3 kB are the bundler's own functions, which
  // were a file of their own. 0.2 kB
  // start LINE's SDK after the screen. 1 kB keeps the server's pauses over a reload (decision 061), says what startup waits for,
  // and hides LINE's credentials once the SDK has read them; the next budget contains it, too.
  {
    name: 'scripts before the first request',
    path: scriptsOf('index').map(inAssets),
    limit: withAir(51326),
    ...brotli,
  },
  // 0.2 kB marks the time until home, and deletes the phone's reports when the customer switches them off. It also
  // contains the previous budget, which explains the rest of its growth.
  {
    name: 'scripts before home is usable',
    path: scriptsOf('index', 'first').map(inAssets),
    limit: withAir(62820),
    ...brotli,
  },
  // With React, which takes over the rendered home: React DOM is 58 kB of it, wouter and signals are 5 kB.
  {
    name: 'all scripts of the home',
    path: scriptsOf('index', 'first', 'view').map(inAssets),
    limit: withAir(130196),
    ...brotli,
  },
  // 0.2 kB of it describes the typeface of headings, which must be known when the first heading is painted: a later rule
  // could change headings that customers already see.
  {
    name: 'styles of the home',
    path: styles('index').map(inAssets),
    limit: withAir(3937),
    ...brotli,
  },
  // 0.5 kB of it is the write status of the latest receipt and the strip's links, and 1 kB is the customer's result.
  // 2 kB are its styles. 350 bytes keep the seals of the draw's list (decision 058).
  {
    name: 'rest, after the first paint',
    path: named('rest').map(inAssets),
    limit: withAir(10463),
    ...brotli,
  },
  {
    name: 'drawings, after the first paint',
    path: named('art').map(inAssets),
    limit: withAir(3360),
    ...brotli,
  },
  // Includes the modules that it shares with the entry script. After a change of the outbox, a phone downloads these bytes.
  {
    name: 'outbox',
    path: named('queue').map(inAssets),
    limit: withAir(18917),
    ...brotli,
  },
  // Loads after home. 1.7 kB of it is web-vitals.
  {
    name: 'reports of the phone, after home',
    path: named('phone-report').map(inAssets),
    limit: withAir(2993),
    ...brotli,
  },
  { name: 'LIFF', path: 'dist/assets/liff-sdk-*.js', limit: withAir(19864), ...brotli },
  { name: 'LIFF, rarer features', path: 'dist/assets/liff-features-*.js', limit: withAir(6008), ...brotli },
  // It contains the client of the API and the receipts' schema, because it keeps the receipt history (decision 016).
  { name: 'worker', path: 'dist/sw.js', limit: withAir(13662), ...brotli },
  // A new customer's first screens: the landing is 1 kB of it, the registration and the fields of all forms the rest, and
  // 1.6 kB of that are styles. One file, so that the consents appear when the button is pressed, without a round trip.
  {
    name: 'screens landing and register',
    path: named('landing').map(inAssets),
    limit: withAir(10314),
    ...brotli,
  },
  // A change of one part costs the whole file.
  { name: 'parts for sending', path: named('sending').map(inAssets), limit: withAir(4596), ...brotli },
  { name: 'parts for results', path: named('result').map(inAssets), limit: withAir(9529), ...brotli },
  ...screens.map(name => ({
    name: `screen ${name}`,
    path: named(name).map(inAssets),
    limit: withAir(screenBytes[name] ?? 7_760),
    ...brotli,
  })),
]
