import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateCalls } from '#tools/generate-calls.ts'

test('the generated indexes and the list of emulated calls are up to date; `npm run generate` writes them', async () => {
  const generated = await generateCalls()
  const onDisk = new Map([...generated.keys()].map(path => [path, readFileSync(path, 'utf8')]))
  expect(onDisk).toEqual(generated)
})

const sourcesIn = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.ts'))

test('server/routes has a file for each row of contract/calls and no others', () =>
  expect(sourcesIn('server/routes')).toEqual(sourcesIn('contract/calls')))
