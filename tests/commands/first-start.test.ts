import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { copyProject } from './project-copy.ts'
import { LONGEST_MS, runAsUser } from './run-as-user.ts'

const isNode20 = process.versions.node.startsWith('20.')

let project: ReturnType<typeof copyProject>
beforeAll(() => {
  project = copyProject()
  const packages = join(project.folder, 'node_modules/better-sqlite3')
  const source = join(import.meta.dirname, '../../node_modules/better-sqlite3')
  rmSync(packages)
  cpSync(source, packages, { recursive: true, filter: path => !path.startsWith(join(source, 'build')) })
}, LONGEST_MS)
afterAll(() => project.remove())

test.runIf(isNode20).each([
  {
    line: 'npm start',
    env: { PORT: 'free', DESK_PORT: 'free' },
    serves: { url: 'http://localhost:$PORT/healthz', answer: /"ok":true/ },
    prints: [/^Installing Node 24, because Node 20\.\d+\.\d+ has no SQLite without a compiler/m],
  },
  { line: 'npm run campaign -- receipts list', prints: [/receipt/i] },
])(
  'without a compiled SQLite, $line runs on Node 24',
  command => runAsUser(command, project.folder),
  LONGEST_MS,
)
