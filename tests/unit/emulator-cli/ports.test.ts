// @vitest-environment node
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '#emulator/listen.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { runCommand, startCommand, startServer } from './kit.ts'

/** Returns a port such that it and the two after it are free. */
async function threeFreePorts(): Promise<number> {
  const servers = [createServer(), createServer(), createServer()] as const
  const first = await listen(servers[0], 0)
  const others = [listen(servers[1], first + 1), listen(servers[2], first + 2)]
  const results = await Promise.allSettled(others)
  await Promise.all(servers.map(server => new Promise(closed => server.close(closed))))
  return results.every(({ status }) => status === 'fulfilled') ? first : threeFreePorts()
}

/** Starts the emulator, and returns the ports of its servers. */
async function portsOf(...words: string[]) {
  const command = startCommand(...words)
  const output = await command.output
  const [, own, proxy] =
    /localhost:(\d+)\/__emulator[\s\S]*forward proxy +http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? []
  const refused = await runCommand('start', '--port', String(proxy))
  command.stop()
  expect(await command.ended).toMatchObject({ code: 0, errors: '' })
  return { own: Number(own), proxy: Number(proxy), refused }
}

test('the forward proxy uses the next port, but not one that --webhook or APP names', async () => {
  const folder = await testFolder()
  const port = await threeFreePorts()
  const webhook = ['--webhook', `http://localhost:${port + 1}/webhook`]
  expect(await portsOf(folder, '--port', String(port))).toMatchObject({ own: port, proxy: port + 1 })
  for (const words of [[folder, ...webhook], [`http://127.0.0.1:${port + 1}`]]) {
    const { own, proxy } = await portsOf(...words, '--port', String(port))
    expect(own).toBe(port)
    expect(proxy).not.toBe(port + 1)
  }
})

test('a port in use names the emulator whose forward proxy has it, and only an emulator', async () => {
  const { own, proxy, refused } = await portsOf(await testFolder(), '--port', '0')
  expect(refused).toEqual({
    ...{ code: 2, output: '' },
    errors: `The port ${proxy} is already in use by the forward proxy of the emulator at http://localhost:${own}. Choose another with --port, or stop that emulator`,
  })
  const { url, close } = await startServer((_, outgoing) => outgoing.end('{}'))
  const { port } = new URL(url)
  expect(await runCommand('start', '--port', port)).toEqual({
    ...{ code: 2, output: '' },
    errors: `The port ${port} is already in use. Choose another with --port`,
  })
  await close()
})

test('--port cannot be the port of APP or of --webhook', async () => {
  const folder = await testFolder()
  expect(await runCommand('http://localhost:3000', '--port', '3000')).toMatchObject({
    ...{ code: 2, errors: '--port: 3000 is the port of APP. Choose another one' },
  })
  expect(await runCommand(folder, '--webhook', 'http://localhost:3000/x', '--port', '3000')).toMatchObject({
    ...{ code: 2, errors: '--port: 3000 is the port of --webhook. Choose another one' },
  })
})

test('the default port gives way to an app that has it', async () => {
  const { own } = await portsOf('http://localhost:4400')
  expect(own).not.toBe(4400)
})

test('a free port is never a reserved one', async () => {
  const server = createServer()
  const asked: number[] = []
  const port = await listen(server, 0, { has: free => asked.push(free) < 3 })
  await new Promise(closed => server.close(closed))
  expect(asked).toHaveLength(3)
  expect(port).toBe(asked[2])
})
