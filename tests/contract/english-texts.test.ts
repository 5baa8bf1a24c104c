import { expect, test } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())

const question = async () => (await somchai.call('question')).body
const welcome = async () => (await somchai.call('createReward', { body: {} })).body.items[0]

test('a reward has its texts in both languages, its conditions and its picture', async () =>
  expect(await welcome()).toMatchObject({
    titleTh: 'คูปองต้อนรับสมาชิกใหม่',
    titleEn: 'Welcome coupon',
    textTh: 'รายละเอียด',
    textEn: 'Details',
    conditionsTh: ['คนละ 1 ครั้ง'],
    conditionsEn: ['Once per person'],
    picture: 'gift',
  }))

test('a reward of an older release has only its Thai title', async () => {
  const none = { title_en: null, text_th: null, text_en: null, picture: null }
  await update(server, 'reward_kind', { ...none, value_baht: null, conditions_th: null, conditions_en: null })
  const reward = await welcome()
  expect(reward?.titleTh).toBe('คูปองต้อนรับสมาชิกใหม่')
  expect(Object.keys(reward ?? {})).not.toEqual(expect.arrayContaining(['titleEn']))
})

test('a question has its English text, and none if the organiser wrote none', async () => {
  expect((await question())?.textEn).toBe('Who would you take to the concert, and why?')
  await update(server, 'question', { text_en: null })
  expect(await question()).not.toHaveProperty('textEn')
})

test('a choice is stored in Thai, and the history also shows it in English', async () => {
  const run = organiser(server)
  const choices = ['--choice', 'แดง', '--choice', 'เขียว', '--choice-en', 'Red', '--choice-en', 'Green']
  expect((await run('question', 'set', 'สีอะไร', '--en', 'Which colour?', ...choices)).code).toBe(0)
  expect(await question()).toMatchObject({
    textEn: 'Which colour?',
    choices: ['แดง', 'เขียว'],
    choicesEn: ['Red', 'Green'],
  })
  const answer = (Answer: string) => somchai.call('postAnswer', { body: { Answer }, key: newKey() })
  expect((await answer('Green')).error.fields?.[0]).toEqual({ path: 'Answer', code: 'choice' })
  expect((await answer('เขียว')).status).toBe(200)
  const history = async () => (await somchai.call('answerHistory')).body[0]
  expect(await history()).toMatchObject({
    questionTextEn: 'Which colour?',
    answerText: 'เขียว',
    answerTextEn: 'Green',
  })
  await update(server, 'question', { choices_en: '["Red"]' })
  expect(await history()).not.toHaveProperty('answerTextEn')
  expect(await question()).not.toHaveProperty('choicesEn')
})

test('question set needs one English choice for each choice', async () => {
  const choices = ['--choice', 'แดง', '--choice', 'เขียว', '--choice', 'ฟ้า']
  const english = ['--choice-en', 'Red', '--choice-en', 'Green']
  const { code, err } = await organiser(server)('question', 'set', 'สีอะไร', ...choices, ...english)
  expect([code, err]).toEqual([1, '--choice-en: give one for each --choice, in the same order'])
})

test('stores have English names, and lists without them keep their version', async () => {
  const lists = async () => (await server.call('masterAll')).body
  const before = await lists()
  expect(before.stores[0]).toMatchObject({ nameEn: null })
  const { master_version } = await rowOf(server, 'campaign')
  expect(before.version).toBe(master_version)
  await update(server, 'store', { name_en: 'Bandee Mart, Si Lom' }, { id: 1 })
  const after = (await server.call('stores')).body
  expect(after[0]?.nameEn).toBe('Bandee Mart, Si Lom')
})
