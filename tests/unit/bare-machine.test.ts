import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const imports = /^(?:import|export)\b(?:[\w\s{},*]+from)?\s*'([^']+)'/gm

/** Returns the packages that a script loads, directly or through its imports, before its first line runs. */
function packagesAtStart(script: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(script)) return []
  seen.add(script)
  return [...readFileSync(script, 'utf8').matchAll(imports)].flatMap(([, name = '']) => {
    if (name.startsWith('node:')) return []
    return name.startsWith('.')
      ? packagesAtStart(join(dirname(script), name), seen)
      : [`${script} imports ${name}`]
  })
}

test('the commands that install the packages start without them', () => {
  const commands = readdirSync('tools').filter(name => name.endsWith('.mjs'))
  expect(commands).toContain('test.mjs')
  expect(commands.flatMap(name => packagesAtStart(resolve('tools', name)))).toEqual([])
})

test('every script of package.json that starts with Node names a file of tools', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const started = Object.values(scripts).flatMap(line => /^node (\S+)/.exec(line)?.[1] ?? [])
  expect(started).toContain('tools/test.mjs')
  expect(started.filter(path => !/^tools\/[a-z-]+\.mjs$/.test(path) || !existsSync(path))).toEqual([])
})
