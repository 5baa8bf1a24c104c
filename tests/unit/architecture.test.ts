import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importCycle, importsAmong, roomCycle, violations } from '#tests/kit/imports.ts'

const roots = [
  ...['build', 'campaign', 'contract', 'src', 'sw', 'server', 'desk'],
  ...['emulator', 'create-liff-emulator', 'tools', 'tests'],
]
const isSource = (path: string) =>
  /\.(ts|tsx|mjs)$/.test(path) && !/(^|\/)(dist|node_modules)\/|^emulator\/lib\//.test(path)

function sources(): Map<string, string> {
  const folders = roots.flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map(
      path => `${root}/${path.replaceAll('\\', '/')}`,
    ),
  )
  const top = readdirSync('.').filter(path => path.endsWith('.ts'))
  return new Map([...folders, ...top].filter(isSource).map(path => [path, readFileSync(path, 'utf8')]))
}

const seeded = (path: string, source: string) => violations(new Map([[path, source]]))

test('every import in the project follows the table', () => expect(violations(sources())).toEqual([]))

test('the check finds a plausible number of sources', () => expect(sources().size).toBeGreaterThan(100))

test('refuses a screen that imports the storage', () =>
  expect(
    seeded('src/screens/home/home.tsx', "import { kv } from '#src/storage/key-value-store.ts'"),
  ).toHaveLength(1))

test('detects an import that spans several lines', () => {
  const source = "import type {\n  A,\n  B,\n} from\n  '#server/app.ts'"
  expect(seeded('src/domain/startup.ts', source)).toHaveLength(1)
})

test('detects a re-export and a side-effect import', () => {
  expect(seeded('contract/schema.ts', "export { a } from '#src/ports.ts'")).toHaveLength(1)
  expect(seeded('contract/schema.ts', "import '#src/ports.ts'")).toHaveLength(1)
})

test('detects a dynamic import and a require', () => {
  expect(seeded('src/state/master.ts', "const api = await import('#src/platform/http.ts')")).toHaveLength(1)
  expect(seeded('src/state/master.ts', "const kv = require('../platform/kv.ts')")).toHaveLength(1)
})

test('refuses a dynamic import of a computed path', () => {
  expect(seeded('src/state/master.ts', 'const kv = await import(where)')).toHaveLength(1)
  expect(
    seeded('src/state/master.ts', ['const kv = await import(`#src/$', '{where}.ts`)'].join('')),
  ).toHaveLength(1)
})

test('detects a relative path out of the folder', () =>
  expect(seeded('src/state/master.ts', "import { kv } from '../platform/kv.ts'")).toHaveLength(1))

test('refuses a file outside every folder of the table', () =>
  expect(seeded('src/helpers/misc.ts', '')).toEqual(['src/helpers/misc.ts is in no folder of the table']))

test('refuses an import of the campaign by the emulator', () =>
  expect(seeded('emulator/src/index.ts', "import { calls } from '#contract/calls.ts'")).toHaveLength(1))

test('refuses an import of anything outside the emulator by its tests, and of its tests by its sources', () => {
  for (const specifier of ['#server/app.ts', '#src/ports.ts', '../../../tests/kit/phone.ts', 'kysely'])
    expect(seeded('emulator/tests/core/one.test.ts', `import { a } from '${specifier}'`)).toHaveLength(1)
  expect(seeded('emulator/tests/core/one.test.ts', "import { soon } from '#tests/kit/soon.ts'")).toEqual([])
  expect(seeded('emulator/src/index.ts', "import { soon } from '../tests/kit/soon.ts'")).toHaveLength(1)
})

test('refuses a package that is not in the row, and ignores comments', () => {
  expect(seeded('src/domain/startup.ts', "import liff from '@line/liff'")).toHaveLength(1)
  expect(seeded('src/domain/startup.ts', "// import liff from '@line/liff'")).toEqual([])
})

const imports = importsAmong(sources())

test('the files of the project have no import cycle, type imports included', () =>
  expect(importCycle(imports)).toEqual([]))

test.each(roots.filter(root => root !== 'tests'))(
  'no folder in %s has an import cycle among its rooms, at any depth',
  root => expect(roomCyclesBelow(imports, root)).toEqual([]),
)

test('detects an import cycle among rooms inside a room', () => {
  const files = new Map([
    ['desk/pages/a/one.ts', "import { two } from '../b/two.ts'"],
    ['desk/pages/b/two.ts', ''],
    ['desk/pages/b/three.ts', "import { four } from '../a/four.ts'"],
    ['desk/pages/a/four.ts', ''],
  ])
  expect(roomCycle(importsAmong(files), 'desk')).toEqual([])
  expect(roomCyclesBelow(importsAmong(files), 'desk')).toHaveLength(2)
})

function roomCyclesBelow(all: typeof imports, root: string): string[] {
  const folders = new Set(all.flatMap(({ from }) => foldersAround(from)))
  const inside = [...folders].filter(
    folder => `${folder}/`.startsWith(`${root}/`) && !`${folder}/`.startsWith('emulator/tests/'),
  )
  return inside.flatMap(folder => roomCycle(all, folder))
}

const foldersAround = (path: string) =>
  path.split('/').flatMap((_, depth, parts) => (depth === 0 ? [] : [parts.slice(0, depth).join('/')]))

test('reports an import cycle as a list of imports', () => {
  const files = new Map([
    ['server/a/one.ts', "import { two } from '#server/b.ts'"],
    ['server/b.ts', "import { three } from './b/three.ts'"],
    ['server/b/three.ts', "import { four } from '../c/four.ts'"],
    ['server/c/four.ts', "import { five } from '../a/five.ts'"],
    ['server/a/five.ts', ''],
    ['server/d.ts', "import { one } from './a/one.ts'"],
  ])
  expect(importCycle(importsAmong(files))).toEqual([])
  expect(roomCycle(importsAmong(files), 'server').sort()).toEqual([
    'server/a/one.ts imports server/b.ts',
    'server/b/three.ts imports server/c/four.ts',
    'server/c/four.ts imports server/a/five.ts',
  ])
})
