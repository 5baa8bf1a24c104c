import { describe, expect, test } from 'vitest'
import { faq } from '#campaign/faq.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { createApp } from '#server/app.ts'
import { workOnEvents } from '#server/line-webhook/work.ts'
import { CHAT_LIFF_ID, FRIEND, lineChat } from '#tests/kit/line-chat.ts'
import { eachTest } from '#tests/kit/server.ts'

const chat = eachTest(lineChat)

const REPLY = '/v2/bot/message/reply'
const GROUP = `C${'1'.repeat(32)}`
const sticker = { message: { type: 'sticker', packageId: '446', stickerId: '1988' } }
const answerOf = (id: string) => faq.find(question => question.id === id)
const fault = (change: object) =>
  chat.emulator.control.addFault({ host: 'api.line.me', path: REPLY, times: 1, ...change })

describe('a message', () => {
  test('that asks a frequent question gets its answer, in the language of the message', async () => {
    expect(await chat.chat({ text: 'ใบเสร็จไม่ผ่านทำไงดีคะ' })).toEqual([answerOf('rejected')?.answerTh])
    expect(await chat.chat({ text: 'When will the winners be announced?' })).toEqual([
      answerOf('result')?.answerEn,
    ])
  })

  test('that no question matches gets the time when people answer, in its language, with a link', async () => {
    const [answer = ''] = await chat.chat({ text: 'ขอคุยกับเจ้าหน้าที่ค่ะ' })
    expect(answer).toContain('ทีมงานตอบ')
    expect(answer).not.toContain('Our team')
    expect(answer).toContain(`https://liff.line.me/${CHAT_LIFF_ID}?redirect=%2Fhelp`)
    chat.server.clock.advance(HOUR_MS)
    expect(await chat.chat({ text: 'Can I talk to a person?' })).toEqual([
      expect.stringMatching(/^Thank you[^ก-๙]*$/),
    ])
  })

  test.each([
    sticker,
    { message: { type: 'location', latitude: 13.7, longitude: 100.5, title: 'บ้าน', address: 'กรุงเทพ' } },
    { message: { type: 'image', content: 'iVBORw0KGgo=', contentType: 'image/png' } },
  ])('without a text gets that time once an hour (%#)', async action => {
    expect(await chat.chat(action)).toHaveLength(1)
    expect(await chat.chat(action)).toEqual([])
    expect(await chat.chat({ text: 'ประกาศผลวันไหน' })).toHaveLength(1)
    chat.server.clock.advance(HOUR_MS - 1)
    expect(await chat.chat(action)).toEqual([])
    chat.server.clock.advance(1)
    expect(await chat.chat(action)).toHaveLength(1)
  })

  test('of someone who is not a customer is answered, too', async () => {
    const stranger = chat.emulator.scenario().users[1]?.userId ?? ''
    expect(stranger).not.toBe('')
    chat.emulator.control.friendship({ userId: stranger, state: 'friend' })
    expect(await chat.chat({ userId: stranger, text: 'ใช้คูปองยังไง' })).toEqual([answerOf('coupon')?.answerTh])
    expect(await chat.chat({ userId: stranger, ...sticker })).toHaveLength(1)
    expect(await chat.chat(sticker)).toHaveLength(1)
  })

  test('in a group or a room gets no answer', async () => {
    for (const groupId of [GROUP, `R${'1'.repeat(32)}`]) {
      chat.emulator.control.group({ groupId, change: 'invite', userIds: [FRIEND] })
      expect(await chat.chat({ chatId: groupId, text: 'ประกาศผลวันไหน' })).toEqual([])
      expect(await chat.chat({ chatId: groupId, ...sticker })).toEqual([])
    }
    expect(await chat.events()).toEqual([])
    expect(await chat.chat(sticker)).toHaveLength(1)
  })

  test('that is unsent, a watched video and a joined membership change nothing', async () => {
    await chat.chat({ text: 'ประกาศผลวันไหน' })
    const [{ id = '' } = {}] = chat.emulator.messages()
    expect(await chat.chat({ unsend: { messageId: id } })).toEqual([])
    expect(await chat.chat({ videoPlayComplete: { trackingId: 'a' } })).toEqual([])
    expect(await chat.chat({ postback: { data: 'menu:help' } })).toEqual([])
  })
})

describe('an answer', () => {
  /** Runs the worker every five seconds for two minutes, which is longer than a reply token is valid. */
  const wait = async () => {
    for (let second = 0; second < 120; second += 5) {
      chat.server.clock.advance(5000)
      await workOnEvents(chat.server.deps)
    }
  }
  /** Writes a question, without waiting for its answer. */
  const ask = async () => {
    chat.emulator.control.chat({ text: 'ประกาศผลวันไหน' })
    await chat.emulator.webhooksSettled()
    await workOnEvents(chat.server.deps)
    await expect.poll(async () => (await chat.events())[0]?.attempts).toBeGreaterThan(0)
  }

  test('whose response is lost is not sent a second time', async () => {
    fault({ drop: 'after' })
    await ask()
    await wait()
    expect([chat.answers().length, (await chat.events())[0]?.state]).toEqual([1, 'done'])
  })

  test.each([{ drop: 'before' }, { status: 500 }, { status: 429 }])(
    'is sent again while its token is valid if LINE fails once: %o',
    async failure => {
      fault(failure)
      await ask()
      expect(chat.answers()).toEqual([])
      chat.server.clock.advance(2000)
      await chat.settled()
      expect(chat.answers()).toHaveLength(1)
    },
  )

  test('is given up after a minute if LINE is down', async () => {
    fault({ drop: 'before', times: 1000 })
    await ask()
    await wait()
    expect(chat.answers()).toEqual([])
    expect(await chat.events()).toMatchObject([{ state: 'done', reply_token: null }])
    chat.emulator.control.removeFault(null)
    await wait()
    expect(chat.answers()).toEqual([])
  })

  test('is sent once if several processes work at the same time', async () => {
    const { deps } = chat.server
    let waiting = 0
    const slow = {
      ...deps,
      line: {
        ...deps.line,
        fetch: async (request: Request) => {
          waiting += 1
          await new Promise(resolve => setImmediate(resolve))
          return deps.line.fetch(request)
        },
      },
    }
    chat.serve(createApp(slow).fetch)
    chat.emulator.control.chat({ text: 'ประกาศผลวันไหน' })
    await chat.emulator.webhooksSettled()
    await Promise.all([workOnEvents(slow), workOnEvents(slow), workOnEvents(slow)])
    await chat.settled()
    expect([waiting, chat.answers().length]).toEqual([1, 1])
  })

  test('of a process that died while it answered is sent by another process', async () => {
    const { deps } = chat.server
    let reached = 0
    const dying = {
      ...deps,
      line: {
        ...deps.line,
        fetch: () => {
          reached += 1
          return new Promise<Response>(() => undefined)
        },
      },
    }
    chat.serve(createApp(dying).fetch)
    chat.emulator.control.chat({ text: 'ประกาศผลวันไหน' })
    await chat.emulator.webhooksSettled()
    await expect.poll(() => reached).toBe(1)
    await workOnEvents(deps)
    expect(chat.answers()).toEqual([])
    chat.server.clock.advance(MINUTE_MS / 2)
    await chat.settled()
    expect(chat.answers()).toHaveLength(1)
  })

  test('is not sent to a customer who has left in between', async () => {
    fault({ drop: 'before' })
    await ask()
    const { server, me } = chat
    const left = await server.call('cancel', { token: me.token, body: { confirm: true } })
    expect(left.status).toBe(200)
    await wait()
    expect([chat.answers(), await chat.events()]).toEqual([[], []])
  })
})
