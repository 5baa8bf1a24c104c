import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const script = `
  import { stopWithNpm } from '${pathToFileURL(resolve('tools/stop-with-npm.mjs')).href}'
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
  setTimeout(() => { console.log('stayed'); process.exit(1) }, 4000)
  stopWithNpm()
  console.log('runs')`

/** Starts a server from a shell, ends the shell with SIGTERM, and returns what the server printed. */
async function withoutShell(env: Record<string, string>): Promise<string> {
  const { npm_lifecycle_event: _, ...rest } = process.env
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SCRIPT"; true'], {
    env: { ...rest, NODE: process.execPath, SCRIPT: script, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  shell.stdout.on('data', chunk => {
    out += chunk
    if (String(chunk).includes('runs')) shell.kill('SIGTERM')
  })
  await new Promise(done => shell.stdout.once('end', done))
  return out
}

test('a server that npm started stops when npm ends; one that was started directly keeps running', async () => {
  const [byNpm, byItself] = await Promise.all([
    withoutShell({ npm_lifecycle_event: 'start' }),
    withoutShell({}),
  ])
  expect(byNpm).toBe('runs\nstopped\n')
  expect(byItself).toBe('runs\nstayed\n')
}, 20_000)
