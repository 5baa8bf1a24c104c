import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { definition } from '#campaign/definition.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { systemRandom } from '#server/random.ts'
import { stampSealedList } from '#server/tasks/stamp-list.ts'
import { createTimeStamper } from '#server/time-stamp/time-stamp.ts'
import { organiser, runInOrder } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { at, beaconAt, endCampaign, PRIZES, ticketHolders } from '#tests/kit/draw.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { listen } from '#tests/kit/listen.ts'
import { rowOf, testServer, update } from '#tests/kit/server.ts'

/** Tests the time stamp of the list with a real authority: a small HTTP server that signs with `openssl ts`. */
const run = promisify(execFile)
let answer: ((reply: Buffer) => { status: number; body: Buffer }) | null = null
let url: string

const inFolder = eachFolder()
beforeEach(async () => {
  answer = null
  url = await authority('authority')
})

const openssl = (...args: string[]) => run('openssl', args, { cwd: inFolder() })

/** Starts an authority with the certificate `NAME.pem`, which its own issuer, `NAME-ca.pem`, has signed. */
async function authority(name: string): Promise<string> {
  const config = `${name}.cnf`
  await writeFile(
    inFolder(config),
    [
      `[req]\ndistinguished_name = dn\nprompt = no\n[dn]\nCN = ${name}`,
      '[ca]\nbasicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign',
      '[leaf]\nkeyUsage = critical, digitalSignature\nextendedKeyUsage = critical, timeStamping',
      `[tsa]\nserial = ${name}.serial\nsigner_cert = ${name}.pem\nsigner_key = ${name}.key\nsigner_digest = sha256`,
      'default_policy = 1.2.3.4.1\ndigests = sha256',
    ].join('\n'),
  )
  await writeFile(inFolder(`${name}.serial`), '01\n')
  const newKey = (file: string) => [
    ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file],
  ]
  const issuer = `${name}-ca`
  const own = ['-config', config, '-subj', `/CN=${issuer}`, '-extensions', 'ca', '-days', '3650']
  await openssl('req', '-x509', ...own, ...newKey(`${issuer}.key`), '-out', `${issuer}.pem`)
  await openssl('req', '-new', '-config', config, ...newKey(`${name}.key`), '-out', `${name}.csr`)
  const signed = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial', '-days', '3650']
  const extensions = ['-extfile', config, '-extensions', 'leaf']
  await openssl('x509', '-req', '-in', `${name}.csr`, ...signed, ...extensions, '-out', `${name}.pem`)
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    await writeFile(inFolder('query.tsq'), Buffer.concat(parts))
    await openssl(
      'ts',
      '-reply',
      '-config',
      config,
      '-section',
      'tsa',
      '-queryfile',
      'query.tsq',
      '-out',
      'reply.tsr',
    )
    const reply = await readFile(inFolder('reply.tsr'))
    const { status, body } = answer?.(reply) ?? { status: 200, body: reply }
    response.writeHead(status, { 'Content-Type': 'application/timestamp-reply' }).end(body)
  })
  const { port } = await listen(server)
  return `http://127.0.0.1:${port}/tsr?key=hidden`
}

/** Seals a draw on a server that uses this authority. Returns the server and the functions for the next steps. */
async function sealed(address: string | null = url) {
  const warnings: unknown[] = []
  const timeStamper = address === null ? null : createTimeStamper(address, systemRandom())
  const server = await testServer({ deps: { timeStamper } })
  const cli = organiser(server)
  await ticketHolders(server, [2, 2, 2])
  await runInOrder(cli, [
    ['draw', 'commit', '--beacon', 'lottery', '--beacon-at', at(await beaconAt(server)), ...PRIZES],
  ])
  await endCampaign(server)
  await runInOrder(cli, [['draw', 'seal']])
  const log = { warn: (...values: unknown[]) => void warnings.push(values) } as never
  const stamp = () => stampSealedList({ ...server.deps, log })
  const row = () => rowOf(server, 'draw')
  const published = async () => {
    await runInOrder(cli, [['draw', 'publish', inFolder('draw.json')]])
    return inFolder('draw.json')
  }
  const desk = async () =>
    (await (await (await testDesk(server)).join('auditor')).call('draw')).body.timeStamp
  return { server, cli, stamp, row, published, desk, warnings }
}

test('the list’s hash gets a signed time stamp, which is published and verified with the authority’s certificate', async () => {
  const { cli, stamp, row, published, desk } = await sealed()
  expect(await desk()).toEqual({ at: null, error: null })
  const before = Math.floor(Date.now() / 1000) * 1000
  await stamp()
  const { time_stamped_at } = await row()
  expect(time_stamped_at).toBeGreaterThanOrEqual(before)
  expect(await desk()).toEqual({ at: time_stamped_at, error: null })
  const file = await published()
  const without = await cli('draw', 'verify', file)
  expect([without.code, without.out]).toEqual([
    0,
    expect.stringContaining('not checked  the signature of the time stamp'),
  ])
  const signed = await cli('draw', 'verify', file, '--tsa-ca', inFolder('authority-ca.pem'))
  expect([signed.code, signed.out]).toEqual([0, expect.stringContaining('ok    time stamp: signed, ')])
  // A time stamp does not prove that this was the only list.
  expect(signed.out).not.toMatch(/matches/i)
})

test('another authority’s signature, another list’s stamp and a broken one fail', async () => {
  const { cli, stamp, published, server } = await sealed()
  await stamp()
  const file = await published()
  await authority('other')
  const other = await cli('draw', 'verify', file, '--tsa-ca', inFolder('other-ca.pem'))
  expect([other.code, other.out]).toEqual([
    1,
    expect.stringContaining('FAIL  time stamp: not signed by these'),
  ])
  const text = await readFile(file, 'utf8')
  const foreign = await createTimeStamper(url, systemRandom())('ab'.repeat(32))
  const token = (value: string) => text.replace(/"timeStamp": "[^"]+"/, `"timeStamp": "${value}"`)
  for (const [value, says] of [
    [foreign.token, 'it is one of another hash'],
    ['AAAA', 'the reply is not a time stamp'],
  ] as const) {
    await writeFile(file, token(value))
    const { code, out } = await cli('draw', 'verify', file)
    expect([code, out]).toEqual([1, expect.stringContaining(`FAIL  time stamp: ${says}`)])
  }
  await writeFile(file, text.replace(/\n "timeStamp": "[^"]+",/, ''))
  const none = await cli('draw', 'verify', file, '--tsa-ca', inFolder('authority-ca.pem'))
  expect([none.code, none.out]).toEqual([1, expect.stringContaining('FAIL  time stamp: the file has none')])
  const missing = await cli('draw', 'verify', await publishedAgain(server), '--tsa-ca', inFolder('no.pem'))
  expect(missing.err).toContain('cannot be read as certificates')
})

async function publishedAgain(server: Awaited<ReturnType<typeof testServer>>): Promise<string> {
  await runInOrder(organiser(server), [['draw', 'publish', inFolder('again.json')]])
  return inFolder('again.json')
}

test.each<[string, (reply: Buffer) => { status: number; body: Buffer }, string]>([
  ['refuses', reply => ({ status: 503, body: reply }), 'the authority answered with status 503'],
  [
    'answers with something else',
    () => ({ status: 200, body: Buffer.from('<html>') }),
    'the reply is not a time stamp',
  ],
  [
    'answers with too much',
    reply => ({ status: 200, body: Buffer.concat([reply, Buffer.alloc(70_000)]) }),
    'the reply is too large',
  ],
])('an authority that %s does not hold up the draw, and is asked again later', async (_, change, reason) => {
  answer = change
  const { server, cli, stamp, row, desk, warnings } = await sealed()
  await stamp()
  expect(await row()).toMatchObject({ state: 'sealed', time_stamp: null, time_stamp_error: reason })
  expect(await desk()).toEqual({ at: null, error: reason })
  expect((await cli('doctor')).out).toContain(`no time stamp: ${reason}`)
  expect(JSON.stringify(warnings)).not.toContain('hidden')
  answer = null
  await stamp()
  expect((await row()).time_stamp).toBeNull()
  server.clock.advance(5 * MINUTE_MS)
  await stamp()
  expect(await row()).toMatchObject({ time_stamp: expect.any(String), time_stamp_error: null })
})

test('a reply to another request, as somebody on the way could repeat it, is refused', async () => {
  let first: Buffer | null = null
  answer = reply => {
    first ??= reply
    return { status: 200, body: first }
  }
  const stamper = createTimeStamper(url, systemRandom())
  await stamper('ab'.repeat(32))
  await expect(stamper('ab'.repeat(32))).rejects.toThrow('the reply is for another request')
  await expect(stamper('cd'.repeat(32))).rejects.toThrow('the reply is for another hash')
})

test('an authority that cannot be reached does not hold up the draw', async () => {
  const { cli, stamp, row, server } = await sealed('http://127.0.0.1:9/')
  await stamp()
  expect((await row()).time_stamp_error).toBe('the authority cannot be reached')
  server.clock.advance(3 * DAY_MS)
  await runInOrder(cli, [['draw', 'run', '--beacon', '1']])
})

test('without an authority the server asks nobody, and the desk shows no stamp', async () => {
  const { stamp, row, desk } = await sealed(null)
  await stamp()
  expect(await row()).toMatchObject({ time_stamp: null, time_stamp_tried_at: null })
  expect(await desk()).toBeNull()
})

test('a stamp that was made once the beacon was known does not show that the list is older', async () => {
  const { cli, stamp, published, server, row } = await sealed()
  await stamp()
  const { time_stamped_at } = await row()
  await update(server, 'draw', { beacon_at: (time_stamped_at ?? 0) - DAY_MS })
  const { out } = await cli('draw', 'verify', await published())
  expect(out).toContain('not checked  that the list is older than the random value')
})

test('the prizes of the real campaign can be sealed for a draw by hand and stamped', async () => {
  const server = await testServer({ deps: { timeStamper: createTimeStamper(url, systemRandom()) } })
  await ticketHolders(server, [1])
  await endCampaign(server)
  const prizes = JSON.stringify(definition.prizes)
  await update(server, 'draw', { prizes })
  await runInOrder(organiser(server, [], { advertised: definition.prizes }), [['draw', 'seal', '--physical']])
  await stampSealedList(server.deps)
  expect((await rowOf(server, 'draw')).time_stamp).not.toBeNull()
})
