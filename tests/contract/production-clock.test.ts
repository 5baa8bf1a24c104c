import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

/** In production, no route, setting or code can move the server's clock or put the campaign into a phase. */

const server = eachTest(testServer)

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the project files that a file imports, directly or indirectly, as paths relative to the project's root. */
function importedFrom(entry: string): Set<string> {
  const found = new Set<string>()
  const queue = [entry]
  for (const file of queue) {
    if (found.has(file)) continue
    found.add(file)
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, specifier = ''] of source.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
      if (specifier.startsWith('#')) queue.push(specifier.slice(1).replace(/^emulator\//, 'emulator/src/'))
      if (specifier.startsWith('.')) queue.push(relative(root, join(root, dirname(file), specifier)))
    }
  }
  return found
}

test('the production server imports no code of the emulator, the phases or the rehearsal', () => {
  const files = importedFrom('server/main.ts')
  expect(files.has('server/start.ts')).toBe(true)
  const control = [...files].filter(file => /^(emulator|tools)\/|^server\/(rehearsal|cli)\//.test(file))
  expect(control).toEqual([])
  // Shows that the search works: it finds such imports in the development start.
  const development = importedFrom('tools/stack.ts')
  for (const file of ['tools/phases/phases.ts', 'emulator/src/control/phases.ts'])
    expect(development.has(file)).toBe(true)
})

test('the production server has no demo accounts of the desk', () => {
  const files = importedFrom('server/main.ts')
  expect([files.has('server/desk/start.ts'), files.has('server/desk/demo.ts')]).toEqual([true, false])
  expect(importedFrom('tools/stack-desk.ts').has('server/desk/demo.ts')).toBe(true)
  const source = readFileSync(join(root, 'server/main.ts'), 'utf8')
  expect(source.match(/\bdemo\b[^,}]*/g)).toEqual(['demo: false'])
})

test('the production server starts with the machine’s clock and passes no other one', () => {
  const source = readFileSync(join(root, 'server/main.ts'), 'utf8')
  expect(source).toContain("openServer(settings, {}, 'refuse')")
  expect(source).toContain('await removeClockFile(settings.dataDir)')
  expect(source).not.toMatch(/readClock|writeClock/)
})

test.each([
  '/__emulator/api/clock',
  '/__emulator/api/phase',
  '/__emulator/api/phases',
  '/api/clock',
  '/api/phase',
])('no method reaches %s', async path => {
  const body = JSON.stringify({ id: 'won', advance: 1000 })
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const init = { method, ...(method === 'GET' ? {} : { body }) }
    const { status } = await server.fetch(new Request(`https://campaign.example${path}`, init), {
      ip: '127.0.0.1',
    })
    expect([method, status]).toEqual([method, 404])
  }
})

test('no call of the contract and no setting is about the clock or a phase', () => {
  const about = /clock|phase|rehears/i
  expect(
    Object.values(calls)
      .map(({ path }) => path)
      .filter(path => about.test(path)),
  ).toEqual([])
  const settings = readFileSync(join(root, '.env.example'), 'utf8').match(/^#? ?[A-Z0-9_]+(?==)/gm) ?? []
  expect(settings.length).toBeGreaterThan(10)
  expect(settings.filter(name => about.test(name))).toEqual([])
})
