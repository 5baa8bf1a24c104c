import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emulatorTable, linesIn } from '#tests/commands/documented.ts'
import { commands, runElsewhere } from '#tests/commands/list.ts'
import { packageCommands } from '#tests/commands/package-list.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const all = [...commands, ...packageCommands]

/** Removes `npx`, because the emulator's table names its commands without it. */
const bare = (line: string) => line.replace(/^npx /, '')

const covered = new Set([
  ...all.flatMap(({ line, documented = [line] }) => [line, bare(line), ...documented]),
  ...runElsewhere.flatMap(({ documented }) => documented),
])

test('every command of the README files is in the list of commands that run', () => {
  const emulator = readFileSync('emulator/README.md', 'utf8')
  const lines = [
    ...linesIn(readFileSync('README.md', 'utf8')),
    ...linesIn(emulator),
    ...emulatorTable(emulator),
  ]
  expect(lines.length).toBeGreaterThan(40)
  expect([...new Set(lines)].filter(line => !covered.has(line))).toEqual([])
})

test('every script of package.json is in the list of commands that run', () => {
  const named = Object.keys(scripts).filter(name =>
    [...covered].some(line => new RegExp(`^npm (run (--silent )?)?${name}( |$)`).test(line)),
  )
  expect(Object.keys(scripts).filter(name => !named.includes(name))).toEqual([])
})

test('the list names only scripts, documented commands and files that exist', () => {
  const texts = ['README.md', 'emulator/README.md'].map(path => readFileSync(path, 'utf8'))
  const known = new Set([...texts.flatMap(linesIn), ...emulatorTable(texts[1] ?? '')])
  const isKnown = (line: string) =>
    known.has(line) || (/^npm run ([\w:-]+)$/.exec(line)?.[1] ?? '') in scripts
  const documented = [...all, ...runElsewhere].flatMap(({ documented: lines = [] }) => lines)
  expect(documented.filter(line => !isKnown(line))).toEqual([])
  expect(runElsewhere.map(({ by }) => by).filter(path => !existsSync(path))).toEqual([])
  expect(all.filter(({ prints }) => prints.length === 0)).toEqual([])
})

test('every documented command that does not run as it is written has a reason', () => {
  const changed = all.filter(({ line, documented = [] }) => documented.some(one => one !== line))
  expect(changed.filter(({ because }) => !because).map(({ line }) => line)).toEqual([])
})

test('the documents contain each command of the package', () => {
  const text = readFileSync('emulator/README.md', 'utf8')
  const known = new Set([...linesIn(text), ...emulatorTable(text)])
  const lines = packageCommands.flatMap(({ line, documented = [line] }) => documented)
  expect(lines.filter(line => !known.has(line) && !known.has(bare(line)))).toEqual([])
})
