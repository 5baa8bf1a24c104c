import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tests rules that every source file of the server, the app and the desk must follow. */

const sources = ['campaign', 'contract', 'desk', 'server', 'src', 'sw'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(tsx?|mjs)$/.test(name))
    .map(name => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`
      return { path, source: readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '') }
    }),
)
const withPattern = (pattern: RegExp) =>
  sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path)
/** Returns the first group of every match of the pattern in all files, without duplicates. */
const matches = (pattern: RegExp) => [
  ...new Set(sources.flatMap(({ source }) => [...source.matchAll(pattern)].map(([, one = '']) => one))),
]

test('reads a plausible number of sources', () => {
  expect(sources.length).toBeGreaterThan(600)
  for (const folder of ['desk/pages/', 'desk/preview/', 'server/desk/', 'contract/desk/'])
    expect(sources.filter(({ path }) => path.startsWith(folder)).length).toBeGreaterThan(2)
})

test('no source turns text into code or into a regular expression', () => {
  expect(withPattern(/\beval\(|\bFunction\(|setTimeout\(['"`]|setInterval\(['"`]|RegExp\(/)).toEqual([])
  // `match`, `matchAll` and `search` compile a text that is passed to them. The methods of these names that belong to
  // the address bar, a cache and a worker's clients compile nothing.
  const compiled = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/\w+\??\.(?:match|matchAll|search)\((?!\s*\/)[^)]*\)/g)].map(
      ([call]) => `${path}: ${call}`,
    ),
  )
  expect(
    compiled.filter(
      one => !/navigation\.search\(\)|present\.match|caches\.match|clients\.matchAll/.test(one),
    ),
  ).toEqual([])
})

test('no address in a link, a picture or a form of a page can run a script', () => {
  // React refuses `javascript:` addresses. `href` and `src` come from constants, ids and the server's own addresses.
  expect(withPattern(/javascript:|data:text\/html/i)).toEqual([])
  const leaving = /location\.(assign|replace)\(|location\.href\s*=|window\.open\(/
  const desk = sources.filter(({ path, source }) => path.startsWith('desk/') && leaving.test(source))
  // The desk opens only its own first page, after a person has signed out or joined.
  expect(desk.map(({ path }) => path).toSorted()).toEqual(['desk/pages/invitation.tsx', 'desk/sign-out.tsx'])
  for (const { source } of desk)
    expect(source.match(/location\.\w+\([^)]*\)/g)).toEqual(["location.replace('/')"])
})

test('no source turns text into HTML in a page', () => {
  const html =
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser/
  expect(withPattern(html)).toEqual(['src/boot/too-old.ts'])
  // This file writes a single literal.
  const written = sources.flatMap(({ source }) => source.match(/document\.write\(.*/g) ?? [])
  expect(written).toEqual([expect.stringMatching(/^document\.write\('[^'\\]*'\)$/)])
})

test('only printing slips and checking a time stamp start another program, without a shell', () => {
  const starting = ['server/cli/print.ts', 'server/draw/verify-stamp.ts']
  expect(withPattern(/child_process/).toSorted()).toEqual(starting)
  for (const { path, source } of sources.filter(one => starting.includes(one.path))) {
    expect([path, source]).toEqual([path, expect.stringContaining('execFile')])
    expect(source).not.toMatch(/shell|exec\(|spawn/)
  }
})

test('cryptography comes from Node, the browser, jose and SimpleWebAuthn only', () => {
  const crypto = /from '([^']*(?:crypto|jose|bcrypt|argon|hash|jsonwebtoken|forge|nacl|webauthn)[^']*)'/g
  const packages = matches(crypto).filter(name => !name.startsWith('#') && !name.startsWith('.'))
  expect(packages.toSorted()).toEqual([
    '@simplewebauthn/browser',
    '@simplewebauthn/server',
    '@simplewebauthn/server/helpers',
    'jose',
    'node:crypto',
  ])
  // SimpleWebAuthn verifies with the Web Crypto API of the browser or Node, not with algorithms of its own.
  const { dependencies } = JSON.parse(
    readFileSync('node_modules/@simplewebauthn/server/package.json', 'utf8'),
  )
  expect(Object.keys(dependencies).filter(name => /noble|elliptic|forge|tweetnacl/.test(name))).toEqual([])
})

test('every hash is SHA-256, and nothing is encrypted by our own code', () => {
  expect(matches(/createH(?:ash|mac)\(\s*['"]([^'"]+)['"]/g)).toEqual(['sha256'])
  expect(matches(/subtle\.(\w+\([^,)]*)/g)).toEqual([
    "importKey('raw'",
    'sign(algorithm.name',
    "digest('SHA-256'",
  ])
  // These are the constants of HMAC. A source that contains them may compute HMAC itself.
  expect(withPattern(/\b0x(?:36|5c)\b/)).toEqual([])
  expect(withPattern(/create(Cipher|Decipher)|publicEncrypt|privateDecrypt|subtle\.encrypt|pbkdf2/)).toEqual(
    [],
  )
})

test('Math.random only spreads waiting times, chooses visits to report and marks a new database', () => {
  expect(withPattern(/Math\.random/)).toEqual([
    'server/store/transaction.ts',
    'src/boot/entry-retry.ts',
    'src/platform/ids.ts',
    'src/storage/open-database.ts',
    'src/ui/offline-strip.tsx',
  ])
  expect(withPattern(/\bids\.random\(/)).toEqual([
    'src/boot/phone-report.ts',
    'src/outbox/offer-again.ts',
    'src/outbox/runner.ts',
    'src/startup/runner.ts',
    'src/state/retry-later.ts',
  ])
})

test('no source switches off the check of certificates, except to examine a certificate', () => {
  // `doctor live` reports problems of the campaign's certificate together with other problems. It sends tokens only if
  // the certificate is valid.
  expect(
    withPattern(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|sslmode=no-verify/).toSorted(),
  ).toEqual(['server/cli/live/ask.ts', 'server/cli/live/certificate.ts'])
})

test('every request of the server to another system refuses redirects', () => {
  const sending = sources.filter(
    ({ path, source }) =>
      // `fetch` in server.ts calls the campaign's own API.
      path.startsWith('server/') &&
      path !== 'server/server.ts' &&
      /line\.fetch\(|await fetch\(|client\.sign\(/.test(source),
  )
  const following = sending.filter(({ source }) => !/redirect: '(manual|error)'/.test(source))
  // jose fetches LINE's keys, and sets `redirect: 'manual'` itself.
  expect(following.map(({ path }) => path)).toEqual(['server/auth/line-keys.ts'])
  expect(readFileSync('node_modules/jose/dist/webapi/jwks/remote.js', 'utf8')).toContain('redirect: "manual"')
  expect(sending.length).toBe(8)
})

test('no page accepts messages of other windows, except the preview and the desk of each other', () => {
  // The app listens to the service worker and to a channel between tabs of one origin. The service worker listens to
  // its pages.
  // The desk and the frame of its preview listen to each other.
  const listening = withPattern(/addEventListener\(\s*'message'/).toSorted()
  expect(listening).toEqual([
    'desk/pages/set-up/phone.tsx',
    'desk/preview/main.tsx',
    'src/platform/tabs.ts',
    'src/platform/worker-client.ts',
    'sw/sw.ts',
  ])
  expect(withPattern(/window\.(addEventListener\('message'|onmessage)/)).toEqual([])
  for (const { path, source } of sources.filter(
    ({ path }) => path.startsWith('desk/') && listening.includes(path),
  )) {
    // Both check the window, the origin and the format of a message before they use the message.
    expect([path, source]).toEqual([path, expect.stringMatching(/isFrom\(event, /)])
    expect([path, source]).toEqual([
      path,
      expect.stringMatching(/v\.(is|safeParse)\((?:ready|show)Message, event\.data\)/),
    ])
    expect(source).not.toMatch(/postMessage\([^)]*'\*'/)
  }
})

test('the desk keeps nothing of customers and no secret in the browser’s storage', () => {
  const storing = /localStorage|sessionStorage|indexedDB|document\.cookie|caches\.|serviceWorker/
  const desk = sources.filter(({ path, source }) => path.startsWith('desk/') && storing.test(source))
  expect(desk.map(({ path }) => path)).toEqual(['desk/texts/use-texts.tsx'])
  const [{ source } = { source: '' }] = desk
  expect(source.match(/localStorage\.\w+\([^)]*\)/g)).toEqual([
    'localStorage.getItem(STORED)',
    'localStorage.setItem(STORED, language)',
  ])
})

test('no package for a technology that the requirements restrict is installed in production', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const restricted =
    /xml|xpath|ldap|graphql|websocket|^ws$|socket\.io|mail|memcached|saml|latex|ejs|handlebars|pug|markdown|yaml|webrtc|passport/i
  // Mail goes only to the operator's addresses. "desk check 23" shows that no person's text reaches the headers.
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    name => name !== 'nodemailer',
  )
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter(name => restricted.test(name))).toEqual([])
  expect(withPattern(/new (WebSocket|EventSource|RTCPeerConnection)\b/)).toEqual([])
})

test('the server writes only to its log', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/cli/'))
  const writing = /console\.\w+\(|process\.std(out|err)|createWriteStream|appendFile|syslog/
  // `main.ts` prints wrong settings at the start, before the log exists.
  expect(server.filter(({ source }) => writing.test(source)).map(({ path }) => path)).toEqual([
    'server/main.ts',
    // Appends the heads of the audit log, which contain only numbers and hashes.
    'server/audit/head-file.ts',
  ])
  expect(server.filter(({ source }) => /pino\(/.test(source)).map(({ path }) => path)).toEqual([
    'server/log.ts',
  ])
})
