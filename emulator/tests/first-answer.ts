import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run first-answer`: compares the command with a bare Node server in front of the same page. Prints the median
 * time to the first answer and, on Linux, the memory use after it.
 */
const ROUNDS = 15
const command = fileURLToPath(new URL('../bin/liff-emulator.js', import.meta.url))
const BARE = `
  import { readFile } from 'node:fs/promises'
  import { createServer } from 'node:http'
  createServer(async (_request, response) => {
    response.setHeader('content-type', 'text/html').end(await readFile('index.html'))
  }).listen(Number(process.argv[2]))`

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Resolves when the server answers. */
async function answered(url: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(url).then(
      async response => (await response.text()) !== '' && response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise(resolve => setTimeout(resolve, 2)) // A bare server does not report that it listens.
  }
}

async function megabytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

async function measure(cwd: string, argsFor: (port: string) => readonly string[]) {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, argsFor(String(port)), { cwd, stdio: 'ignore' })
  await answered(`http://localhost:${port}/`)
  const ms = performance.now() - began
  const megabytes = await megabytesOf(child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { ms, megabytes }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const folder = await mkdtemp(join(tmpdir(), 'first-answer-'))
try {
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body>An app</body></html>')
  await writeFile(join(folder, 'bare.mjs'), BARE)
  const bare: Awaited<ReturnType<typeof measure>>[] = []
  const emulator: typeof bare = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure(folder, port => ['bare.mjs', port]))
    emulator.push(await measure(folder, port => [command, '.', '--port', port]))
  }
  for (const [name, unit] of [
    ['ms', 'ms'],
    ['megabytes', 'MB'],
  ] as const) {
    const [its, ours] = [bare, emulator].map(all => median(all.map(one => one[name]))) as [number, number]
    const times = (ours / its).toFixed(2)
    process.stdout.write(
      `${ours.toFixed(0)} ${unit}, a bare Node server ${its.toFixed(0)} ${unit}: ${times} times\n`,
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
