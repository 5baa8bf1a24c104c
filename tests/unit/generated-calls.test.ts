// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateCalls } from '#tools/generate-calls.ts'

test('the generated indexes and the list of emulated calls are up to date; `npm run generate` writes them', async () => {
  const generated = await generateCalls()
  const onDisk = new Map([...generated.keys()].map(path => [path, readFileSync(path, 'utf8')]))
  expect(onDisk).toEqual(generated)
})

test.each(['server/routes', 'tests/contract/calls'])('%s has a file for each call and no others', folder => {
  expect(readdirSync(folder)).toEqual(readdirSync('contract/calls').filter(file => file.endsWith('.ts')))
})
