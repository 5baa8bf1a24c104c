import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLiffEmulator, namedScenario, type Scenario } from '#emulator/index.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { soon } from '#tests/kit/soon.ts'
import { runCommand, startCommand, startServer, withEmulator } from './kit.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><head></head><h1>Hello</h1>')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const health = async (url: string) => {
  const answer = await fetch(`${url}/__emulator/api/health`)
  return (await answer.json()) as { scenario: string }
}

test('scenario, token, export, import and reset control a running emulator', async () => {
  const saved = join(folder, 'saved.json')
  const own = join(folder, 'own.json')
  const { code } = await withEmulator(folder, async url => {
    const at = ['--at', url]
    expect((await runCommand('scenario', 'load', 'not-friend+slow', ...at)).output).toBe(
      'loaded not-friend+slow',
    )
    const shown = await runCommand('scenario', 'show', ...at)
    expect(JSON.parse(shown.output)).toMatchObject({ network: { kind: 'slow' } })
    const userId = `U${'a'.repeat(32)}`
    expect(JSON.parse((await runCommand('token', userId, ...at)).output)).toMatchObject({
      userId,
      idToken: expect.stringMatching(/^ey/),
    })
    expect(await runCommand('export', saved, ...at)).toMatchObject({ code: 0, output: `exported ${saved}` })
    expect(JSON.parse((await runCommand('export', ...at)).output)).toEqual(
      JSON.parse(await readFile(saved, 'utf8')),
    )

    await writeFile(own, JSON.stringify({ ...JSON.parse(shown.output), name: 'mine' }))
    expect((await runCommand('scenario', 'load', own, ...at)).output).toBe('loaded mine')
    expect((await runCommand('import', saved, ...at)).output).toBe(`imported ${saved}`)
    expect(await health(url)).toMatchObject({ scenario: 'not-friend+slow' })
    expect((await runCommand('reset', ...at)).output).toBe('reset to not-friend+slow')
  })
  expect(code).toBe(0)
})

test('scenario list prints all named scenarios without a running emulator', async () => {
  const { output } = await runCommand('scenario', 'list')
  expect(output).toMatch(/^friend {10,}\S/m)
  expect(output).toMatch(/^lie-fi {10,}\S/m)
})

test('commands reject invalid arguments and print what they expect', async () => {
  const { code } = await withEmulator(folder, async url => {
    const refused = async (...words: string[]) => {
      const { code, errors } = await runCommand(...words, '--at', url)
      expect(code).toBe(1)
      return errors
    }
    expect(await refused('scenario', 'load', 'fiend')).toContain(
      'Did you mean friend? Available scenarios: friend, ',
    )
    expect(await refused('scenario')).toBe('scenario: expected "list", "show" or "load NAME|FILE"')
    expect(await refused('token', 'me')).toContain('userId: "U" and 32 hexadecimal digits')
    expect(await refused('import')).toBe('import: the name of a snapshot file is missing')
    expect(await refused('import', join(folder, 'none.json'))).toContain('none.json does not exist')
    expect(await refused('import', join(folder, 'index.html'))).toContain('index.html: Unexpected token')
    const other = new URL(url).port
    expect(await runCommand(folder, '--port', other)).toMatchObject({
      code: 2,
      errors: `The port ${other} is already in use by the emulator at ${url}. Choose another with --port, or stop that emulator`,
    })
  })
  expect(code).toBe(0)
  expect(await runCommand('reset', '--at', 'http://localhost:9')).toMatchObject({
    code: 1,
    errors:
      'No emulator answers at http://localhost:9. Start one, or pass the URL of a running one with --at',
  })
})

test('an unknown command or option prints the usage and exits with 2', async () => {
  for (const words of [['strat'], ['--prot', '1'], ['http://']]) {
    const { code, errors } = await runCommand(...words)
    expect(code).toBe(2)
    expect(errors).toContain('liff-emulator exec [APP] -- COMMAND')
  }
  expect(await runCommand('--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('--scenario NAME'),
  })
  expect((await runCommand(folder, '--port', 'x')).errors).toBe(
    '--port: must be a number from 0 (any free port) to 65535, not "x"',
  )
  expect((await runCommand(folder, '--scenario', 'fiend')).errors).toContain(
    'Unknown scenario "fiend". Did you mean friend? Available scenarios: friend, not-friend,',
  )
})

const stateOf = async (url: string) => (await (await fetch(`${url}/__emulator/api/state`)).json()) as Scenario

test('start --scenario loads a scenario from a JSON file, to which reset returns', async () => {
  const file = join(folder, 'shop.json')
  const scenario = { ...namedScenario('not-friend'), name: 'shop' }
  await writeFile(file, JSON.stringify(scenario))
  await withEmulator(
    folder,
    async url => {
      expect(await stateOf(url)).toEqual(scenario)
      await runCommand('scenario', 'load', 'offline', '--at', url)
      expect((await runCommand('scenario', 'load', file, '--at', url)).output).toBe('loaded shop')
      expect((await runCommand('reset', '--at', url)).output).toBe('reset to shop')
    },
    ...['--scenario', file],
  )
  const wrong = join(folder, 'wrong.json')
  await writeFile(wrong, JSON.stringify({ ...scenario, network: { kind: 'down' } }))
  const refused = async (...words: string[]) => (await runCommand(folder, '--port', '0', ...words)).errors
  expect(await refused('--scenario', wrong)).toBe(
    '--scenario: network.kind: expected ("online" | "slow" | "lie-fi" | "flaky" | "offline"), got "down"',
  )
  expect(await refused('--scenario', join(folder, 'none.json'))).toContain('none.json does not exist')
  expect(await refused('--scenario', file, '--liff-id', '1234567890-AbCdEfGh')).toBe(
    `--liff-id: cannot be combined with --scenario ${file}, which describes the apps`,
  )
})

test.each([
  [['.', '--scenario', 'friend', '--scenario', 'offline'], '--scenario: is given 2 times, expected once'],
  [['.', '--port', '1', '--port', '2'], '--port: is given 2 times, expected once'],
  [['reset', '--port', '1'], '--port: has no effect on "reset". Use it with start, open, exec'],
  [
    ['.', '--at', 'http://localhost:4400'],
    '--at: has no effect on "start". Use it with scenario, phase, export, ',
  ],
  [['.', '..'], '".." is one argument too many for "start"'],
  [['scenario', 'load', 'friend', 'offline'], '"offline" is one argument too many for "scenario"'],
  [['reset', 'all'], '"all" is one argument too many for "reset"'],
])('%j is refused instead of ignoring a part of it', async (words, message) => {
  const { code, errors } = await runCommand(...words)
  expect([code, errors.split('\n')[0]]).toEqual([2, expect.stringContaining(message)])
})

test('--liff-id can be repeated: each id is an app, with its own --endpoint or that of the first', async () => {
  const ids = ['1234567890-AbCdEfGh', '1234567890-SecondOne', '2234567890-ThirdOne']
  const words = ids.flatMap(id => ['--liff-id', id])
  const apps = async (...more: string[]) => {
    let found: readonly (readonly [string, string])[] = []
    await withEmulator(
      folder,
      async url => {
        found = (await stateOf(url)).apps.map(({ liffId, endpointUrl }) => [liffId, endpointUrl])
        const launch = await fetch(`${url}/__line/liff.line.me/${ids[2]}`, { redirect: 'manual' })
        expect(launch.status).toBe(302)
      },
      ...words,
      ...more,
    )
    return found
  }
  expect(await apps()).toEqual(ids.map(id => [id, '/']))
  expect(await apps('--endpoint', '/a/')).toEqual(ids.map(id => [id, '/a/']))
  expect(await apps('--endpoint', '/a/', '--endpoint', '/b/')).toEqual([
    [ids[0], '/a/'],
    [ids[1], '/b/'],
    [ids[2], '/a/'],
  ])
  const refused = async (...more: string[]) => (await runCommand(folder, '--port', '0', ...more)).errors
  expect(await refused('--liff-id', 'shop')).toBe(
    '--liff-id: 10 digits, "-", 8 to 16 letters or digits, got "shop"',
  )
  expect(await refused(...words, '--liff-id', ids[0] ?? '')).toBe(`--liff-id: ${ids[0]} is given twice`)
  expect(await refused('--endpoint', 'shop')).toBe('--endpoint: http(s) URL or path, got "shop"')
  expect(await refused('--endpoint', '/', '--endpoint', '/b/')).toBe(
    '--endpoint: is given 2 times, but there is only 1 app: give --liff-id once for each app',
  )
})

test('exec passes the emulator’s URL to the command and exits with its exit code', async () => {
  const script = (then: string) =>
    `fetch(process.env.LIFF_EMULATOR_URL + '/__emulator/api/health').then(a => a.json()).then(({ scenario }) => ${then})`
  const node = (then: string) =>
    runCommand('exec', folder, '--scenario', 'offline', '--', process.execPath, '-e', script(then))
  expect((await node("process.exit(scenario === 'offline' ? 7 : 1)")).code).toBe(7)
  expect((await node("process.kill(process.pid, 'SIGTERM')")).code).toBe(143)
  expect(await runCommand('exec', folder, '--', 'no-such-command')).toMatchObject({
    code: 127,
    errors: expect.stringContaining('no-such-command'),
  })
  expect((await runCommand('exec', folder)).code).toBe(2)
})

test('open shows the LINE link in a browser with a new profile, and ends when the browser closes', async () => {
  const seen = join(folder, 'seen.json')
  const browser = join(folder, 'browser.mjs')
  const script = `#!${process.execPath}
    import { writeFileSync } from 'node:fs'
    const { status } = await fetch(process.argv[2].replace('--app=', ''), { redirect: 'manual' })
    writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ status, words: process.argv.slice(2) }))`
  await writeFile(browser, script, { mode: 0o755 })
  vi.stubEnv('CHROMIUM_PATH', browser)
  onTestFinished(() => void vi.unstubAllEnvs())
  const profiles = async () => (await readdir(tmpdir())).filter(name => name.startsWith('liff-emulator-'))
  const before = await profiles()
  expect(await runCommand('open', folder, '--port', '0')).toMatchObject({ code: 0, errors: '' })
  const { status, words } = JSON.parse(await readFile(seen, 'utf8'))
  expect(status).toBe(302)
  expect(words).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^--app=http:\/\/localhost:\d+\/__line\/liff\.line\.me\/2000000001-Campaign$/),
      expect.stringMatching(/^--user-data-dir=.*liff-emulator-/),
    ]),
  )
  expect(await profiles()).toEqual(before)
})

test('if the browser does not start, open prints its error and the emulator runs until it is stopped', async () => {
  const browser = join(folder, 'screenless.sh')
  await writeFile(browser, '#!/bin/sh\necho "Missing X server" >&2\nexit 3\n', { mode: 0o755 })
  vi.stubEnv('CHROMIUM_PATH', browser)
  onTestFinished(() => void vi.unstubAllEnvs())
  const command = startCommand('open', folder, '--port', '0')
  const [url = ''] = /http:\/\/localhost:\d+/.exec(await command.output) ?? []
  await soon(() => expect(command.errorsSoFar()).toContain('exited with code 3'))
  expect(await health(url)).toMatchObject({ scenario: 'friend' })
  command.stop()
  const { code, errors } = await command.ended
  expect(code).toBe(0)
  expect(errors).toMatch(/^Missing X server\n.*screenless\.sh: exited with code 3\. Open http:\S+ yourself/)
})

test('doctor reports what is installed, and exits with 1 if the app does not answer', async () => {
  const app = await startServer((_, outgoing) => outgoing.end('hello'))
  onTestFinished(app.close)
  const well = await runCommand('doctor', app.url, '--at', 'http://localhost:9')
  expect(well).toMatchObject({ code: 0 })
  expect(well.output).toContain(`✓ Node ${process.versions.node}`)
  expect(well.output).toContain('✓ @line/liff 2.26.1')
  expect(well.output).toContain(`✓ The app at ${app.url} answers 200`)
  expect(well.output).toContain('· No emulator runs at http://localhost:9')
  const { code, output } = await runCommand('doctor', 'http://localhost:9')
  expect(code).toBe(1)
  expect(output).toContain('✗ The app at http://localhost:9 does not answer')
  expect((await runCommand('doctor', folder)).output).toContain(`✓ ${folder} has an index.html`)
})

test('start --storage keeps tokens and signing key across a restart', async () => {
  const storage = join(folder, 'line.json')
  const keys = async (url: string) => (await fetch(`${url}/__line/api.line.me/oauth2/v2.1/certs`)).text()
  const seen: string[] = []
  const words = ['--storage', storage, '--liff-id', '1234567890-AbCdEfGh']
  for (const _ of [1, 2])
    await withEmulator(
      folder,
      async url => {
        seen.push(await keys(url))
      },
      ...words,
    )
  const [first = '', second] = seen
  expect(JSON.parse(first)).toMatchObject({ keys: [{ kty: 'EC' }] })
  expect(second).toBe(first)
  const command = startCommand(folder, '--port', '0', ...words)
  expect(await command.output).toContain('/__line/liff.line.me/1234567890-AbCdEfGh')
  command.stop()
  expect((await command.ended).code).toBe(0)
})

test('phase lists the project’s phases and puts the app into one', async () => {
  const applied: string[] = []
  const phases = ['open', 'over'].map(id => ({
    id,
    label: { en: `It is ${id}` },
    apply: async () => void applied.push(id),
  }))
  const emulator = await createLiffEmulator({ phases, phase: 'open' })
  const { url, close } = await startProxy({ emulator, app: folder })
  onTestFinished(close)
  const at = ['--at', url]
  expect((await runCommand('phase', ...at)).output).toBe(
    `* ${'open'.padEnd(22)}It is open\n  ${'over'.padEnd(22)}It is over`,
  )
  expect(await runCommand('phase', 'over', ...at)).toMatchObject({
    code: 0,
    output: 'the app is in the phase over',
  })
  expect(applied).toEqual(['over'])
  expect(await runCommand('phase', 'never', ...at)).toMatchObject({
    code: 1,
    errors: 'id: expected one of open, over',
  })
})
