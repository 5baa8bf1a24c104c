import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namedScenario } from '#emulator/scenario/named.ts'
import { packInto } from '#tools/release/pack.ts'
import { codeIn } from './documented.ts'
import { installNode, majors, type UsersNode } from './nodes.ts'
import { type PackageCommand, packageCommands } from './package-list.ts'
import { type PackageRegistry, startPackageRegistry } from './package-registry.ts'
import { LONGEST_MS, runAsUser } from './run-as-user.ts'
import { runLine } from './run-line.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = '<!doctype html><html><head></head><body><h1>An app</h1></body></html>'

let node: UsersNode
let folder: string
let packed: string
let registry: PackageRegistry

beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'packed-'))
  registry = await startPackageRegistry(await packInto(packed, ['emulator']), { installed: true })
}, LONGEST_MS)

afterAll(async () => {
  await registry?.close()
  await rm(packed, { recursive: true, force: true })
})

/** Waits until no other program uses the port. A README names the port, so the test cannot choose another. */
async function freed(port: number): Promise<void> {
  const isFree = () =>
    new Promise<boolean>(resolve => {
      const probe = createServer().once('error', () => resolve(false))
      probe.listen(port, () => probe.close(() => resolve(true)))
    })
  await expect.poll(isFree, { timeout: LONGEST_MS, message: `port ${port} is in use` }).toBe(true)
}

async function withApp(port: number, work: () => Promise<void>): Promise<void> {
  await freed(port)
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(page)
  })
  await new Promise<void>(resolve => server.listen(port, () => resolve()))
  try {
    await work()
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const withEmulator = (work: () => Promise<void>) =>
  runLine('npx liff-emulator ./public', {
    cwd: folder,
    env: node.env,
    async until() {
      const isRunning = () =>
        fetch('http://localhost:4400/__emulator/').then(
          () => true,
          () => false,
        )
      await expect.poll(isRunning, { timeout: LONGEST_MS }).toBe(true)
      await work()
    },
  })

/** Writes the files that the README's commands name, which a real project already has. */
async function writeProject(): Promise<void> {
  for (const name of ['public', 'dist']) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'index.html'), page)
  }
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'shop.json'), JSON.stringify({ ...namedScenario('friend'), name: 'shop' }))
  const readme = await readFile(join(root, 'emulator/README.md'), 'utf8')
  await writeFile(join(folder, 'vite.config.ts'), codeIn(readme, '### Vite'))
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as object
  const scripts = { test: 'node -p "\'LINE: \' + process.env.LIFF_EMULATOR_URL"', dev: 'vite' }
  await writeFile(path, JSON.stringify({ ...manifest, type: 'module', scripts }))
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  await symlink(join(root, 'node_modules/vite'), join(folder, 'node_modules/vite'), 'junction')
  await symlink('../vite/bin/vite.js', join(folder, 'node_modules/.bin/vite'))
}

async function runInFolder({ app, controls, ...command }: PackageCommand): Promise<void> {
  const env = { ...node.env, npm_config_registry: registry.url, npm_config_cache: join(packed, 'cache') }
  const run = () => runAsUser({ ...command, env }, folder)
  if (app !== undefined) return withApp(app, run)
  if (!controls) return run()
  await withEmulator(run)
}

describe.each(majors)('on Node %d', major => {
  beforeAll(async () => {
    node = installNode(major)
    folder = await mkdtemp(join(tmpdir(), 'readme-'))
  }, LONGEST_MS)
  afterAll(async () => {
    node.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test('the commands run on this Node', async () => {
    const { output } = await runLine('node --version', { cwd: folder, env: node.env })
    expect(output).toMatch(new RegExp(`^v${major}\\.`))
  })

  test.each(packageCommands)(
    '$line',
    async command => {
      const isInstall = command.line.startsWith('npm install')
      const source = /PATH\/TO\/(\S+)/.exec(command.line)?.[1]
      if (source !== undefined) {
        await mkdir(join(folder, 'PATH/TO'), { recursive: true })
        await copyFile(join(packed, source), join(folder, 'PATH/TO', source))
      } else if (isInstall) expect(await readdir(folder)).toEqual([])
      await freed(4400)
      await runInFolder(command)
      if (source !== undefined) await writeProject()
    },
    LONGEST_MS,
  )
})
