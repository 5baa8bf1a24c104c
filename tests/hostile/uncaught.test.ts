import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachFile } from '#tests/kit/each-test.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { productionFolder } from '#tests/kit/production-process.ts'

const production = eachFile(productionFolder)

test.each([
  ['an error that is thrown outside of any call', `throw new Error('thrown outside')`, 'thrown outside'],
  ['a rejected promise', `void Promise.reject(new Error('rejected outside'))`, 'rejected outside'],
])('%s is logged, and then the process ends with 1', async (_, statement, message) => {
  const folder = await testFolder()
  const fault = join(folder, 'fault.mjs')
  await writeFile(fault, `process.on('SIGUSR2', () => { ${statement} })`)
  const log = join(folder, 'log')
  const shell = ['sh', '-c', `exec "$@" > '${log}'`, 'sh']
  const server = await production.start({ NODE_OPTIONS: `--import ${fault}` }, shell)
  server.child.kill('SIGUSR2')
  expect(await server.ended).toBe(1)
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 'fatal',
    msg: 'uncaught error',
    err: { message, stack: expect.stringContaining('fault.mjs') },
  })
})
