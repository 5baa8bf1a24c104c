import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LINE_DOMAINS } from '#emulator/line-hosts.ts'
import { packageFile } from '#emulator/package-file.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { listen } from '#tests/kit/listen.ts'
import { selfSigned } from '#tests/kit/self-signed.ts'
import { runCommand, startCommand, startServer, withEmulator } from './kit.ts'

/** Runs a program under `exec`. Returns the contents of its output file, which is its first argument. */
async function runBackEnd(code: string, ...words: readonly string[]) {
  const folder = await testFolder()
  const program = join(folder, 'server.mjs')
  const seen = join(folder, 'seen.json')
  await writeFile(
    program,
    `${code}\n;(await import('node:fs')).writeFileSync(process.argv[2], JSON.stringify(seen))`,
  )
  const result = await runCommand('exec', folder, ...words, '--', process.execPath, program, seen)
  expect(result).toMatchObject({ code: 0, errors: '' })
  return JSON.parse(await readFile(seen, 'utf8'))
}

const CERTS = 'https://api.line.me/oauth2/v2.1/certs'
const REQUEST_LOG = `await fetch(process.env.LIFF_EMULATOR_URL + '/__emulator/api/requests').then(a => a.json())`

test('fetch, http and https of an unmodified program reach the emulated LINE, also while the phone is offline', async () => {
  const { statuses, log } = await runBackEnd(
    `import https, { request } from 'node:https'
    import http from 'node:http'
    const status = start => new Promise((resolve, reject) => start(answer => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    }).on('error', reject))
    const url = '${CERTS}'
    const options = { hostname: 'api.line.me', path: '/oauth2/v2.1/certs', headers: { Host: 'api.line.me' } }
    const statuses = [
      (await fetch(url)).status,
      (await fetch(new Request(url, { headers: { a: 'b' } }))).status,
      await status(done => https.get(url, done)),
      await status(done => request(new URL(url), { agent: new https.Agent() }, done).end()),
      await status(done => https.request(options, done).end()),
      await status(done => http.get({ ...options, headers: ['host', 'api.line.me'] }, done)),
    ]
    const log = ${REQUEST_LOG}
    const seen = { statuses, log: log.map(({ url, via }) => [url, via].join(' ')) }`,
    ...['--scenario', 'offline'],
  )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  expect(log).toEqual(Array(6).fill(`${CERTS} server`))
})

test('bodies of requests arrive, and requests to other hosts are not redirected', async () => {
  const form = 'grant_type=client_credentials&client_id=2000000001&client_secret=secret'
  const { tokens, other } = await runBackEnd(
    `import https from 'node:https'
    import { createServer, get } from 'node:http'
    const url = 'https://api.line.me/oauth2/v3/token'
    const init = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '${form}' }
    const viaHttps = await new Promise((resolve, reject) => https.request(url, init, async answer => {
      let text = ''
      for await (const part of answer) text += part
      resolve(JSON.parse(text))
    }).on('error', reject).end(init.body))
    const tokens = [viaHttps, await (await fetch(url, init)).json(), await (await fetch(new Request(url, init))).json()]
    const server = createServer((_, outgoing) => outgoing.end('own')).listen(0)
    const own = 'http://localhost:' + server.address().port + '/oauth2/v3/token'
    const other = [await (await fetch(own)).text(), await new Promise(resolve => get(own, ({ statusCode }) => resolve(statusCode)))]
    server.closeAllConnections()
    server.close()
    const seen = { tokens: tokens.map(token => token.token_type), other }`,
  )
  expect(tokens).toEqual(['Bearer', 'Bearer', 'Bearer'])
  expect(other).toEqual(['own', 200])
})

test('a client that sends https to the proxy itself, as axios before 0.19 does, reaches LINE and other hosts', async () => {
  const folder = await testFolder()
  const { key, cert } = selfSigned('IP:127.0.0.1')
  const other = createServer({ key, cert }, (_, outgoing) => outgoing.end('own'))
  const { port } = await listen(other)
  const roots = join(folder, 'roots.pem')
  await writeFile(roots, cert)
  vi.stubEnv('NODE_EXTRA_CA_CERTS', roots)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { answers, log } = await runBackEnd(
    `import https from 'node:https'
    const proxy = new URL(process.env.HTTPS_PROXY)
    const ask = url => new Promise((resolve, reject) => {
      const headers = { host: new URL(url).host }
      const options = { protocol: 'https:', hostname: proxy.hostname, host: proxy.hostname, port: proxy.port, path: url, headers }
      https.request(options, async answer => {
        let text = ''
        for await (const part of answer) text += part
        resolve([answer.statusCode, text])
      }).on('error', reject).end()
    })
    const answers = [(await ask('${CERTS}'))[0], await ask('https://127.0.0.1:${port}/some/path?a=1')]
    const log = ${REQUEST_LOG}
    const seen = { answers, log: log.map(({ url, via }) => [url, via].join(' ')) }`,
  )
  expect(answers).toEqual([200, [200, 'own']])
  expect(log).toEqual([`${CERTS} server`])
})

test('the redirects of a server to LINE lead to the emulator, even if the browser opened the server’s own address', async () => {
  const { locations, base } = await runBackEnd(
    `import { createServer } from 'node:http'
    const to = 'https://access.line.me/oauth2/v2.1/authorize?client_id=1#x'
    const answers = [
      outgoing => outgoing.setHeader('Location', to).writeHead(302),
      outgoing => outgoing.writeHead(302, { location: to }),
      outgoing => outgoing.writeHead(302, 'Found', { location: to }),
      outgoing => outgoing.writeHead(302, ['x-other', '1', 'Location', to]),
      outgoing => outgoing.writeHead(302, { location: '/own?to=' + to }),
      outgoing => outgoing.writeHead(302, { location: 'https://line.me.example.com/' }),
    ]
    const server = createServer(({ url }, outgoing) => answers[url.slice(1)](outgoing).end()).listen(0)
    const locations = []
    for (const at of answers.keys()) {
      const answer = await fetch('http://localhost:' + server.address().port + '/' + at, { redirect: 'manual' })
      locations.push(answer.headers.get('location'))
    }
    server.closeAllConnections()
    server.close()
    const seen = { locations, base: process.env.LIFF_EMULATOR_URL }`,
  )
  const local = `${base}/__line/access.line.me/oauth2/v2.1/authorize?client_id=1#x`
  const others = [expect.stringMatching(/^\/own\?to=https:/), 'https://line.me.example.com/']
  expect(locations).toEqual([local, local, local, local, ...others])
})

test('http2, tls and the package undici of an unmodified program reach the emulated LINE while the phone is offline', async () => {
  const folder = await testFolder()
  const seen = join(folder, 'seen.json')
  const program = fileURLToPath(packageFile('tests/fixtures/back-ends/node-clients.mjs'))
  const words = ['exec', folder, '--scenario', 'offline', '--', process.execPath, program, seen]
  expect(await runCommand(...words)).toMatchObject({ code: 0, errors: '' })
  const { token, statuses } = JSON.parse(await readFile(seen, 'utf8'))
  expect(token).toEqual({ status: 200, type: 'Bearer' })
  expect(statuses).toEqual(Array(8).fill(200))
})

test('a Node library that reads HTTPS_PROXY reaches the emulated LINE, and each request arrives once', async () => {
  const { status, log } = await runBackEnd(
    `import http from 'node:http'
    import { connect } from 'node:tls'
    const status = await new Promise((resolve, reject) => {
      http.request(process.env.HTTPS_PROXY, { method: 'CONNECT', path: 'api.line.me:443' })
        .on('connect', (_, socket) => {
          const secure = connect({ socket, servername: 'api.line.me' }, () => {
            secure.write('GET /oauth2/v2.1/certs HTTP/1.1\\r\\nHost: api.line.me\\r\\nConnection: close\\r\\n\\r\\n')
          })
          secure.once('data', data => resolve(String(data).split(' ')[1])).on('error', reject)
        })
        .on('error', reject)
        .end()
    })
    const log = ${REQUEST_LOG}
    const seen = { status, log: log.map(({ url, via }) => [url, via].join(' ')) }`,
  )
  expect({ status, log }).toEqual({ status: '200', log: [`${CERTS} server`] })
})

test('start prints the command that loads the variables into a shell', async () => {
  const folder = await testFolder()
  vi.stubEnv('XDG_CACHE_HOME', join(folder, "it's"))
  onTestFinished(() => void vi.unstubAllEnvs())
  const command = startCommand(folder, '--port', '0', '--scenario', 'offline')
  const [, load = ''] = /(\. \S+\.sh'?) && /.exec(await command.output) ?? []
  const program = `fetch('${CERTS}').then(({ status }) => console.log(status, process.env.SSL_CERT_FILE))`
  const run = () => promisify(execFile)('sh', ['-c', `${load} && '${process.execPath}' -e "$0"`, program])
  expect((await run()).stdout).toMatch(/^200 .*it's.*\.pem\n$/)
  command.stop()
  expect(await command.ended).toMatchObject({ code: 0, errors: '' })
  await expect(run()).rejects.toThrow()
})

test('a back end in another language uses the base URL, and the phone’s network does not affect it', async () => {
  const { base } = await runBackEnd('const seen = { base: process.env.LINE_API_BASE_URL }')
  expect(base).toMatch(/^http:\/\/localhost:\d+\/__line\/api\.line\.me$/)
  const folder = await testFolder()
  await withEmulator(
    folder,
    async url => {
      const certs = `${url}/__line/api.line.me/oauth2/v2.1/certs`
      expect((await fetch(certs)).status).toBe(200)
      await expect(fetch(certs, { headers: { origin: url } })).rejects.toThrow()
    },
    ...['--scenario', 'offline'],
  )
})

test('the preload scripts redirect the same domains as the emulator', async () => {
  const code = await readFile(packageFile('bin/register.js'), 'utf8')
  const domains = [...(/LINE_DOMAINS = \[(.*)\]/.exec(code)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    match => match[1] ?? '',
  )
  expect(domains).toEqual(LINE_DOMAINS)
  const python = await readFile(packageFile('bin/python/sitecustomize.py'), 'utf8')
  expect(python).toContain(`_LINE_DOMAINS = (${domains.map(domain => `"${domain}"`).join(', ')})`)
  const php = await readFile(packageFile('bin/php/liff-emulator.php'), 'utf8')
  expect(php).toContain(`LINE_DOMAINS = [${domains.map(domain => `'${domain}'`).join(', ')}]`)
})

test('LINE’s unmodified bot SDK works against the emulated Messaging API', async () => {
  const folder = await testFolder()
  const seen = join(folder, 'seen.json')
  const program = [process.execPath, fileURLToPath(packageFile('tests/fixtures/bot-server.mjs')), seen]
  expect(await runCommand('exec', folder, '--', ...program)).toMatchObject({ code: 0, errors: '' })
  const { requestId, ...answers } = JSON.parse(await readFile(seen, 'utf8'))
  expect(answers).toMatchObject({
    info: { basicId: '@campaign', chatMode: 'bot' },
    profile: { displayName: 'Somying Jaidee' },
    pushed: { sentMessages: [{ id: expect.any(String) }] },
    again: { status: 409, accepted: requestId, body: { sentMessages: answers.pushed.sentMessages } },
    invalid: { status: 400, body: { details: [{ property: 'messages[0].text' }] } },
    broadcast: {},
    multicast: {},
    consumption: { totalUsage: 5 },
    loading: {},
    linkToken: { linkToken: expect.any(String) },
  })
})

test('an echo bot with LINE’s SDK gets the webhook of exec --webhook, and replies', async () => {
  const folder = await testFolder()
  const seen = join(folder, 'seen.json')
  const { url, close } = await startServer(() => {})
  await close()
  vi.stubEnv('PORT', new URL(url).port)
  onTestFinished(() => void vi.unstubAllEnvs())
  const program = [process.execPath, fileURLToPath(packageFile('tests/fixtures/echo-bot.mjs')), seen]
  const words = ['exec', folder, '--webhook', `${url}/webhook`, '--', ...program]
  expect(await runCommand(...words)).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(await readFile(seen, 'utf8'))).toMatchObject({
    sentMessages: [{ id: expect.any(String) }],
  })
  expect((await runCommand('start', folder, '--webhook', 'x')).errors).toContain('--webhook: must be a URL')
})
