import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eachFolder } from '#tests/kit/folder.ts'
import { listen } from '#tests/kit/listen.ts'
import { soon } from '#tests/kit/soon.ts'
import { runCommand, startCommand } from './kit.ts'

const folder = eachFolder()

/** Makes a folder read-only. Root ignores permissions, so root needs chattr. Returns false if chattr does not work. */
function makeReadOnly(path: string): boolean {
  chmodSync(path, 0o555)
  onTestFinished(() => chmodSync(path, 0o755))
  const isRoot = process.getuid?.() === 0
  if (!isRoot) return process.platform !== 'win32'
  if (spawnSync('chattr', ['+i', path]).status !== 0) return false
  onTestFinished(() => void spawnSync('chattr', ['-i', path]))
  return true
}

const rows: readonly { readonly line: string; readonly says: RegExp; readonly code?: number }[] = [
  // A wrong folder or file.
  {
    line: 'start none/here',
    says: /^The folder .*here does not exist\. Name the folder of your app's files/,
  },
  { line: 'start text.txt', says: /^The folder .*text\.txt is a file\. Name the folder of your app's files/ },
  { line: 'open none/here', says: /^The folder .*here does not exist\. Name the folder/ },
  { line: 'exec none/here -- true', says: /^The folder .*here does not exist\. Name the folder/ },
  { line: 'start site --scenario none.json', says: /^.*none\.json does not exist$/ },
  {
    line: 'start site --storage site',
    says: /^--storage: cannot write .*site, because it is a folder\. Name a file/,
  },
  { line: 'init none', says: /^init: .*none is not a folder\. Run it in your project's folder/ },
  { line: 'init text.txt', says: /^init: .*text\.txt is not a folder\. Run it in your project's folder/ },
  { line: 'import site --at EMULATOR', says: /^.*site is a folder\. Name a JSON file$/ },
  {
    line: 'export none/x.json --at EMULATOR',
    says: /^export: cannot write .*, because its folder does not exist\. /,
  },
  // A busy port, and another program where an emulator is expected.
  {
    line: 'start site --port BUSY',
    says: /^The port \d+ is already in use\. Choose another with --port$/,
    code: 2,
  },
  {
    line: 'exec site --port BUSY -- true',
    says: /^The port \d+ is already in use\. Choose another/,
    code: 2,
  },
  {
    line: 'scenario load friend --at http://localhost:BUSY',
    says: /^The program at \S+ is not an emulator\. Pass/,
  },
  // No network: nothing answers.
  {
    line: 'reset --at http://localhost:1',
    says: /^No emulator answers at http:\/\/localhost:1\. Start one, or pass/,
  },
  { line: 'doctor http://localhost:1', says: /^✗ The app at http:\/\/localhost:1 does not answer$/m },
  // A command that does not exist.
  {
    line: 'exec site -- no-such-program',
    says: /^exec: no-such-program was not found\. Check the command/,
    code: 127,
  },
  { line: 'exec site -- text.txt', says: /^exec: .*text\.txt is not executable\. Check/, code: 127 },
  // A folder that is not writable.
  {
    line: 'start site --storage locked/x.json',
    says: /^--storage: cannot write .*, because it is read-only\. Name/,
  },
  // On Linux, mkdir with "recursive" never returns for a folder below /proc.
  {
    line: 'start site --storage /proc/none/here/x.json',
    says: /^--storage: cannot write .*, because its folder does not exist\. Name a file in a folder in which/,
  },
  {
    line: 'export locked/x.json --at EMULATOR',
    says: /^export: cannot write .*, because it is read-only\. Name/,
  },
  {
    line: 'init locked',
    says: /^init: cannot write liff-emulator\.json, because the folder is read-only\. Make it/,
  },
]

async function writeProject(): Promise<void> {
  for (const name of ['site', 'locked']) {
    await mkdir(folder(name))
    await writeFile(folder(name, 'index.html'), '<h1>An app</h1>')
  }
  await writeFile(folder('text.txt'), 'text')
}

/** Starts a server that is not an emulator. It answers `/__emulator/api/export` with an empty snapshot. */
async function startOther() {
  const server = createServer((request, response) => {
    response.end(request.url === '/__emulator/api/export' ? '{}' : 'another program')
  })
  return (await listen(server)).port
}

test.for(rows)('$line: one sentence with what to do', async ({ line, says, code = 1 }, { skip }) => {
  await writeProject()
  skip(line.includes('locked') && !makeReadOnly(folder('locked')), 'root cannot make a folder read-only here')
  skip(line.includes('/proc') && !existsSync('/proc'), 'this system has no /proc')
  const port = await startOther()
  const words = line
    .replace('EMULATOR', `http://localhost:${port}`)
    .replace('BUSY', String(port))
    .split(' ')
    .map(word => (/^(none|site|locked|text\.txt)/.test(word) ? folder(...word.split('/')) : word))
  const result = await runCommand(...words)
  const text = result.errors || result.output
  expect(text).toMatch(says)
  expect(text).not.toMatch(/^ +at /m)
  if (result.errors) expect(result.errors.split('\n')).toHaveLength(1)
  expect(result.code).toBe(code)
})

test('without a browser, open says how to open the app and runs until Ctrl-C', async () => {
  await writeProject()
  vi.stubEnv('CHROMIUM_PATH', folder('no-browser'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const command = startCommand('open', folder('site'), '--port', '0')
  const output = await command.output
  const [link = ''] = /http:\S+\/__line\/liff\.line\.me\/\S+/.exec(output) ?? []
  expect(output).toContain('Press Ctrl-C to stop.')
  await soon(() => expect(command.errorsSoFar()).not.toBe(''))
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(302)
  command.stop()
  expect(await command.ended).toMatchObject({
    code: 0,
    errors: `CHROMIUM_PATH: ${folder('no-browser')} does not exist. Open ${link} in a browser, or set CHROMIUM_PATH and start again. The emulator runs until you press Ctrl-C`,
  })
})
