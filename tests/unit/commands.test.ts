import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands, runElsewhere } from '#tests/commands/list.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** The lines that a document tells its reader to type: those of its code blocks, and those in its sentences and tables. */
function linesIn(text: string): string[] {
  const shell = [...text.matchAll(/^```(?:sh)?\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.split('\n').map(line => line.replace(/\s+#.*/, '').trim()),
  )
  const prose = text.replace(/^```.*?^```/gms, '')
  const spans = [...prose.matchAll(/`(np[mx] [^`]+)`/g)].map(([, line = '']) => line)
  return [...shell.filter(line => /^np[mx] /.test(line)), ...spans]
}

/** The rows of the emulator's table of commands. A row with several commands has one line for each. */
function emulatorTable(text: string): string[] {
  const [, section = ''] = text.split('### Command\n')
  const [table = ''] = section.split('### ')
  return table.split('\n').flatMap(row => {
    const [, first = ''] = /^\| (`.*?) +\|/.exec(row) ?? []
    return [...first.matchAll(/`([^`]+)`/g)].map(([, command = '']) => `liff-emulator ${command}`)
  })
}

const covered = new Set([
  ...commands.flatMap(({ line, documented = [line] }) => [line, ...documented]),
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
  const documented = [...commands, ...runElsewhere].flatMap(({ documented: lines = [] }) => lines)
  expect(documented.filter(line => !isKnown(line))).toEqual([])
  expect(runElsewhere.map(({ by }) => by).filter(path => !existsSync(path))).toEqual([])
  expect(commands.filter(({ prints }) => prints.length === 0)).toEqual([])
})
