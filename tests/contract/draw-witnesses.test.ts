import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { shortHash } from '#contract/list-hash.ts'
import { DAY_MS } from '#contract/time.ts'
import { checkStoredDraw } from '#server/draw/check-stored.ts'
import {
  drawOffice,
  endCampaign,
  shownDraw,
  ticketHolders,
  verifyIndependently,
  winnersOf,
} from '#tests/kit/draw.ts'
import { changeSecretUntilFirst, removeTicketsUntilFirst } from '#tests/kit/draw-insider.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

/** A person with database access cannot secretly choose the winner, because the list's hash is also kept outside. */
let people: string[]

const server = eachTest(testServer)
const { commit, done, run } = drawOffice(server)
const inFolder = eachFolder()
beforeEach(async () => {
  people = await ticketHolders(server, [3, 3, 3, 3, 3, 3])
})

const BEACON = '123456'
const proofFile = () => inFolder('draw.json')

/** Returns the seal that every phone gets when it opens the app. */
async function sealOnPhones() {
  const { body } = await server.call('activity')
  return 'drawSeal' in body ? body.drawSeal : undefined
}

async function sealed(): Promise<string> {
  expect((await commit()).code).toBe(0)
  expect(await sealOnPhones()).toBeNull()
  await endCampaign(server)
  expect(await sealOnPhones()).toBeNull()
  await done(['draw', 'seal'])
  const seal = await sealOnPhones()
  server.clock.advance(3 * DAY_MS)
  return seal?.entriesHash ?? ''
}

const drawn = () =>
  done(['draw', 'run', '--beacon', BEACON], ['announce', '--now'], ['draw', 'publish', proofFile()])

test('from the seal on, the activity has the hash of the list, the version of the formula and the time', async () => {
  const hash = await sealed()
  const draw = await shownDraw(server)
  expect(await sealOnPhones()).toEqual({
    drawId: draw.id,
    entriesHash: draw.entriesHash,
    formula: 3,
    sealedAt: draw.sealedAt,
  })
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

describe.each([
  ['removes tickets from the sealed list', removeTicketsUntilFirst],
  ['changes the secret and its commitment', changeSecretUntilFirst],
] as const)('somebody with the database %s once the beacon is known', (_, cheat) => {
  test('everything inside agrees, and only a hash from outside shows it', async () => {
    const kept = await sealed()
    const chosen = people[4] ?? ''
    await cheat(server.db, chosen, BEACON)
    await drawn()
    expect((await winnersOf(server))[0]?.customer_id).toBe(chosen)

    // No check inside the server can detect the change, and none claims to have ruled it out.
    expect((await checkStoredDraw(server.db, () => undefined)).problems).toEqual([])
    const audit = await run('audit', 'verify')
    expect([audit.code, audit.out]).toEqual([0, expect.stringContaining('Not checked: whether a person')])
    expect((await run('doctor')).out).toMatch(/draw list.*not checked here/)
    const alone = await run('draw', 'verify', proofFile())
    expect([alone.code, alone.out]).toEqual([
      0,
      expect.stringContaining('not checked  that this is the list'),
    ])
    expect(alone.out).not.toMatch(/matches/i)
    expect((await verifyIndependently(proofFile())).out).toBe('agrees with itself only: 3 winners\n')

    // A hash that a phone, a post or a published list has kept since the seal reveals the change.
    expect((await sealOnPhones())?.entriesHash).not.toBe(kept)
    for (const hash of [kept, shortHash(kept), kept.toUpperCase()]) {
      const { code, out } = await run('draw', 'verify', proofFile(), '--list-hash', hash)
      expect([code, out]).toEqual([1, expect.stringContaining(`FAIL  list's hash from outside`)])
      expect(out).toContain(`${shortHash(kept)} outside`)
    }
    expect(await verifyIndependently(proofFile(), kept)).toMatchObject({ code: 1 })
  })
})

test('a change without a new hash stops the draw, even if the list stays the same', async () => {
  await sealed()
  const { secret } = await rowOf(server, 'draw')
  const prizes = JSON.stringify([{ titleTh: 'บัตรคอนเสิร์ต', count: 1 }])
  for (const change of [{ prizes }, { beacon_source: 'another lottery' }, { commitment: 'a'.repeat(64) }]) {
    const before = await rowOf(server, 'draw')
    await update(server, 'draw', change)
    expect((await run('draw', 'run', '--beacon', BEACON)).err).toContain('The sealed list was changed')
    await update(server, 'draw', before)
  }
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
})

test('a list that was sealed for one kind of draw cannot be drawn in the other', async () => {
  await commit()
  await endCampaign(server)
  server.clock.advance(4 * DAY_MS)
  // Without this rule, a list could be sealed for a draw by hand after the beacon is known, and then be drawn with it.
  await done(['draw', 'seal', '--physical'])
  expect((await run('draw', 'run', '--beacon', BEACON)).err).toContain('sealed for a draw by hand')
})

test('the winners of a computed draw cannot be imported', async () => {
  await sealed()
  const { ticket_id } = await rowOf(server, 'draw_entry')
  const file = inFolder('winners.csv')
  await writeFile(file, `ticketNo\n${ticket_id}\n`)
  expect((await run('draw', 'import', file)).err).toContain('was not sealed for a draw by hand')
})

describe('with the hash from outside', () => {
  let kept: string
  beforeEach(async () => {
    kept = await sealed()
    await done(['draw', 'publish', inFolder('list.json')])
    await drawn()
  })
  const verify = (...hash: string[]) => run('draw', 'verify', proofFile(), '--list-hash', ...hash)

  test('an honest draw matches: as digits, in the short form, and from a file', async () => {
    const post = inFolder('post.txt')
    await writeFile(post, `The list is sealed: ${kept}\n`)
    for (const hash of [kept, shortHash(kept), inFolder('list.json'), post]) {
      const { code, out } = await verify(hash)
      expect([code, out]).toEqual([0, expect.stringContaining('The draw matches the hash from outside.')])
    }
    expect(await verifyIndependently(proofFile(), shortHash(kept))).toEqual({
      code: 0,
      out: 'agrees with the hash from outside: 3 winners\n',
    })
  })

  test('the file itself is not outside, and too few digits are no hash', async () => {
    expect((await verify(proofFile())).err).toContain('not from the file that is verified')
    expect((await verify(kept.slice(0, 15))).err).toContain('64 hexadecimal digits, or the first 16')
    const both = inFolder('both.txt')
    await writeFile(both, `${kept} ${'a'.repeat(64)}`)
    expect((await verify(both)).err).toContain('a file that contains it')
  })

  test('the score uses the number that customers see', async () => {
    const text = await readFile(proofFile(), 'utf8')
    expect(text).toContain('"format": "campaign-draw/3"')
    expect(text).toContain('message: the ticket number')
    const proof = JSON.parse(text)
    expect(proof).toMatchObject({ sealedFor: 'seed', entriesHash: kept })
  })

  test.each<
    [string, (proof: { tickets: string[]; sealedFor: string; prizes: { count: number }[] }) => void, string]
  >([
    [
      'a number twice',
      proof => {
        const [first = '', second = ''] = proof.tickets
        proof.tickets[1] = `${second.split(' ').slice(0, 2).join(' ')} ${first.split(' ')[2]}`
      },
      'FAIL  numbers in the list',
    ],
    [
      'a list that was sealed for a draw by hand',
      proof => {
        proof.sealedFor = 'physical'
      },
      'FAIL  kind of draw',
    ],
    [
      'other prizes',
      proof => {
        for (const prize of proof.prizes) prize.count += 1
      },
      'FAIL  entriesHash',
    ],
  ])('a file with %s fails', async (_, change, message) => {
    const proof = JSON.parse(await readFile(proofFile(), 'utf8'))
    change(proof)
    const { tickets, ...head } = proof
    const text = JSON.stringify(head, null, 1)
    const lines = tickets.map((ticket: string) => `\n"${ticket}"`).join(',')
    await writeFile(proofFile(), `${text.slice(0, text.lastIndexOf('\n'))},\n "tickets": [${lines}\n]}\n`)
    const { code, out } = await run('draw', 'verify', proofFile())
    expect([code, out]).toEqual([1, expect.stringContaining(message)])
    expect((await verifyIndependently(proofFile())).code).toBe(1)
  })
})

describe('draws that earlier releases have published', () => {
  const fixture = (name: string) => join(import.meta.dirname, '../fixtures/draws', name)
  const hashes = async (name: string) => {
    const { commitment, entriesHash } = JSON.parse(await readFile(fixture(name), 'utf8'))
    return { commitment, entriesHash }
  }

  test.each(['format-1.draw', 'format-2.draw'])('%s verifies as before', async name => {
    const { commitment, entriesHash } = await hashes(name)
    const promised = ['--commitment', commitment, '--entries-hash', entriesHash]
    const { code, out } = await run('draw', 'verify', fixture(name), ...promised)
    expect([code, out]).toEqual([0, expect.stringContaining('The draw matches the hash from outside.')])
    expect((await verifyIndependently(fixture(name), entriesHash)).code).toBe(0)
  })

  test('without the commitment, which their hash does not cover, nothing says that they match', async () => {
    const { entriesHash } = await hashes('format-2.draw')
    const { code, out } = await run('draw', 'verify', fixture('format-2.draw'), '--list-hash', entriesHash)
    expect([code, out]).toEqual([0, expect.stringContaining('not checked  that the secret')])
    expect(out).not.toMatch(/matches/i)
  })
})

test('a list that an earlier release has sealed is drawn and published with its formula', async () => {
  await sealed()
  const { id } = await rowOf(server, 'draw')
  await update(server, 'draw', { formula: null, sealed_for: null })
  const { hashList } = await import('#server/draw/entries.ts')
  const old = await rowOf(server, 'draw', { id })
  const { entriesHash } = await hashList(server.db, old, () => undefined)
  await update(server, 'draw', { entries_hash: entriesHash })
  expect((await sealOnPhones())?.formula).toBe(2)
  await drawn()
  expect(await readFile(proofFile(), 'utf8')).toContain('"format": "campaign-draw/2"')
  expect((await verifyIndependently(proofFile(), entriesHash)).code).toBe(0)
  expect((await run('draw', 'verify', proofFile(), '--list-hash', entriesHash)).code).toBe(0)
})
