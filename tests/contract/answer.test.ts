import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { campaignOf, countRows, newKey, setCampaign } from '#tests/kit/activity.ts'
import { eachTest, insert, testServer, update } from '#tests/kit/server.ts'

const ID = '01920000-0000-7000-8000-0000000000aa'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

const answer = (body: Record<string, unknown>, who = somchai, key = newKey()) =>
  server.call('postAnswer', { token: who.token, body, key })
const last = async (who = somchai) => (await server.call('lastAnswer', { token: who.token })).body
const ago = (ms: number) => new Date(server.clock.now() - ms).toISOString()

async function ask(id: string, opensIn: number, closesIn: number | null, choices: string[] | null = null) {
  const now = server.clock.now()
  await insert(server, 'question', {
    id,
    text_th: 'สีอะไร',
    kind: choices ? 'choice' : 'text',
    choices: choices && JSON.stringify(choices),
    max_len: 10,
    opens_at: now + opensIn,
    closes_at: closesIn === null ? null : now + closesIn,
  })
}

test('shows the open question that opened last', async () => {
  const seeded = await somchai.call('question')
  expect(seeded.body).toMatchObject({ kind: 'text', maxLen: 500 })
  await ask(ID, HOUR_MS, 2 * HOUR_MS, ['แดง', 'ขาว'])
  expect((await somchai.call('question')).body?.id).toBe(seeded.body?.id)
  server.clock.advance(HOUR_MS)
  expect((await somchai.call('question')).body).toMatchObject({
    id: ID,
    kind: 'choice',
    choices: ['แดง', 'ขาว'],
  })
  await server.db.deleteFrom('question').execute()
  expect((await somchai.call('question')).body).toBeNull()
})

describe('answering', () => {
  test('gives one entry, and shows the answer in the question and in the history', async () => {
    expect(await last()).toEqual({ answerText: null })
    const given = await answer({ Answer: '  แม่ครับ\u0e4d\u0e32  ' })
    expect(given.status).toBe(200)
    expect(given.body).toMatchObject({
      answerText: '  แม่ครับ\u0e4d\u0e32  '.normalize('NFC').trim(),
      rights: 1,
    })
    expect(await last()).toEqual({
      id: given.body.id,
      questionId: given.body.questionId,
      answerText: given.body.answerText,
      answeredAt: given.body.answeredAt,
    })
    const history = await somchai.call('answerHistory')
    expect(history.body).toEqual([
      {
        ...(await last()),
        questionTextTh: expect.stringContaining('คอนเสิร์ต'),
        questionTextEn: expect.stringContaining('concert'),
      },
    ])
    expect((await malee.call('answerHistory')).body).toEqual([])
  })

  test('again changes the answer while the question is open, without another entry', async () => {
    const first = await answer({ Answer: 'แม่', id: ID })
    server.clock.advance(1000)
    const second = await answer({ Answer: 'พ่อ' })
    expect(second.body).toMatchObject({ id: ID, answerText: 'พ่อ', rights: 1 })
    expect(first.body.id).toBe(ID)
    expect([await countRows(server, 'answer'), await countRows(server, 'ticket')]).toEqual([1, 1])
    expect((await last()).answerText).toBe('พ่อ')
  })

  test('with the same key gets the same response; with another text it is refused', async () => {
    const key = newKey()
    const [first, again] = [
      await answer({ Answer: 'แม่' }, somchai, key),
      await answer({ Answer: 'แม่' }, somchai, key),
    ]
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    expect((await answer({ Answer: 'พ่อ' }, somchai, key)).error.error).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('many times at once stores one answer and gives one entry', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => answer({ Answer: `คนที่ ${index}` })),
    )
    expect(new Set(answers.map(one => one.body.id)).size).toBe(1)
    expect([await countRows(server, 'answer'), await countRows(server, 'ticket')]).toEqual([1, 1])
  })

  test('an older answer that arrives late does not replace a newer one', async () => {
    await answer({ Answer: 'ใหม่', at: ago(60_000) })
    const late = await answer({ Answer: 'เก่า', at: ago(2 * 60_000) })
    expect(late.body.answerText).toBe('ใหม่')
    expect((await answer({ Answer: 'ล่าสุด', at: ago(0) })).body.answerText).toBe('ล่าสุด')
  })

  test('limits the time from a phone’s clock to the time between the question’s opening and now', async () => {
    const future = await answer({ Answer: 'แม่', at: ago(-DAY_MS) })
    expect(future.body.answeredAt).toBe(ago(0))
  })

  test.each([
    ['Answer', { Answer: '   ' }],
    ['Answer', { Answer: 'x'.repeat(501) }],
    ['Answer', {}],
    ['questionId', { Answer: 'x', questionId: ID }],
    ['rights', { Answer: 'x', rights: 5 }],
  ])('names an invalid %s and stores nothing', async (path, body) => {
    const refused = await answer(body)
    expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, path])
    expect(await countRows(server, 'answer')).toBe(0)
  })

  test('accepts only one of the question’s choices', async () => {
    await ask(ID, 0, HOUR_MS, ['แดง', 'ขาว'])
    expect((await answer({ Answer: 'ดำ', questionId: ID })).error.fields).toEqual([
      { path: 'Answer', code: 'choice' },
    ])
    expect((await answer({ Answer: 'ขาว', questionId: ID })).status).toBe(200)
  })

  test('is refused without a session', async () =>
    expect((await server.call('postAnswer', { body: { Answer: 'x' } })).status).toBe(401))
})

describe('limits of answering', () => {
  test('refuses a closed question, and treats a future one as unknown', async () => {
    await ask(ID, -HOUR_MS, HOUR_MS)
    await answer({ Answer: 'ก่อน', questionId: ID })
    server.clock.advance(HOUR_MS)
    const closed = await answer({ Answer: 'หลัง', questionId: ID })
    expect([closed.status, closed.error.error]).toEqual([409, 'QUESTION_CLOSED'])
    const secret = '01920000-0000-7000-8000-0000000000bb'
    await ask(secret, HOUR_MS, null)
    expect((await answer({ Answer: 'x', questionId: secret })).error.fields?.[0]).toEqual({
      path: 'questionId',
      code: 'unknown',
    })
  })

  test('answers QUESTION_CLOSED if no question is open', async () => {
    await update(server, 'question', { closes_at: server.clock.now() })
    expect((await answer({ Answer: 'x' })).error.error).toBe('QUESTION_CLOSED')
  })

  test('refuses answers before and after the campaign', async () => {
    await setCampaign(server, { mode: 'pending' })
    expect((await answer({ Answer: 'x' })).error.error).toBe('CAMPAIGN_NOT_STARTED')
    await setCampaign(server, { mode: 'auto', closes_at: (await campaignOf(server)).opens_at + 1 })
    const ended = await answer({ Answer: 'x' })
    expect([ended.status, ended.error.error]).toEqual([403, 'CAMPAIGN_ENDED'])
  })

  test('refuses an id that another answer of this or another customer already has', async () => {
    await answer({ Answer: 'x', id: ID })
    expect((await answer({ Answer: 'x', id: ID }, malee)).error.error).toBe('NOT_FOUND')
    await ask('01920000-0000-7000-8000-0000000000cc', 0, null)
    expect((await answer({ Answer: 'y', id: ID })).error.error).toBe('ANSWERED')
  })

  test('lists the history in pages, newest first', async () => {
    for (let index = 0; index < 4; index += 1) {
      const id = `01920000-0000-7000-8000-0000000001${index}0`
      await ask(id, 0, null)
      await answer({ Answer: `${index}`, questionId: id })
      // Two answers get the same time. Neither of them may be lost at the boundary between two pages.
      if (index !== 1) server.clock.advance(1000)
    }
    const first = await somchai.call('answerHistory', { query: { limit: '2' } })
    expect(first.body[0]?.answerText).toBe('3')
    const link = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const query = Object.fromEntries(new URL(link, 'https://campaign.example').searchParams)
    const rest = await somchai.call('answerHistory', { query })
    const both = [first.body[1], rest.body[0]].map(one => one?.answerText)
    expect(both.toSorted()).toEqual(['1', '2'])
    expect([rest.body[1]?.answerText, rest.body.length, rest.headers.get('link')]).toEqual(['0', 2, null])
  })
})
