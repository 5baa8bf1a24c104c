import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'

/** How long the command may take on a busy machine, in milliseconds. */
const LONGEST_MS = 600_000

/** Another developer's bot, which replies through `fetch` and has its own names for the port and the token. */
const BOT = `
require('node:http').createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', part => { body += part }).on('end', async () => {
    outgoing.end()
    const [{ replyToken, message, source }] = JSON.parse(body).events
    if (process.env.ONLY_USER && process.env.ONLY_USER !== source.userId) return
    await fetch('https://api.line.me/v2/bot/message/reply', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + process.env.TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ replyToken, messages: [{ type: 'text', text: message.text }] }),
    })
  })
}).listen(Number(process.env.BOT_PORT), 'localhost')`

/** Creates a snapshot: a git repository with one commit. Returns the commit. */
async function snapshot(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=bot')
  return git('rev-parse', 'HEAD')
}

/** Creates a folder with the snapshot of a bot and a list of bots. Some work, and each of the others has one fault. */
async function snapshots(): Promise<string> {
  const folder = await testFolder()
  const commit = await snapshot(join(folder, 'somebody+bot'), { 'bot.js': BOT })
  const bot = {
    ...{ repository: 'somebody/bot', commit, kind: 'bot', stack: 'node:http' },
    start: [process.execPath, 'bot.js'],
    env: { BOT_PORT: '{port}', TOKEN: '{accessToken}' },
    webhook: '/hook',
    exchange: ['POST api.line.me/v2/bot/message/reply'],
  }
  const userId = `U${'0123456789abcdef'.repeat(2)}`
  const list = [
    { ...bot, name: 'works' },
    { ...bot, name: 'expects a user', env: { ...bot.env, ONLY_USER: userId }, userId },
    { ...bot, name: 'does not start', start: [process.execPath, 'other.js'] },
    { ...bot, name: 'does not install', install: [[process.execPath, '-e', 'process.exit(3)']] },
    {
      ...bot,
      name: 'has the wrong token',
      env: { BOT_PORT: '{port}', TOKEN: 'other' },
      limit: 'it uses another token',
    },
    { ...bot, name: 'is missing', repository: 'somebody/else' },
    { ...bot, name: 'needs a program', programs: ['no-such-program'] },
  ]
  await writeFile(join(folder, 'strangers.json'), JSON.stringify(list))
  return folder
}

type Result = { readonly code: number; readonly stdout: string; readonly stderr: string }

const strangers = (...words: readonly string[]): Promise<Result> =>
  promisify(execFile)(process.execPath, ['tools/run.mjs', 'tools/strangers.ts', ...words]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Result) => error,
  )

test(
  'strangers are installed, started and talked to, and each failure names its step',
  async () => {
    const folder = await snapshots()
    const { code, stdout } = await strangers('--folder', folder, '--json')
    const outcomes = JSON.parse(stdout) as {
      name: string
      result: string
      step: string | null
      reason: string
    }[]
    expect(outcomes.map(({ name, result, step }) => [name, result, step])).toEqual([
      ['works', 'ran', null],
      ['expects a user', 'ran', null],
      ['does not start', 'failed', 'start'],
      ['does not install', 'failed', 'install'],
      ['has the wrong token', 'failed', 'exchange'],
      ['is missing', 'not run', 'snapshot'],
      ['needs a program', 'not run', 'programs'],
    ])
    const reasons = outcomes.map(({ reason }) => reason)
    expect(reasons[2]).toBe('it ended with 1')
    expect(reasons[3]).toMatch(/ended with 3$/)
    expect(reasons[4]).toContain('POST api.line.me/v2/bot/message/reply was answered with 401')
    expect(reasons[5]).toMatch(/^is missing: fetch github\.com\/somebody\/else at [0-9a-f]{40}$/)
    expect(reasons[6]).toBe('no-such-program is not installed')
    expect(code).toBe(1)
    expect((await readdir(folder)).toSorted()).toEqual(['somebody+bot', 'strangers.json'])
  },
  LONGEST_MS,
)

test(
  'one stranger can be selected; the exit code says whether it ran',
  async () => {
    const folder = await snapshots()
    const ran = await strangers('--folder', folder, '--only', 'works')
    expect(ran.stdout).toMatch(/^1 ran, 0 failed, 0 not run$/m)
    expect(ran.code, ran.stderr).toBe(0)
    expect(await strangers('--folder', folder, '--only', 'is missing')).toMatchObject({ code: 2 })
  },
  LONGEST_MS,
)

test.each([
  [[], /^--folder: is missing/],
  [['--folder', 'no-such-folder'], /^--folder: no-such-folder does not exist$/m],
  [['--folder', 'tests'], /^tests\/strangers\.json: ENOENT/],
])('a wrong start ends with one sentence: %j', async (words, message) => {
  const { code, stderr } = await strangers(...words)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})
