import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInto } from '#tools/release/pack.ts'
import { installNode, majors } from './nodes.ts'
import { type PackageRegistry, startPackageRegistry } from './package-registry.ts'
import { LONGEST_MS, runAsUser } from './run-as-user.ts'

let packed: string
let registry: PackageRegistry

beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'packed-'))
  registry = await startPackageRegistry(await packInto(packed))
}, LONGEST_MS)

afterAll(async () => {
  await registry?.close()
  await rm(packed, { recursive: true, force: true })
})

test.each(majors)(
  'on Node %d, a new project has two green tests, and its app and bot run',
  async major => {
    const node = installNode(major)
    const folder = await mkdtemp(join(tmpdir(), 'create-'))
    const project = join(folder, 'my-app')
    const env = { ...node.env, npm_config_registry: registry.url, npm_config_prefer_offline: 'true' }
    try {
      const created = [/^ {2}Created .*my-app\. Next:$/m]
      await runAsUser({ line: 'npm create --yes liff-emulator my-app', env, prints: created }, folder)
      expect(JSON.parse(await readFile(join(project, 'package.json'), 'utf8')).name).toBe('my-app')
      await runAsUser({ line: 'npm install', env, prints: [/^added \d+ packages/m] }, project)
      const green = [/Tests +.*1 passed/, /Running 1 test\b/, /\b1 passed \(/]
      await runAsUser({ line: 'npm test', env, prints: green }, project)
      const serves = {
        url: 'http://localhost:4400/__line/liff.line.me/2000000001-Campaign',
        answer: /<div id="root">/,
      }
      await runAsUser({ line: 'npm run dev', env, serves, prints: [/__emulator\//] }, project)
    } finally {
      node.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
  LONGEST_MS * 2,
)
