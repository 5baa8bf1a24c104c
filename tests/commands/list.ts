import type { Command, RunElsewhere, WrongStart } from './command.ts'

const liffId = '1234567890-AbCdEfGh'
const app = 'emulator/examples/plain-html'
const because = 'a complete run takes minutes or hours'
/** Settings of a production server that is never reached from outside. */
const production = {
  LIFF_ID: liffId,
  LINE_CHANNEL_ID: '1234567890',
  LINE_OA_ID: '@campaign',
  PUBLIC_URL: 'https://campaign.example',
  METRICS_PORT: '0',
  PORT: 'free',
}
const ports = { PORT: 'free', DESK_PORT: 'free' }
const home = { url: 'http://localhost:$PORT/api/master/activity', answer: /"opensAt"|"startDate"|"activity/i }

/** Every command of README.md and package.json. They run in this order: the first one is the build. */
export const commands: readonly Command[] = [
  {
    line: 'npm run build',
    // The command prints the seconds only if a build takes ten or more.
    prints: ['app', 'desk', 'emulator', 'package'].map(name => new RegExp(`^Building the ${name}…$`, 'm')),
  },
  {
    line: 'npm run doctor',
    env: { PORT: 'free' },
    prints: [/^ok +builds +up to date$/m, /Ready: npm start/],
  },
  { line: 'npm start', env: ports, serves: home, prints: [/The campaign in LINE +http:/] },
  { line: 'npm run dev', env: ports, serves: home, prints: [/The campaign in LINE +http:/] },
  { line: 'npm run campaign -- --help', prints: [/receipts list/, /draw seal/] },
  { line: 'npm run campaign -- receipts list', prints: [/receipt/i] },
  {
    line: 'npm run campaign -- receipts approve 01930000-0000-7000-8000-000000000000',
    documented: ['npm run campaign -- receipts approve ID'],
    because: 'ID is a placeholder',
    code: 1,
    prints: [/receipt/i],
  },
  { line: 'npm run generate', prints: [/^0 of the generated files have changed$/m] },
  { line: 'npm run liff-mock-table', prints: [/^\d+ scenarios in emulator\/docs\/liff-mock\.md$/m] },
  { line: 'npm run format', prints: [/Checked \d+ files/, /No fixes applied/] },
  { line: 'npm run --silent sbom', prints: [/"bomFormat": "CycloneDX"/, /"name": "hono"/] },
  { line: 'npm run figures', prints: [/^\d+ sources of figures[,;] /m] },
  { line: 'npx size-limit', prints: [/Size: +\d+(\.\d+)? kB/] },
  {
    line: 'npm run conformance -- --sdk 2.26.1 --only profile-',
    documented: ['npm run conformance'],
    because,
    prints: [/driver +cases +passed +failed/, /^[1-9]\d* passed, 0 failed$/m],
  },
  {
    line: 'npm run chaos -- --only 1 --screens 1',
    documented: ['npm run chaos'],
    because,
    prints: [/1 also on the real server, 0 different; 1 also with screens/, /^\| 1 \| \d+ (\| 0 ){7}\|$/m],
  },
  {
    line: 'npm run campaign-day -- --phones 2',
    documented: ['npm run campaign-day'],
    because,
    prints: [/kept$/m],
  },
  {
    line: 'npm run crash -- --kills 1 --life 20 --store sqlite',
    documented: ['npm run crash -- --life 120', 'npm run crash'],
    because,
    prints: [/^\| sqlite \| 1 \| \d+ \| \d+ \| 0 \| 0 \|$/m],
  },
  {
    line: 'npm run crash -- --kills 1 --life 20 --store postgres',
    needs: 'TEST_DATABASE_URL',
    prints: [/^\| postgres \| 1 \| \d+ \| \d+ \| 0 \| 0 \|$/m],
  },
  {
    line: 'npm run bench -- --counts --once "in LINE, cold"',
    documented: ['npm run bench -- --counts', 'npm run bench'],
    because,
    prints: [/^\| in LINE, cold \| \d+ \| \d+ \| 0 \| \d+ \| [\d.]+ \|$/m],
  },
  {
    line: 'npm run bench -- --first --once "not a friend, landing"',
    prints: [/^\| first visit, not a friend, landing \| \d+ \| [\d.]+ \|$/m],
  },
  { line: 'npm run bench -- --links --once home', prints: [/^\| 100 ms, 9 Mbit\/s \| home, cold \| \d+ /m] },
  {
    line: 'npm run bench -- --tasks --once thanks',
    prints: [/^\| \/thanks \| \d+ \| \d+ \| \d+ \| \d+ \|$/m],
  },
  {
    line: 'npm run bench:server -- --rounds 1 --ms 200 --connections 8 --customers 50 --store sqlite',
    documented: ['npm run bench:server'],
    because,
    prints: [/batched │ \d+ /, /^batched \/ none +[\d.]+/m, /^batched \/ single +[\d.]+/m],
  },
  {
    line: 'npm run bench:server -- --rounds 1 --ms 200 --connections 8 --customers 50 --store postgres',
    needs: 'TEST_DATABASE_URL',
    prints: [/batched │ \d+ /, /^batched \/ none +[\d.]+/m, /^batched \/ single +[\d.]+/m],
  },
  {
    line: 'npm run bench:visits -- --rounds 1 --ms 200 --connections 4 --customers 200 --store sqlite',
    documented: ['npm run bench:visits'],
    because,
    prints: [/visit call, with a session +│ [\d.]+ +│ \d+ /],
  },
  {
    line: 'npm run bench:outage -- --seconds 3 --connections 4',
    documented: ['npm run bench:outage'],
    because,
    needs: 'TEST_DATABASE_URL',
    prints: [/^[1-9]\d* acknowledged, 0 lost; the first 200 came \d+ ms after the database$/m],
  },
  {
    line: 'npm run bench:messages -- --notifications 40 --kills 1 --line-kills 1 --store sqlite',
    documented: ['npm run bench:messages'],
    because,
    prints: [/^\| notifications \| 40 \|$/m, /^\| \*\*lost\*\* \| 0 \|$/m, /^\| \*\*doubled\*\* \| 0 \|$/m],
  },
  {
    line: 'npm run bench:campaign -- --customers 1000',
    documented: ['npm run bench:campaign'],
    because,
    needs: 'TEST_DATABASE_URL',
    prints: [/^filled in [\d.]+ s$/m, /'createReceipt'/, /^draw verify: [\d.]+ s, \d+ MB/m],
  },
  {
    line: 'npm run bench:desk -- --customers 1000',
    needs: 'TEST_DATABASE_URL',
    prints: [/'today' +│ [\d.]+ +│ [\d.]+ +│ [\d.]+/, /export of receipts/],
  },
  {
    line: 'npm run bench:door -- --winners 40 --seconds 5',
    documented: ['npm run bench:door'],
    because,
    prints: [
      /^with a network: [\d.]+ hand-overs a minute; /m,
      /^a typed number, without a network: \d+ ms$/m,
    ],
  },
  {
    line: 'npm run bench:draw -- --tickets 3000 --senders 2',
    documented: ['npm run bench:draw'],
    because,
    prints: [/^3000 tickets in [\d.]+ s$/m, /^\| `draw seal` \| [\d.]+ \| \d+ \| \d+ \|/m],
  },
  {
    line: 'npm run bench:draw -- --tickets 3000 --senders 2 --desk',
    prints: [/^\| approved `draw-seal` \| [\d.]+ \| \d+ \| \d+ \|/m, /^\| approved `draw-run` \|/m],
  },
  {
    line: 'npm run bench:line -- --users 20 --pushes 40 --multicasts 1 --webhooks 20',
    prints: [/^pushes, quarter 4: [\d.]+ ms, [\d.]+ ms of CPU time each$/m, /^snapshot: [\d.]+ MB$/m],
  },
  {
    line: 'npm run bench:duplicates -- --receipts 4 --hard 3 --again 1',
    prints: [/photos by many customers: 4 receipts, \d+ copies/, /candidate/i],
  },
  {
    line: 'npm run screenshots -- coming-soon',
    documented: ['npm run screenshots'],
    because,
    prints: [/^[1-9]\d* pictures in .*, 0 violations$/m],
  },
  {
    line: 'npm run screenshots -- --desk --to test-results/pictures',
    prints: [/^16 pictures in .*, 0 violations$/m],
  },
  {
    line: 'npm run screenshots -- --readme --to test-results/pictures',
    prints: [/^10 pictures in .*, 0 violations$/m],
  },
  {
    line: 'npm run screenshots -- --webkit coming-soon',
    needs: 'TEST_WEBKIT',
    prints: [/^[1-9]\d* pictures in .*, 0 violations$/m],
  },
  {
    line: 'npm run example -- vitest',
    documented: ['npm run example -- NAME'],
    because: 'NAME is a placeholder',
    prints: [/Tests +\d+ passed/],
  },
  { line: 'npm pack ./emulator', prints: [/^liff-emulator-0\.1\.0\.tgz$/m] },
  // Last, because it builds the app with other settings. It uses the campaign that `npm start` has created.
  {
    line: 'npm run serve',
    env: production,
    serves: { url: 'http://localhost:$PORT/healthz', answer: /"ok":true/ },
    prints: [/listening/],
  },
]

/** The commands that the runners of this folder do not start. */
export const runElsewhere: readonly RunElsewhere[] = [
  {
    documented: ['npm test', 'npm test -- --all', 'npm test -- --nightly', 'npm run check'],
    because: 'they run the tests, and so this one',
    by: 'tests/unit/test-command.test.ts',
  },
  {
    documented: ['npm run example -- plain-html'],
    because: 'it opens a browser',
    by: 'tests/e2e/examples.spec.ts',
  },
  {
    documented: ['liff-emulator exam --webhook URL -- COMMAND'],
    because: 'it needs a bot, which the test has',
    by: 'emulator/tests/cli/exam-command.test.ts',
  },
  {
    documented: ['liff-emulator open [APP]'],
    because: 'it opens a window, which needs a display',
    by: 'emulator/tests/cli/commands.test.ts',
  },
  {
    documented: ['npm run strangers -- --folder DIR'],
    because: 'it needs a folder of snapshots of public repositories',
    by: 'tests/unit/strangers/command.test.ts',
  },
  {
    documented: ['npm run release'],
    because: 'it needs a packed package',
    by: 'tests/consumer/dry-release.test.ts',
  },
  {
    documented: ['npm create liff-emulator my-app'],
    because: 'it creates a project, whose commands the test runs',
    by: 'tests/commands/create.test.ts',
  },
]

const noDatabase = { TEST_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' }
const noBrowser = { CHROMIUM_PATH: '/nowhere/chromium' }
const benches = ['server', 'visits', 'outage', 'messages', 'campaign', 'desk'].map(name => `bench:${name}`)
const databaseCommands = [...benches, 'crash']

/** The runner adds a misspelt option of each npm script. */
export const wrongStarts: readonly WrongStart[] = [
  // First, because they use the app that the last command has built.
  { line: 'npm run serve', env: production, busy: 'PORT', says: /^PORT: \d+ is already in use/m },
  { line: 'npm run serve', says: /^LIFF_ID: is required but not set$/m },
  {
    line: 'npm run serve',
    env: { ...production, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' },
    says: /^DATABASE_URL: .*ECONNREFUSED/m,
  },
  ...databaseCommands.map(name => ({
    line: `npm run ${name}`,
    env: noDatabase,
    says: /^TEST_DATABASE_URL: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/m,
  })),
  ...['bench', 'conformance', 'screenshots'].map(name => ({
    line: `npm run ${name}`,
    env: noBrowser,
    says: /^CHROMIUM_PATH: \/nowhere\/chromium is not an executable file$/m,
  })),
  { line: 'npm run screenshots -- --webkit', env: { TEST_WEBKIT: '' }, says: /^TEST_WEBKIT: is not set/m },
  {
    line: 'npm run conformance -- --browser webkit',
    env: { TEST_WEBKIT: '/nowhere/MiniBrowser' },
    says: /^TEST_WEBKIT: \/nowhere\/MiniBrowser does not exist$/m,
  },
  { line: 'npm run bench:visits -- --rounds x', says: /^--rounds: must be a whole number of at least 1/m },
  { line: 'npm run bench:campaign -- --customers 10', says: /^--customers: must be a whole number/m },
  {
    line: 'npm run chaos -- --replay nowhere.json',
    says: /^--replay: nowhere\.json is not a stored history/m,
  },
  { line: 'npm run example -- nowhere', says: /unknown argument nowhere/ },
  ...['npm start', 'npm run dev'].map(line => ({
    ...{ line, busy: 'PORT', says: /^PORT: \d+ is in use by another program$/m },
  })),
  {
    line: 'npm start',
    env: { PORT: 'free', DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' },
    says: /^DATABASE_URL: .*ECONNREFUSED/m,
  },
  {
    line: `npx liff-emulator ${app} --port $PORT`,
    busy: 'PORT',
    says: /^The port \d+ is already in use\. Choose another with --port$/m,
  },
  { line: 'npx liff-emulator --misspelt', says: /misspelt/ },
]
