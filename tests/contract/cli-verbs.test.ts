import { writeFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { syntaxOf } from '#server/cli/syntax.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import type { Verb } from '#server/cli/verb.ts'
import { verbs } from '#server/cli/verbs.ts'
import { diskObjects } from '#server/images/disk.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { newKey, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { at, beaconAt, endCampaign, PRIZES, ticketHolders } from '#tests/kit/draw.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { createDatabase, databaseUrl, dropDatabase, TEST_DATABASE_URL } from '#tests/kit/postgres.ts'
import { addRefused } from '#tests/kit/sending.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { verbKinds } from '#tests/kit/verb-kinds.ts'

type Name = keyof typeof verbKinds
const names = Object.keys(verbKinds) as Name[]

let asked: string[]

// `backup` and `db copy` need SQLite. Other tests check rollbacks on both databases.
const server = eachTest(() => testServer({ dialect: 'sqlite' }))
const inFolder = eachFolder()
beforeEach(() => {
  asked = []
})

const file = (name: string) => inFolder(name)
const progress: Progress = label => {
  asked.push(label)
  return { step: () => undefined, end: () => undefined }
}
const location = () => ({ databaseFile: file('campaign.sqlite'), objects: diskObjects(file('objects')) })

/** Splits a command line into words as a shell does. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

function exampleOf(help: readonly string[]): string[] | null {
  const start = help.findIndex(line => line.startsWith('Example: '))
  if (start < 0) return null
  const end = help.indexOf('', start)
  const lines = help.slice(start, end < 0 ? undefined : end)
  return wordsOf(lines.join(' ').replace('Example: ', ''))
}

test('the table in this test lists every verb', () => {
  expect(verbs.map(verb => verb.name).toSorted()).toEqual([...names].toSorted())
})

test.each(verbs.map(verb => [verb.name as Name, verb] as const))(
  '%s --help shows usage, summary, all options and an example',
  async (name, verb: Verb) => {
    const { out } = await organiser(server)(...name.split(' '), '--help')
    const [usage = '', , summary, , ...help] = out.split('\n')
    const options = Object.keys(syntaxOf(verb.usage ?? '').options)
    expect(usage).toMatch(new RegExp(`^npm run campaign -- ${name}\\b.* \\[--json\\]$`))
    expect([summary, verb.help.includes(verb.summary)]).toEqual([
      expect.stringMatching(/^\p{Lu}.+\.$/u),
      false,
    ])
    expect(help.join(' ').length).toBeGreaterThan(20)
    expect(options.filter(option => !`${usage} ${help.join(' ')}`.includes(`--${option}`))).toEqual([])
    expect([name, verb.dryRun === true]).toEqual([name, verbKinds[name].startsWith('once')])
    expect(usage.includes('[--dry-run]')).toBe(verb.dryRun === true)

    const example = exampleOf(verb.help)
    if (verb.usage === undefined) return
    expect(example?.slice(0, name.split(' ').length).join(' ')).toBe(name)
    const used = (example ?? []).filter(word => word.startsWith('--')).map(word => word.slice(2))
    expect(used.filter(option => ![...options, 'dry-run'].includes(option))).toEqual([])
  },
)

test('every verb prints JSON, shows progress for long work, and changes nothing in a dry run', async () => {
  const done = new Set<string>()
  /** Runs a verb with `--json`. If it has a dry run, first checks that the dry run changes only the audit log. */
  const run = async (words: string, ...more: string[]) => {
    const verb = verbs.find(one => words === one.name || words.startsWith(`${one.name} `))
    if (!verb) throw new Error(`${words}: no such verb`)
    const argv = [...words.split(' '), ...more]
    const cli = organiser(server, [verb.name.endsWith(' pin') ? '482159' : 'q'], { progress, location })
    const before = await dump(server.db)
    if (verb.dryRun) {
      const { code, out, err } = await cli(...argv, '--dry-run', '--json')
      expect([words, code, err]).toEqual([words, 0, ''])
      JSON.parse(out)
      const after = changes(before, await dump(server.db))
      expect(after.filter(line => !/"action":/.test(line) && line !== 'audit ')).toEqual([])
    }
    asked.length = 0
    const { code, out, err } = await cli(...argv, '--json')
    expect([words, code, err]).toEqual([words, 0, ''])
    const [answer = '', ...rest] = out.split('\n').reverse()
    if (!verbKinds[verb.name as Name].startsWith('asks')) expect([words, rest]).toEqual([words, []])
    if (verb.dryRun && !['restore', 'db copy'].includes(verb.name)) {
      const after = changes(before, await dump(server.db)).filter(line => !/"action":/.test(line))
      expect([words, after.length > 0]).toEqual([words, true])
    }
    expect([words, asked.length > 0]).toEqual([words, verbKinds[verb.name as Name].endsWith('long')])
    done.add(verb.name)
    return JSON.parse(answer)
  }

  for (const words of ['init', 'dates show', 'close', 'pending', 'auto', 'open', 'browser allow'])
    await run(words)
  await run('dates set', '--min-age', '19')
  await run('terms show')
  await run('terms set --terms 2027-01 --yes')
  const question = await run('question set', 'ชอบเพลงไหน', '--choice', 'ก', '--choice', 'ข')
  await run('question times', question.id, '--closes', '2029-12-31T23:59:59+07:00')
  await writeFile(
    file('stores.csv'),
    'code,chain,nameTh,branch,province,receiptNoHint,active\nN-1,ร้าน,ร้าน,แรก,10,,\n',
  )
  expect(await run('store import', file('stores.csv'))).toEqual({
    added: 1,
    changed: 0,
    removed: 0,
    total: 1,
  })
  await run('prizes update')
  await run('reward stock gift 5')
  await run('reward set gift --closes 2029-12-31T23:59:59+07:00')
  await run('reward pin')
  await run('store pin N-1')
  expect(await run('store pins', '--create', file('pins.xlsx'))).toMatchObject({ kept: 1 })

  const [somchai, leaver] = [await server.signIn(), await server.signIn()]
  const sent = async () => (await sendReceipt(server, somchai)).body.id
  const [good, bad] = [await sent(), await sent()]
  expect(await run('receipts list')).toHaveLength(2)
  await run('receipts show', good, '--image', file('photo.jpg'))
  await run('receipts review', '--photos', inFolder())
  await run('receipts approve', good)
  await run('receipts reject', bad, '--reason', 'BLURRY')
  await run('receipts void', good, '--note', 'ปลอม')
  await uploadPhoto(server, leaver)
  await run('customer show', leaver.customerId)
  await run('customer export', leaver.customerId, file('customer.tar'))
  await run('customer block', leaver.customerId, '--reason', 'ปลอม')
  await run('customer unblock', leaver.customerId)
  await run('customer birthday', leaver.customerId, '--date', '2541-04-13')
  await run('customer erase', leaver.customerId)
  await setMessaging(server.db, true)
  await server.call('giveMarketingConsent', { token: somchai.token, key: newKey(), body: {} })
  // The message says that the campaign ends soon, so the command refuses to send it earlier.
  await run('dates set', '--closes', at(server.clock.now() + 6 * DAY_MS))
  await run('notify closing')
  await run('notify stop closing')
  await run('notify resume closing')
  await server.call('createReward', { token: somchai.token, body: {} })
  const { payload } = (await server.call('getRewardQr', { token: somchai.token })).body
  expect(await run('qr check', payload)).toMatchObject({ genuine: true, fresh: true })
  await run('qr use', payload, 'welcome', '--store', 'N-1')
  await run('sessions list', somchai.customerId)
  await run('sessions end', somchai.customerId)

  await run('backup', file('backup.tar'))
  await run('restore', file('backup.tar'))
  await run('drill', file('backup.tar'))

  await ticketHolders(server, [2, 3, 1, 1, 1, 1, 1])
  await run('auto')
  await run('draw commit', '--beacon', 'รางวัลที่ 1', '--beacon-at', at(await beaconAt(server)), ...PRIZES)
  await endCampaign(server)
  await run('draw seal')
  await run('slips', '--csv', file('slips.csv'))
  server.clock.advance(3 * DAY_MS)
  await run('draw run --beacon 123456')
  await run('announce --now')
  await run('notify results')
  await run('notify status')
  expect(await run('messages list --state waiting')).toMatchObject({ state: 'waiting' })
  await addRefused(server, somchai.customerId)
  await run('messages retry --kind coupon-expiring')
  await update(server, 'reward', { draw_state: 'declined' }, { draw_rank: 1 })
  await run('draw promote')
  await run('draw publish', file('draw.json'))
  await run('draw verify', file('draw.json'))
  for (const what of ['receipts', 'customers', 'tickets', 'winners', 'answers', 'rewards', 'audit'])
    await run(`export ${what}`, file(`${what}.xlsx`))
  await run('stats')
  await run('health')
  await run('doctor')
  await run('audit head', '--append', file('heads.txt'))
  await run('audit verify', '--heads', file('heads.txt'))
  server.clock.advance(200 * DAY_MS)
  await run('retention run --clock-is-right')

  if (TEST_DATABASE_URL) {
    const name = await createDatabase()
    await run('db copy', databaseUrl(name)).finally(() => dropDatabase(name))
  }
  await run('db reopen')
  await run('db restored')
  const elsewhere = [
    ...['desk invite', 'desk people', 'desk end'],
    'rehearse',
    'draw import',
    'winners list',
    'winners show',
    'winners ship',
    'winners received',
    'winners tax',
    'winners guardian',
    'winners receipt',
    ...(TEST_DATABASE_URL ? [] : ['db copy']),
    'doctor live',
    'address',
  ]
  expect(names.filter(name => !done.has(name))).toEqual(elsewhere)
}, 60_000)

test('draw import has a dry run with the same output', async () => {
  const cli = organiser(server)
  await ticketHolders(server, [2, 1, 1, 1, 1])
  await cli('draw', 'commit', '--beacon', 'x', '--beacon-at', at(await beaconAt(server)), ...PRIZES)
  await endCampaign(server)
  await cli('draw', 'seal', '--physical')
  const tickets = await server.db.selectFrom('draw_entry').select(['ticket_id', 'customer_id']).execute()
  const each = new Map(tickets.map(one => [one.customer_id, one.ticket_id]))
  await writeFile(file('drawn.csv'), ['ticketNo', ...each.values(), ''].join('\n'))
  const before = await dump(server.db)
  const argv = ['draw', 'import', file('drawn.csv'), '--json']
  const dry = await cli(...argv, '--dry-run')
  expect(JSON.parse(dry.out)).toMatchObject({ winners: 3, reserves: 2 })
  expect(changes(before, await dump(server.db)).filter(line => !/"action":/.test(line))).toEqual([])
  const { auditHead, ...drawn } = JSON.parse((await cli(...argv)).out)
  expect([drawn, auditHead]).toEqual([JSON.parse(dry.out), expect.stringMatching(/^\d+:[0-9a-f]{64}$/)])
  expect(await rowsOf(server, 'draw_winner')).toHaveLength(5)
})

test('prints errors as JSON with --json', async () => {
  const { code, out, err } = await organiser(server)('customer', 'show', '0899999999', '--json')
  expect([code, out, JSON.parse(err)]).toEqual([1, '', { error: '0899999999: no such customer' }])
})
