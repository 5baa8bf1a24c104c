import { expect, test } from 'vitest'
import { SEARCH_MAX } from '#contract/desk/limits.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { pick, seededRandom } from '#tests/kit/random.ts'
import { testServer, update } from '#tests/kit/server.ts'

const SEARCHES = 10_000
/** Number of concurrent searches. */
const AT_ONCE = 50

const alphabets = [
  'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืุูเแโใไ็่้๊๋์ ',
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  '0123456789-+ ',
  '%_\\\'"`;()[]{}*?~^$|&<>=!@#/,.',
  '\u0000\u0001\u001b\n\r\t\u007f\u0085\u200b\u202e\ufeff\u2028\ud800\udfff',
  '🎉👩‍👩‍👧‍👦🇹🇭é́İßǆ𝟘٠๑ﷺ',
].map(text => [...text])

const shapes: readonly ((junk: string) => string)[] = [
  junk => junk,
  junk => `${junk}%`,
  junk => `%${junk}%`,
  junk => `${junk}_`,
  junk => `${junk}' or '1'='1`,
  junk => `'); drop table customer; -- ${junk}`,
  junk => `${junk}\\`,
  junk => `U${junk}`,
  junk => `+66${junk}`,
  junk => `${junk} ${junk}`,
  junk => junk.repeat(20),
  junk => junk.repeat(2000),
]

function junkOf(random: () => number): string {
  const letters = random() < 0.3 ? alphabets.flat() : pick(random, alphabets)
  const length = 1 + Math.floor(random() * 12)
  return pick(random, shapes)(Array.from({ length }, () => pick(random, letters)).join(''))
}

test('desk check 16: ten thousand junk searches match no customer by a wildcard, and none fails', {
  timeout: 300_000,
}, async () => {
  const server = await testServer()
  const desk = await testDesk(server)
  const support = await desk.join('support')
  const { customerId } = await server.signIn()
  await update(server, 'customer', { first_name: 'ฏฏฏฏฏฏ', last_name: 'ฬฬฬฬฬฬ' })
  const random = seededRandom(20261125)
  const counted = new Map<number, number>()
  for (let done = 0; done < SEARCHES; done += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, () => junkOf(random))
    const called = await Promise.all(texts.map(text => support.call('findCustomers', { body: { text } })))
    for (const [index, { status, body }] of called.entries()) {
      const text = texts[index] ?? ''
      expect([200, 400, 413], JSON.stringify(text)).toContain(status)
      counted.set(status, (counted.get(status) ?? 0) + 1)
      if (status === 200 && !/^\s*(ฏฏ|ฬฬ)/.test(text)) expect([text, body.customers]).toEqual([text, []])
    }
  }
  // Most searches reach the database. Some are refused before that.
  expect(counted.get(200)).toBeGreaterThan(SEARCHES / 2)
  expect(counted.get(400)).toBeGreaterThan(0)
  const found = await support.call('findCustomers', { body: { text: 'ฏฏ' } })
  expect(found.body.customers.map(({ id }) => id)).toEqual([customerId])
})

test('desk check 16: % and _ stand for themselves, and a long text is refused', async () => {
  const server = await testServer()
  const desk = await testDesk(server)
  const support = await desk.join('support')
  const names = ['100% จริง', 'a_b', 'acb', '\\%']
  for (const first_name of names) {
    const { customerId } = await server.signIn()
    await update(server, 'customer', { first_name, last_name: '' }, { id: customerId })
  }
  const find = async (text: string) => {
    const { status, body } = await support.call('findCustomers', { body: { text } })
    return status === 200 ? body.customers.map(({ name }) => name) : status
  }
  expect(await find('100%')).toEqual(['100% จริง'])
  expect(await find('a_')).toEqual(['a_b'])
  expect(await find('\\%')).toEqual(['\\%'])
  for (const text of ['%', '_', '%%', '__', '%_', '1%0', '%จริง'])
    expect([text, await find(text)]).toEqual([text, []])
  expect(await find('x'.repeat(SEARCH_MAX))).toEqual([])
  expect(await find('x'.repeat(SEARCH_MAX + 1))).toBe(400)
})
