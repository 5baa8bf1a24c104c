import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig, withConfig } from '#emulator/cli/config-file.ts'
import { packageFile } from '#emulator/package-file.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { runCommand } from './kit.ts'

const folder = eachFolder()

async function project(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(folder(path)), { recursive: true })
    await writeFile(folder(path), text)
  }
}

/** Returns every file of the project with its bytes. */
async function contents(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(files.map(async path => [path, await readFile(path, 'base64')] as const)),
  )
}

const written = async () => JSON.parse(await readFile(folder('liff-emulator.json'), 'utf8'))
const manifest = (more: object) => JSON.stringify({ name: 'mine', ...more })

const projects = [
  {
    kind: 'Vite',
    files: {
      'package.json': manifest({ scripts: { dev: 'vite' }, devDependencies: { vite: '8.3.8' } }),
      'vite.config.ts': "export default { base: '/shop/', server: { port: 5174 } }",
      'src/main.ts': "await liff.init({ liffId: '1656000001-AbCdEfGh' })",
    },
    config: {
      app: 'http://localhost:5174',
      'liff-id': '1656000001-AbCdEfGh',
      endpoint: '/shop/',
    },
    says: ['from vite.config.ts', 'from src/main.ts', 'next to your app (npm run dev)'],
  },
  {
    kind: 'Vite',
    files: {
      'package.json': manifest({ scripts: { dev: 'vite' } }),
      'vite.config.mts': 'export default { server: { port: 5175 } }',
      'index.html': '<h1>A package of a workspace</h1>',
    },
    config: { app: 'http://localhost:5175' },
    says: ['from vite.config.mts'],
  },
  {
    kind: 'Next.js',
    files: {
      'package.json': manifest({ scripts: { dev: 'next dev -p 3001' }, dependencies: { next: '16.0.0' } }),
      '.env.local': 'NEXT_PUBLIC_LIFF_ID=1656000002-AbCdEfGh\n',
    },
    config: { app: 'http://localhost:3001', 'liff-id': '1656000002-AbCdEfGh' },
    says: ['from package.json', 'from .env.local'],
  },
  {
    kind: 'Nuxt',
    files: {
      'package.json': manifest({ scripts: { dev: 'nuxt dev' }, dependencies: { nuxt: '4.2.0' } }),
      'nuxt.config.ts': 'export default defineNuxtConfig({ devServer: { port: 3100 } })',
      'app/plugins/liff.client.ts': 'liff.init({ liffId: "1656000003-AbCdEfGh" })',
      'node_modules/other/index.js': "liff.init({ liffId: '1656999999-NotMineX' })",
    },
    config: { app: 'http://localhost:3100', 'liff-id': '1656000003-AbCdEfGh' },
    says: ['from app/plugins/liff.client.ts'],
  },
  {
    kind: 'Express',
    files: {
      'package.json': manifest({ scripts: { start: 'node server.js' }, dependencies: { express: '5.1.0' } }),
      'server.js':
        "app.post('/line/webhook', middleware(config), answer)\napp.listen(process.env.PORT ?? 8080)\n",
      'public/index.html': "<script>liff.init({ liffId: '1656000004-AbCdEfGh' })</script>",
    },
    config: {
      app: 'http://localhost:8080',
      'liff-id': '1656000004-AbCdEfGh',
      webhook: 'http://localhost:8080/line/webhook',
    },
    says: ['next to your app (npm run start)'],
  },
  {
    kind: 'a folder with index.html',
    files: { 'public/index.html': '<!doctype html>', 'public/style.css': '' },
    config: { app: './public' },
    says: ['No LIFF id found, so the app has 2000000001-Campaign'],
  },
]

test.each(projects)('init finds $kind, says what it wrote, and undoes it byte for byte', async one => {
  await project(one.files)
  const before = await contents()
  const done = await runCommand('init', folder())
  expect(done).toMatchObject({ code: 0, errors: '' })
  expect(done.output).toContain(`Found ${one.kind}, and wrote liff-emulator.json:`)
  for (const text of [...one.says, 'init --undo']) expect(done.output).toContain(text)
  expect(await written()).toEqual(one.config)
  expect(await runCommand('init', '--undo', folder())).toEqual({
    ...{ code: 0, errors: '' },
    output: 'Removed liff-emulator.json. Nothing else had been changed.',
  })
  expect(await contents()).toEqual(before)
})

test('init uses the usual ports if the project names none', async () => {
  for (const [dependency, port] of [
    ['vite', 5173],
    ['next', 3000],
    ['nuxt', 3000],
    ['express', 3000],
  ] as const) {
    await project({ 'package.json': manifest({ dependencies: { [dependency]: '1.0.0' } }) })
    await runCommand('init', folder())
    expect(await written()).toEqual({ app: `http://localhost:${port}` })
    await runCommand('init', '--undo', folder())
  }
})

test('init --undo keeps an edited file, and init does not replace it', async () => {
  await project({ 'index.html': '' })
  await runCommand('init', folder())
  await project({ 'liff-emulator.json': '{"app": ".", "scenario": "slow"}' })
  expect(await runCommand('init', '--undo', folder())).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not what init writes here, so it may be your work.'),
  })
  expect(await runCommand('init', folder())).toMatchObject({
    code: 1,
    errors: 'init: liff-emulator.json already exists. Edit it, or remove it with init --undo',
  })
  expect(await written()).toEqual({ app: '.', scenario: 'slow' })
})

test('init says in one sentence what to do in a wrong folder', async () => {
  const errorsOf = async (...words: string[]) => (await runCommand('init', ...words)).errors
  expect(await errorsOf(folder('missing'))).toMatch(
    /missing is not a folder\. Run it in your project's folder/,
  )
  expect(await errorsOf(folder())).toMatch(/has no package\.json with Next\.js.*npx liff-emulator http:/)
  expect(await errorsOf('--undo', folder())).toBe('init: there is no liff-emulator.json here to remove')
  await project({ 'package.json': '{' })
  expect(await errorsOf(folder())).toMatch(/package\.json: .*JSON/)
  expect((await runCommand('start', '--undo')).errors).toMatch(/--undo: has no effect on "start"/)
  expect(await readdir(folder())).toEqual(['package.json'])
})

test('the commands take the options of the file, and those of the command line win', async () => {
  await project({
    'liff-emulator.json': JSON.stringify({
      ...{ app: 'http://localhost:3000', 'liff-id': '1656000001-AbCdEfGh', endpoint: '/shop/' },
      ...{ scenario: 'slow', webhook: 'http://localhost:3000/webhook' },
    }),
  })
  const config = await readConfig(folder())
  expect(withConfig({}, config)).toEqual({
    ...{ target: 'http://localhost:3000', 'liff-id': ['1656000001-AbCdEfGh'], endpoint: ['/shop/'] },
    ...{ scenario: 'slow', webhook: 'http://localhost:3000/webhook' },
  })
  const given = { 'liff-id': ['1656000002-AbCdEfGh'], scenario: undefined, target: './public' }
  expect(withConfig(given, config)).toEqual({
    ...{ target: './public', 'liff-id': ['1656000002-AbCdEfGh'] },
    ...{ scenario: 'slow', webhook: 'http://localhost:3000/webhook' },
  })
  expect(withConfig({ scenario: 'shop.json+offline' }, config)).toEqual({
    ...{ target: 'http://localhost:3000', scenario: 'shop.json+offline' },
  })
})

test('a mistake in the file is named with its field', async () => {
  const problemOf = async (text: string) => {
    await project({ 'liff-emulator.json': text })
    return readConfig(folder()).catch((error: Error) => error.message)
  }
  expect(await problemOf('{"port": 4500}')).toMatch(
    /^liff-emulator\.json: port: unknown field\. Allowed: app, /,
  )
  expect(await problemOf('{"app": 3000}')).toBe('liff-emulator.json: app: expected string, got 3000')
  expect(await problemOf('{')).toMatch(/liff-emulator\.json: .*JSON/)
})

test('an old version of Node gets one sentence', () => {
  const versions = '{ value: { ...process.versions, node: "20.18.3" } }'
  const preload = `data:text/javascript,Object.defineProperty(process, "versions", ${versions})`
  const words = ['--import', preload, fileURLToPath(packageFile('bin/liff-emulator.js')), '--version']
  expect(spawnSync(process.execPath, words, { encoding: 'utf8' })).toMatchObject({
    ...{ status: 1, stdout: '' },
    stderr:
      'liff-emulator needs Node 20.19 or newer, and this is Node 20.18.3. Install the current version from https://nodejs.org.\n',
  })
})
