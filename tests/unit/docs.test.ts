import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { APP_VERSION } from '#contract/limits.ts'

/** Returns the tracked files, or in an unpacked archive without a repository all files except generated ones. */
function projectFiles(): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files'], { encoding: 'utf8' })
  if (status === 0 && stdout !== '') return stdout.split('\n').filter(existsSync)
  const generated = ['.git', 'node_modules', 'dist', 'lib', 'test-results', 'data']
  const under = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !generated.includes(name))
      .flatMap(entry => (entry.isDirectory() ? under(join(folder, entry.name)) : [join(folder, entry.name)]))
  return under('.')
}

const tracked = projectFiles()
const documents = tracked.filter(path => path.endsWith('.md'))
const { version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Returns the anchors that GitHub and GitLab derive from the headings of a document. */
function anchorsOf(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test('every link in a document has a target', () => {
  const broken = documents.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, target = '', anchor]) => {
        const file = target === '' ? path : join(dirname(path), target)
        if (!existsSync(file)) return true
        return anchor !== undefined && !anchorsOf(file).has(anchor)
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(documents.length).toBeGreaterThan(10)
  expect(broken).toEqual([])
})

test('every decision has a number of its own, which its title repeats', () => {
  const files = readdirSync('docs/decisions').toSorted()
  const numbers = files.map(file => file.slice(0, 3))
  expect(numbers.filter((no, i) => numbers.indexOf(no) !== i)).toEqual([])
  const titleOf = (file: string) => readFileSync(join('docs/decisions', file), 'utf8').slice(0, 5)
  const isTitled = (file: string) => titleOf(file) === `# ${file.slice(0, 3)}`
  expect(files.filter(file => !isTitled(file))).toEqual([])
})

test('every source file that a document names exists', () => {
  const bases = ['', 'src/', 'server/', 'tests/', 'tests/unit/', 'contract/', 'emulator/']
  const isFile = (name: string) =>
    bases.some(base => existsSync(join(base, name))) || tracked.some(path => path.endsWith(`/${name}`))
  const named = documents
    .filter(path => !path.startsWith('emulator/'))
    .flatMap(path =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /(?:`|participant \w+ as (?:.*\()?)([\w#@-][\w.#@/-]*\.(?:tsx?|mjs|css|csv))(?=`|\)?\n)/g,
        ),
      ].map(([, name = '']) => ({ path, name })),
    )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isFile(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})

test('every npm command that a document names exists', () => {
  const ofEmulator = JSON.parse(readFileSync('emulator/package.json', 'utf8')).scripts
  const unknown = documents.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts || (path.startsWith('emulator/') && name in ofEmulator)))
      .map(([command]) => `${path}: ${command}`),
  )
  expect(unknown).toEqual([])
})

test('every product API call that a document names exists in the contract', () => {
  const named = documents.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/\b(GET|HEAD|POST|PUT|DELETE) (\/api\/[\w./*-]+)/g)].map(
      ([call, method = '', route = '']) => ({ path, call, method, route }),
    ),
  )
  const isCall = (method: string, route: string) =>
    Object.values(calls).some(known => {
      const parts = known.path.split('/')
      return (
        known.method === method &&
        route
          .split('/')
          .every(
            (part, at) =>
              part === '*' || part === parts[at] || (parts[at]?.startsWith(':') && /[A-Z\d]/.test(part)),
          ) &&
        (route.endsWith('*') || route.split('/').length === parts.length)
      )
    })
  expect(named.length).toBeGreaterThan(4)
  expect(
    named.filter(({ method, route }) => !isCall(method, route)).map(({ path, call }) => `${path}: ${call}`),
  ).toEqual([])
})

test('every example has a README, and the documents name exactly the existing examples', () => {
  const examples = tracked.flatMap(
    path => /^emulator\/examples\/([^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
  )
  const named = documents.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/npm run example -- ([\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(examples.filter(name => !existsSync(`emulator/examples/${name}/README.md`))).toEqual([])
  expect([...new Set(named)].filter(name => name !== 'NAME').sort()).toEqual(examples.sort())
})

test('package.json, its lock file and the newest release in the changelog have the same version', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const releases = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d\S+)$/gm)].map(
    ([, name]) => name,
  )
  expect([lock.version, lock.packages[''].version, releases[0]]).toEqual([version, version, version])
})

test('the loading screen in index.html has the version that the specification names', () =>
  expect(readFileSync('index.html', 'utf8')).toContain(`<small>${APP_VERSION}</small>`))

test('a release is described in at most 30 lines before its details', () => {
  const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## \d.*$/m)
  const [summary = ''] = newest.split('\n### Details\n')
  const lines = summary.split('\n').filter(line => line.trim() !== '')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length).toBeLessThanOrEqual(30)
})

test('no tracked file is longer than 300 lines', () => {
  const long = tracked
    // The changelog may be longer, because it only grows.
    .filter(path => /\.(ts|tsx|mjs|js|css|html|md|py|yml)$/.test(path) && path !== 'CHANGELOG.md')
    .map(path => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300)
  expect(long).toEqual([])
})

test('texts that every campaign shares do not name this campaign', () => {
  const shared = tracked.filter(path => path.startsWith('src/i18n/'))
  const brand = shared.filter(path => /ฟองฟู|ซ่า|fizz|lychee/i.test(readFileSync(path, 'utf8')))
  expect(shared.length).toBeGreaterThan(10)
  expect(brand).toEqual([])
})

test('the map names every folder, and only existing ones', () => {
  const map = readFileSync('docs/architecture.md', 'utf8')
  const folders = new Set(
    tracked
      .flatMap(path => /^((?:src\/)?[a-z][^/]*)\/./.exec(path)?.[1] ?? [])
      .filter(name => name !== 'src'),
  )
  const named = [...map.matchAll(/`((?:src\/)?[a-z0-9-]+)\/`/g)].map(([, name = '']) => name)
  expect([...folders].filter(name => !named.includes(name))).toEqual([])
  const places = ['.', 'server', 'contract', 'desk']
  expect(named.filter(name => !places.some(place => existsSync(join(place, name))))).toEqual([])
})
