import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageFile } from '#emulator/package-file.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { runCommand, startCommand, startServer } from './kit.ts'

/** The command line reports mistakes before they cause other errors. */

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mistakes-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><script type="module" src="app.js"></script>')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  [['--prot', '3'], 'Unknown option --prot. Did you mean --port?'],
  [['--wrong'], 'Unknown option --wrong.'],
  [['exce', '--', 'true'], '"exce" is not a command, a URL or a folder. Did you mean exec?'],
  [['scenario', 'lod', 'friend'], 'scenario: "lod" is not list, show or load. Did you mean load?'],
  [['-x'], 'Unknown option -x.'],
  [['blue'], '"blue" is not a command, a URL or a folder.'],
])('%j ends with 2 and names what was probably meant', async (words, problem) => {
  const { code, errors } = await runCommand(...words)
  expect([code, errors.split('\n')[0]]).toEqual([2, problem])
})

test('--scenario with a misspelt name says which one was probably meant', async () => {
  const { code, errors } = await runCommand(folder, '--scenario', 'not-freind+slow')
  expect([code, errors]).toEqual([
    expect.any(Number),
    expect.stringContaining(
      'Unknown scenario "not-freind+slow". Did you mean not-friend? Available scenarios: ',
    ),
  ])
})

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8'))
  expect(await runCommand('--version')).toEqual({ code: 0, output: version, errors: '' })
})

/** Starts the emulator in front of an app, and returns the notes that it prints about the app. */
async function notes(app: string): Promise<string> {
  const command = startCommand(app, '--port', '0')
  await command.output
  command.stop()
  return (await command.ended).output
}

test('a server that does not run yet, and a folder without the page or the SDK, are said at the start', async () => {
  const port = await freePort()
  expect(await notes(`http://localhost:${port}`)).toContain(
    `The app's server at http://localhost:${port} does not answer yet.`,
  )
  const server = await startServer((_incoming, outgoing) => outgoing.writeHead(405).end())
  expect(await notes(server.url)).not.toContain('does not answer')
  await server.close()
  expect(await notes(tmpdir())).toContain(`${tmpdir()} has no index.html.`)
  expect(await notes(folder)).not.toContain('SDK')
})

test('a page with LINE’s SDK from the CDN needs an installed one', async () => {
  const page = '<!doctype html><script src="https://static.line-scdn.net/liff/edge/2/sdk.js"></script>'
  await writeFile(join(folder, 'index.html'), page)
  const from = process.cwd()
  expect(await notes(folder)).not.toContain('npm install')
  process.chdir(folder)
  try {
    expect(await notes('.')).toContain('run "npm install @line/liff" in .')
  } finally {
    process.chdir(from)
  }
})

test.each([
  ['half a file', '{"kind":"liff-emul'],
  ['another file', '{"name":"friend"}'],
])('a storage that is %s is named, with a way out', async (_, text) => {
  const storage = join(folder, 'line.json')
  await writeFile(storage, text)
  const { code, errors } = await runCommand(folder, '--port', '0', '--storage', storage)
  expect(code).toBe(1)
  expect(errors).toContain(`${storage} cannot be read: Snapshot`)
  expect(errors).toContain('Delete it or choose another one to start with a new LINE')
  expect(await readFile(storage, 'utf8')).toBe(text)
})
