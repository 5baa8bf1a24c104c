// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskCalls } from '#contract/desk-calls.ts'
import { generateCalls } from '#tools/generate-calls.ts'

test('the generated indexes and the list of emulated calls are up to date; `npm run generate` writes them', async () => {
  const generated = await generateCalls()
  const onDisk = new Map([...generated.keys()].map(path => [path, readFileSync(path, 'utf8')]))
  expect(onDisk).toEqual(generated)
})

const sourcesIn = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.ts'))

test.each([
  ['server/routes', 'contract/calls'],
  ['tests/contract/calls', 'contract/calls'],
  ['server/desk/routes', 'contract/calls/desk'],
])('%s has a file for each row of %s and no others', (folder, calls) => {
  expect(sourcesIn(folder)).toEqual(sourcesIn(calls))
})

test('no two files define a call of the desk with the same name', async () => {
  const files = sourcesIn('contract/calls/desk')
  const modules = await Promise.all(
    files.map(name => import(`../../contract/calls/desk/${name.slice(0, -3)}.ts`)),
  )
  const names = modules.flatMap(module =>
    Object.values(module).flatMap(calls => Object.keys(calls as object)),
  )
  expect(names.toSorted()).toEqual(Object.keys(deskCalls).toSorted())
})
