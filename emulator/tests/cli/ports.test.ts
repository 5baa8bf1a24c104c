import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reservedPorts } from '#emulator/cli/ports.ts'
import { listen } from '#emulator/listen.ts'
import { serveFolder } from '#emulator/proxy/folder.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { selfSigned } from '#tests/kit/self-signed.ts'
import { runCommand, startCommand, startServer } from './kit.ts'

/** Returns the first of three consecutive free ports. */
async function threeFreePorts(): Promise<number> {
  const servers = [createServer(), createServer(), createServer()] as const
  const first = await listen(servers[0], 0)
  const others = [listen(servers[1], first + 1), listen(servers[2], first + 2)]
  const results = await Promise.allSettled(others)
  await Promise.all(servers.map(server => new Promise(closed => server.close(closed))))
  return results.every(({ status }) => status === 'fulfilled') ? first : threeFreePorts()
}

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

test('a port in use names the emulator whose HTTPS server has it', async () => {
  const port = await threeFreePorts()
  const command = startCommand(await testFolder(), '--port', String(port))
  await command.output
  const { errors } = await runCommand('start', '--port', String(port + 2))
  command.stop()
  await command.ended
  expect(errors).toBe(
    `The port ${port + 2} is already in use by the HTTPS server of the emulator at http://localhost:${port}. Choose another with --port, or stop that emulator`,
  )
})

test('a port in use names the emulator whose server of a folder has it', async () => {
  const folder = await serveFolder(await testFolder(), () => 'http://localhost:4400')
  onTestFinished(folder.close)
  const { port } = folder.url
  const { errors } = await runCommand('start', '--port', port)
  expect(errors).toBe(
    `The port ${port} is already in use by the folder's server of the emulator at http://localhost:4400. Choose another with --port, or stop that emulator`,
  )
})

test('a port in use of another HTTPS server does not name an emulator', async () => {
  const server = createSecureServer({ ...selfSigned(), allowHTTP1: true }, (_, outgoing) =>
    outgoing.end('{}'),
  )
  const port = await listen(server, 0)
  const { errors } = await runCommand('start', '--port', String(port))
  await new Promise(closed => server.close(closed))
  expect(errors).toBe(`The port ${port} is already in use. Choose another with --port`)
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

function setVariable(name: string, value: number): void {
  vi.stubEnv(name, String(value))
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('the forward proxy does not use PORT of the environment or of .env, or another variable for a port', async () => {
  const folder = await testFolder()
  const port = await threeFreePorts()
  setVariable('API_PORT', port + 1)
  expect((await portsOf(folder, '--port', String(port))).proxy).not.toBe(port + 1)
  vi.unstubAllEnvs()
  await writeFile(join(folder, '.env'), `PORT=${port + 1}\n`)
  expect((await portsOf(folder, '--port', String(port))).proxy).not.toBe(port + 1)
  setVariable('PORT', port + 2)
  expect((await portsOf(folder, '--port', String(port))).proxy).toBe(port + 1)
})

test('the default port gives way to PORT', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, '.env.local'), 'PORT=4400\n')
  expect((await portsOf(folder)).own).not.toBe(4400)
})

test('--port cannot be the PORT of .env, or of a command that gets it', async () => {
  const folder = await testFolder()
  const port = await threeFreePorts()
  const refused = (user: string) => ({
    ...{ code: 2, output: '', errors: `--port: ${port} is the port of ${user}. Choose another one` },
  })
  setVariable('PORT', port)
  const exec = ['exec', folder, '--port', String(port), '--', process.execPath, '-e', '0']
  expect(await runCommand(...exec)).toEqual(refused('PORT in the environment'))
  // foreman also sets PORT for the emulator itself.
  expect((await portsOf(folder, '--port', String(port))).own).toBe(port)
  vi.unstubAllEnvs()
  await writeFile(join(folder, '.env'), `PORT=${port}\n`)
  expect(await runCommand(folder, '--port', String(port))).toEqual(refused(`PORT in ${join(folder, '.env')}`))
})

test.each([['-p', '3210'], ['--port', '3210'], ['--port=3210'], ['-c', 'cross-env PORT=3210 next dev']])(
  '--port cannot be the port in the command: next %j %j',
  async (...words) => {
    const folder = await testFolder()
    expect(await runCommand('exec', folder, '--port', '3210', '--', 'next', ...words)).toEqual({
      ...{ code: 2, output: '', errors: '--port: 3210 is the port of the command. Choose another one' },
    })
  },
)

test('the default APP is an app, too', async () =>
  expect(await runCommand('--port', '5173')).toMatchObject({
    ...{ code: 2, errors: '--port: 5173 is the port of APP. Choose another one' },
  }))

test('a free port is never a number in the command', () => {
  const context = { own: {}, command: ['php', '-S', 'localhost:40123', '--workers=40124', '99999'] }
  expect([...reservedPorts({}, context)]).toEqual([40123, 40124])
})
