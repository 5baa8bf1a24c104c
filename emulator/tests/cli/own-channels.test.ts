import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { foldersOf, ownVariables } from '#emulator/cli/own-channels.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { runCommand, startCommand, startServer } from './kit.ts'

const NAMES = [
  ...['LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET', 'CHANNEL_SECRET'],
  ...['LINE_CHANNEL_ACCESS_TOKEN', 'CHANNEL_ACCESS_TOKEN', 'LINE_LOGIN_CHANNEL_ID'],
]

/** Logs in and calls the Messaging API with the channel and token in `own`, and prints the statuses and the variables. */
const PROGRAM = `import { writeFileSync } from 'node:fs'
const [, , file, id, token, secret, login = id] = process.argv
const { LIFF_EMULATOR_URL: url } = process.env
const authorize = client_id => url + '/__line/access.line.me/oauth2/v2.1/authorize?' + new URLSearchParams({
  client_id, response_type: 'code', redirect_uri: url + '/callback', state: 's', scope: 'profile'
})
const page = await fetch(authorize('1600000000'))
const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
const statuses = [
  (await fetch(authorize(login), { redirect: 'manual' })).status,
  (await fetch('https://api.line.me/v2/bot/info', { headers: { authorization: 'Bearer ' + token } })).status,
  (await fetch('https://api.line.me/v2/oauth/accessToken', { method: 'POST', body: form })).status,
]
const env = Object.fromEntries(${JSON.stringify(NAMES)}.map(name => [name, process.env[name]]))
writeFileSync(file, JSON.stringify({ statuses, env, unknown: await page.text() }))
`

async function seenWith(env: Record<string, string>, file: Record<string, string>, args: string[]) {
  const folder = await testFolder()
  const program = join(folder, 'server.mjs')
  const seen = join(folder, 'seen.json')
  await writeFile(program, PROGRAM)
  const lines = Object.entries(file).map(([name, value]) => `${name}="${value}"\n`)
  await writeFile(join(folder, '.env'), lines.join(''))
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const result = await runCommand('exec', folder, '--', process.execPath, program, seen, ...args)
  return { ...result, ...JSON.parse(await readFile(seen, 'utf8').catch(() => '{}')), folder }
}

const OWN = { LINE_CHANNEL_ID: '1656000001', CHANNEL_SECRET: 'my secret', LINE_CHANNEL_ACCESS_TOKEN: 'mine' }
const ARGS = ['1656000001', 'mine', 'my secret']
const DEFAULT_ARGS = ['1600000000', 'emulated-channel-access-token', '5ec2e75ec2e75ec2e75ec2e75ec2e75e']

test('the credentials of the environment stay, and LINE Login and the Messaging API accept them', async () => {
  const { code, errors, statuses, env } = await seenWith(OWN, {}, ARGS)
  expect({ code, errors, statuses }).toEqual({ code: 0, errors: '', statuses: [302, 200, 200] })
  expect(env).toMatchObject(OWN)
  expect(env).toMatchObject({ LINE_CHANNEL_SECRET: 'my secret', CHANNEL_ACCESS_TOKEN: 'mine' })
})

test('exec leaves what .env sets to the program, and LINE accepts it; a 400 says where each channel is set', async () => {
  const { code, statuses, env, unknown, folder } = await seenWith({}, OWN, ARGS)
  expect({ code, statuses }).toEqual({ code: 0, statuses: [302, 200, 200] })
  for (const name of Object.keys(OWN)) expect(env[name]).toBeUndefined()
  expect(env).toMatchObject({ LINE_CHANNEL_SECRET: 'my secret', LINE_LOGIN_CHANNEL_ID: '2000000001' })
  expect(unknown).toContain('client_id 1600000000 is not the LINE Login channel of an app')
  expect(unknown).toContain(`2000000001 (Campaign), 1656000001 (LINE_CHANNEL_ID in ${join(folder, '.env')})`)
})

test('exec passes what .env in the folder above sets, and the .env of the working directory wins over it', async () => {
  const root = await testFolder()
  const inside = join(root, 'packages')
  await mkdir(inside)
  await writeFile(join(root, '.env'), 'LINE_CHANNEL_ACCESS_TOKEN=above\nCHANNEL_SECRET=above\nPORT=4400\n')
  await writeFile(join(inside, '.env.local'), 'CHANNEL_SECRET=inside\n')
  const from = process.cwd()
  process.chdir(inside)
  onTestFinished(() => process.chdir(from))
  const own = await ownVariables(foldersOf('.'), {})
  expect(own).toMatchObject({
    LINE_CHANNEL_ACCESS_TOKEN: { value: 'above', setIn: join('..', '.env') },
    ...{ CHANNEL_SECRET: { value: 'inside' }, PORT: { value: '4400' } },
  })
  const program = `const { LINE_CHANNEL_ACCESS_TOKEN: token, CHANNEL_SECRET: secret } = process.env
    const headers = { authorization: 'Bearer ' + token }
    fetch('https://api.line.me/v2/bot/info', { headers })
      .then(({ status }) => process.exit(status === 200 && token === 'above' && secret === undefined ? 0 : 1))`
  expect(await runCommand('exec', '.', '--', process.execPath, '-e', program)).toMatchObject({ code: 0 })
})

test.each([
  ['a byte order mark', '\uFEFFCHANNEL_SECRET=of#mine\nLINE_CHANNEL_ID=1656000001'],
  ['colons', 'CHANNEL_SECRET: "of"\nLINE_CHANNEL_ID: 1656000001'],
  [
    'export, quotes and comments',
    "export CHANNEL_SECRET='of' # mine\r\nLINE_CHANNEL_ID=1656000001 # mine\r\n",
  ],
])('a .env with %s is read as the package dotenv reads it', async (_, text) => {
  const folder = await testFolder()
  await writeFile(join(folder, '.env'), text)
  expect(await ownVariables([folder], {})).toMatchObject({
    ...{ CHANNEL_SECRET: { value: 'of' }, LINE_CHANNEL_ID: { value: '1656000001' } },
  })
})

test('with LINE_LOGIN_CHANNEL_ID, LINE Login has that channel, and the environment wins over .env', async () => {
  const { statuses, env, unknown } = await seenWith(
    { ...OWN, LINE_LOGIN_CHANNEL_ID: '1656000002' },
    { LINE_LOGIN_CHANNEL_ID: '1656000003' },
    [...ARGS, '1656000002'],
  )
  expect(statuses).toEqual([302, 200, 200])
  expect(env.LINE_LOGIN_CHANNEL_ID).toBe('1656000002')
  expect(unknown).toContain('2000000001 (Campaign), 1656000002 (LINE_LOGIN_CHANNEL_ID in the environment)')
})

test('without values of the developer’s, a 400 says that the emulator set the Messaging API channel', async () => {
  const { env, statuses, unknown } = await seenWith({}, {}, DEFAULT_ARGS)
  expect(env.LINE_CHANNEL_ID).toBe('1600000000')
  expect(statuses).toEqual([400, 200, 200])
  expect(unknown).toContain('which liff-emulator passes to a back end as LINE_CHANNEL_ID')
})

test('a value that no channel can have stays, and the emulator says that LINE refuses it', async () => {
  const { code, errors, env } = await seenWith({ LINE_CHANNEL_ID: 'YOUR_ID' }, {}, ARGS)
  expect({ code, id: env.LINE_CHANNEL_ID }).toEqual({ code: 0, id: 'YOUR_ID' })
  expect(errors).toBe(
    'LINE_CHANNEL_ID in the environment: is not a channel ID of 10 digits, so the emulated LINE refuses it',
  )
})

test('webhooks have the signature of the developer’s secret', async () => {
  const signed: boolean[] = []
  const { url, close } = await startServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming) body += part
    const signature = createHmac('sha256', 'test').update(body).digest('base64')
    signed.push(incoming.headers['x-line-signature'] === signature)
    outgoing.end()
  })
  onTestFinished(close)
  vi.stubEnv('CHANNEL_SECRET', 'test')
  onTestFinished(() => void vi.unstubAllEnvs())
  const verify = `fetch('https://api.line.me/v2/bot/channel/webhook/test', { method: 'POST', body: '{}',
    headers: { authorization: 'Bearer ' + process.env.LINE_CHANNEL_ACCESS_TOKEN } })`
  const folder = await testFolder()
  await runCommand('exec', folder, '--webhook', `${url}/`, '--', process.execPath, '-e', verify)
  expect(signed).toEqual([true])
})

test('the file for a shell keeps what the shell has set', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, '.env'), 'CHANNEL_ACCESS_TOKEN=of-the-file\n')
  vi.stubEnv('XDG_CACHE_HOME', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const command = startCommand(folder, '--port', '0')
  const [, load = ''] = /(\. \S+\.sh'?) && /.exec(await command.output) ?? []
  const print = 'echo $LINE_CHANNEL_ID $LINE_LOGIN_CHANNEL_ID [$CHANNEL_ACCESS_TOKEN]'
  const script = `unset LINE_LOGIN_CHANNEL_ID; LINE_CHANNEL_ID=mine; set -eu; ${load}; set +u; ${print}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  expect(stdout).toBe('mine 2000000001 []\n')
  command.stop()
  expect(await command.ended).toMatchObject({ code: 0, errors: '' })
})

test('a stored state does not keep the credentials of an earlier start', async () => {
  const folder = await testFolder()
  onTestFinished(() => void vi.unstubAllEnvs())
  const info = `fetch('https://api.line.me/v2/bot/info', { headers: { authorization: 'Bearer ' +
    process.env.CHANNEL_ACCESS_TOKEN } }).then(({ status }) => process.exit(status === 200 ? 0 : 1))`
  const words = ['exec', folder, '--storage', join(folder, 'line.json'), '--', process.execPath, '-e', info]
  for (const token of ['first', 'second']) {
    vi.stubEnv('CHANNEL_ACCESS_TOKEN', token)
    expect(await runCommand(...words)).toMatchObject({ code: 0, errors: '' })
  }
})

/** Logs in with each channel, revokes a token with its secret and with a wrong one, and prints the statuses. */
const LOGINS = `import { writeFileSync } from 'node:fs'
const [, , file, channels] = process.argv
const authorize = client_id => fetch(process.env.LIFF_EMULATOR_URL + '/__line/access.line.me/oauth2/v2.1/authorize?' +
  new URLSearchParams({ client_id, response_type: 'code', redirect_uri: process.env.LIFF_EMULATOR_URL + '/callback',
    state: 's', scope: 'profile' }), { redirect: 'manual' })
const revoke = (client_id, client_secret) => fetch('https://api.line.me/oauth2/v2.1/revoke', { method: 'POST',
  body: new URLSearchParams({ access_token: 'x', client_id, client_secret }) })
const statuses = {}
for (const [id, secret] of Object.entries(JSON.parse(channels)))
  statuses[id] = await Promise.all([authorize(id), revoke(id, secret), revoke(id, 'wrong')].map(async a => (await a).status))
writeFileSync(file, JSON.stringify({ statuses, env: process.env }))
`

/** Runs `exec` with a `.env`, and returns the statuses for each channel in `secrets` and the variables of the command. */
async function loginsWith(file: Record<string, string>, secrets: Record<string, string>) {
  const folder = await testFolder()
  const program = join(folder, 'server.mjs')
  const seen = join(folder, 'seen.json')
  await writeFile(program, LOGINS)
  await writeFile(
    join(folder, '.env'),
    Object.entries(file)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const words = ['exec', folder, '--', process.execPath, program, seen, JSON.stringify(secrets)]
  expect(await runCommand(...words)).toEqual({ code: 0, output: '', errors: '' })
  return JSON.parse(await readFile(seen, 'utf8')) as { statuses: object; env: Record<string, string> }
}

const ACCEPTED = [302, 200, 401]

test('LINE Login accepts the channels of Auth.js, better-auth and others, each with its own secret', async () => {
  const { statuses, env } = await loginsWith(
    {
      ...{ AUTH_LINE_ID: '1656000011', AUTH_LINE_SECRET: 'of Auth.js' },
      ...{ LINE_CLIENT_ID: '1656000012', LINE_CLIENT_SECRET: 'of better-auth' },
      ...{ LINE_LOGIN_CLIENT_ID: '1656000013', LINE_LOGIN_CLIENT_SECRET: 'of Laravel' },
      ...{ NUXT_OAUTH_LINE_CLIENT_ID: '1656000014', NUXT_OAUTH_LINE_CLIENT_SECRET: 'of Nuxt' },
      ...{ SOCIAL_AUTH_LINE_KEY: '1656000015', SOCIAL_AUTH_LINE_SECRET: 'of Django' },
      ...{ LINE_TH_CLIENT_ID: '1656000016', LINE_TH_CLIENT_SECRET: 'of Thailand' },
      ...{ VITE_LINE_LOGIN_CHANNEL_ID: '1656000017', VITE_LINE_LOGIN_CHANNEL_SECRET: 'of Vite' },
    },
    {
      ...{ 1656000011: 'of Auth.js', 1656000012: 'of better-auth', 1656000013: 'of Laravel' },
      ...{ 1656000014: 'of Nuxt', 1656000015: 'of Django', 1656000016: 'of Thailand', 1656000017: 'of Vite' },
    },
  )
  expect(Object.values(statuses)).toEqual(Array(7).fill(ACCEPTED))
  expect(env.AUTH_LINE_ID).toBeUndefined()
  expect(env.LINE_LOGIN_CHANNEL_ID).toBe('2000000001')
})

test('without values of the developer’s, exec passes the names of Auth.js, better-auth and LINE’s SDKs', async () => {
  const { env } = await loginsWith({}, {})
  for (const name of [
    'AUTH_LINE',
    'LINE_CLIENT',
    'LINE_LOGIN_CLIENT',
    'NUXT_OAUTH_LINE_CLIENT',
    'LINE_LOGIN_CHANNEL',
  ])
    expect([env[`${name}_ID`], env[`${name}_SECRET`]]).toEqual([
      '2000000001',
      '10910c5ec2e710910c5ec2e710910c5e',
    ])
  expect(env).toMatchObject({
    ...{ LINE_BOT_CHANNEL_ID: '1600000000', LINE_BOT_CHANNEL_SECRET: '5ec2e75ec2e75ec2e75ec2e75ec2e75e' },
    LINE_BOT_CHANNEL_ACCESS_TOKEN: 'emulated-channel-access-token',
  })
})

test('a channel of LINE Pay, and a name that only ends like LINE’s, are no LINE Login channels', async () => {
  const other = { LINE_PAY_CHANNEL_ID: '1656000021', ONLINE_CLIENT_ID: '1656000022' }
  const { statuses } = await loginsWith(other, { 1656000021: '', 1656000022: '' })
  expect(Object.values(statuses)).toEqual([
    [400, 400, 400],
    [400, 400, 400],
  ])
})

test('two secrets for one channel are both accepted', async () => {
  const { statuses, env } = await loginsWith(
    { AUTH_LINE_SECRET: 'first', LINE_CLIENT_SECRET: 'second' },
    { 2000000001: 'second' },
  )
  expect(statuses).toEqual({ 2000000001: [302, 200, 200] })
  expect(env.AUTH_LINE_ID).toBe('2000000001')
})

test('a bot’s own names set the Messaging API channel, and LINE_CHANNEL_ID is then the LINE Login channel', async () => {
  const { code, statuses, unknown } = await seenWith(
    {},
    {
      ...{ LINE_MESSAGING_CHANNEL_ID: '1656000031', LINE_MESSAGING_CHANNEL_SECRET: 'of the bot' },
      ...{
        LINE_MESSAGING_ACCESS_TOKEN: 'of-the-bot',
        LINE_CHANNEL_ID: '1656000032',
        LINE_CHANNEL_SECRET: 'other',
      },
    },
    ['1656000031', 'of-the-bot', 'of the bot', '1656000032'],
  )
  expect({ code, statuses }).toEqual({ code: 0, statuses: [302, 200, 200] })
  expect(unknown).toContain('1656000032 (LINE_CHANNEL_ID in ')
})
