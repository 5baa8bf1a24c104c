import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachFile } from '#tests/kit/each-test.ts'
import { productionCopy } from '#tests/kit/production-copy.ts'

const project = eachFile(productionCopy)

const hidden = async () => (await readdir(project.copy)).filter(name => name.startsWith('.aside-'))

test('two builds at once leave one whole build', async () => {
  const outputs = await Promise.all([
    project.run('tools/build.mjs', 'app'),
    project.run('tools/build.mjs', 'app'),
  ])
  expect(outputs.join('')).toContain('Building the app')
  expect((await project.entryScript()).length).toBeGreaterThan(1000)
  expect(await hidden()).toEqual([])
  // Both builds had the same sources, so the app is up to date and is not built again.
  expect(await project.run('tools/build.mjs', 'app')).toBe('')
}, 300_000)

test('a build that is killed leaves the previous one in place', async () => {
  const before = await readdir(join(project.copy, 'dist'), { recursive: true })
  const script = await project.entryScript()
  await appendFile(join(project.copy, 'index.html'), '<!-- changed -->')
  const { child, ended } = project.start({}, 'tools/build.mjs', 'app')
  await expect.poll(hidden, { timeout: 60_000 }).toHaveLength(1)
  child.kill('SIGKILL')
  await ended
  expect(await readdir(join(project.copy, 'dist'), { recursive: true })).toEqual(before)
  expect(await project.entryScript()).toBe(script)
}, 120_000)
