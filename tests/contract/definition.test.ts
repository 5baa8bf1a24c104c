import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definition as own } from '#campaign/definition.ts'
import { campaignRows, hasRelativeDates } from '#server/data/definition.ts'
import { readStores } from '#server/data/stores-csv.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const NOW = Date.parse('2026-12-24T23:30:00+07:00')
const bangkok = (ms: number | null) =>
  ms === null ? null : new Date(ms + 7 * 3600_000).toISOString().slice(0, 16)
const refusal = (change: object) => {
  try {
    campaignRows({ ...structuredClone(definition), ...change }, NOW)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the definition was accepted')
}

describe('the campaign’s definition', () => {
  test('in campaign/ is valid', () =>
    expect(campaignRows(own, Date.now()).campaign).toMatchObject({ mode: 'auto' }))

  test('counts relative dates from midnight in Bangkok', () => {
    const { campaign, questions } = campaignRows(definition, NOW)
    expect(bangkok(campaign.opens_at)).toBe('2026-12-17T00:00')
    expect(bangkok(campaign.closes_at)).toBe('2027-01-21T00:00')
    expect(bangkok(campaign.draw_at)).toBe('2027-01-24T14:00')
    expect(questions.map(question => bangkok(question.opens_at))).toEqual([
      '2026-12-17T00:00',
      '2026-12-24T00:00',
    ])
  })

  test('accepts absolute times, which do not count as relative dates', () => {
    const dates = {
      opens: '2027-01-01T00:00:00+07:00',
      closes: '2027-01-31T23:59:59+07:00',
      draw: '2027-02-03T14:00:00+07:00',
      announce: '2027-02-05T14:00:00+07:00',
      confirmBy: '2027-02-12T14:00:00+07:00',
    }
    expect(campaignRows({ ...definition, dates }, NOW).campaign.opens_at).toBe(Date.parse(dates.opens))
    expect([hasRelativeDates(definition), hasRelativeDates({ dates })]).toEqual([true, false])
    const buddhist = Object.fromEntries(Object.entries(dates).map(([k, v]) => [k, v.replace('2027', '2570')]))
    expect(campaignRows({ ...definition, dates: buddhist }, NOW)).toEqual(
      campaignRows({ ...definition, dates }, NOW),
    )
  })

  test('names an invalid field by its path', () => {
    const { rules, dates, rewards } = definition
    expect(refusal({ rules: { ...rules, bahtPerRight: 0 } })).toContain('rules.bahtPerRight')
    expect(refusal({ rules: { ...rules, bahtPerRights: 5 } })).toContain('rules.bahtPerRights')
    expect(refusal({ dates: { ...dates, draw: 'tomorrow' } })).toContain('dates.draw')
    expect(refusal({ dates: { ...dates, draw: '+3d' } })).toBe(
      'definition: dates.draw: must not be before dates.closes',
    )
    expect(refusal({ rewards: [...rewards, { ...rewards[0], type: 'car' }] })).toContain('rewards.6.type')
    expect(refusal({ rewards: [...rewards, rewards[0]] })).toBe(
      'definition: rewards: "welcome" is defined twice',
    )
    expect(refusal({ prizes: [] })).toContain('prizes: must contain at least one prize')
  })

  test('refuses a time that is more than five years ahead, such as a mistyped year', () => {
    const { dates, rewards, questions } = definition
    const far = '2112-01-01T00:00:00+07:00'
    const says = (path: string) => `definition: ${path}: must be within five years`
    expect(refusal({ dates: { ...dates, confirmBy: far } })).toBe(says('dates.confirmBy'))
    expect(refusal({ dates: { ...dates, confirmBy: '+9999d' } })).toBe(says('dates.confirmBy'))
    expect(refusal({ rewards: [{ ...rewards[0], closes: far }] })).toBe(says('rewards.0.closes'))
    expect(refusal({ questions: [{ ...questions[0], opens: far }] })).toBe(says('questions.0.opens'))
  })

  test('names an invalid or duplicate prize by its path', () => {
    const [prize] = definition.prizes
    const { titleEn: _, ...thaiOnly } = { ...prize }
    expect(refusal({ prizes: [prize, { ...prize, key: 'Case 1' }] })).toContain('prizes.1.key')
    expect(refusal({ prizes: [prize, prize] })).toBe('definition: prizes: "concert" is defined twice')
    expect(refusal({ prizes: [thaiOnly] })).toContain('prizes.0.titleEn')
    expect(refusal({ prizes: [{ ...prize, count: 0 }] })).toContain('prizes.0.count')
    expect(refusal({ prizes: [{ ...prize, valueBaht: 0 }] })).toContain('prizes.0.valueBaht')
    expect(refusal({ prizes: [{ ...prize, delivery: 'drone' }] })).toContain('prizes.0.delivery')
    expect(refusal({ prizes: [{ ...prize, conditionsEn: [''] }] })).toContain('prizes.0.conditionsEn.0')
    expect(refusal({ reserves: -1 })).toContain('reserves')
  })

  test('stores the prizes of the draw in their order, followed by the reserves', () => {
    const [prize] = definition.prizes
    const prizes = [prize, { ...prize, key: 'shirt', count: 3, delivery: 'shipped' }]
    const stored = (change: object) =>
      (JSON.parse(campaignRows({ ...definition, ...change }, NOW).draw.prizes) as { count: number }[]).map(
        one => one.count,
      )
    expect(stored({ prizes })).toEqual([50, 3, 25])
    expect(stored({ prizes, reserves: 0 })).toEqual([50, 3])
  })
})

describe('the campaign’s stores', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  test('are the stores that customers can choose', async () => {
    const { body } = await server.call('stores')
    const stores = await readStores(server.db, await readFile('tests/fixtures/campaign/stores.csv', 'utf8'))
    expect(body.map(store => store.nameTh)).toEqual(stores.map(store => store.name_th))
  })

  test('in campaign/stores.csv are valid', async () =>
    expect(await readStores(server.db, await readFile('campaign/stores.csv', 'utf8'))).not.toEqual([]))

  test.each([
    ['the headings of the desk in Thai', 'รหัส;เชน;ร้าน;สาขา;จังหวัด;สถานะ\nA-1;A;เอ;หนึ่ง;กรุงเทพ;ร่วมแคมเปญ\n'],
    ['other Thai words, and tabs', 'รหัสร้าน\tแบรนด์\tชื่อร้าน\tชื่อสาขา\tจังหวัด\nA-1\tA\tเอ\tหนึ่ง\tกทม.\n'],
    ['the headings in English', 'Code,Chain,Store,Branch,Province,State\nA-1,A,เอ,หนึ่ง,bangkok,Takes part\n'],
    [
      'the name with the word for province',
      'code,chain,nameTh,branch,province\nA-1,A,เอ,หนึ่ง,จ.กรุงเทพมหานคร\n',
    ],
  ])('are read with %s', async (_, text) => {
    const store = { code: 'A-1', chain: 'A', name_th: 'เอ', branch: 'หนึ่ง', province_id: 10, active: 1 }
    expect(await readStores(server.db, text)).toMatchObject([store])
  })

  test.each([
    ['รหัส,เชน,ร้าน,ชื่อร้าน,สาขา,จังหวัด\n', 'duplicate columns: ชื่อร้าน'],
    ['รหัส,เชน,ร้าน,สาขา\n', 'missing columns: province'],
    ['รหัส,เชน,ร้าน,สาขา,จังหวัด,เบอร์โทร\n', 'unknown columns: เบอร์โทร'],
    ['รหัส,เชน,ร้าน,สาขา,จังหวัด\nA-1,A,เอ,หนึ่ง,จังหวัด\n', 'line 2: province: "จังหวัด" is not a province'],
    ['รหัส,เชน,ร้าน,สาขา,จังหวัด,สถานะ\nA-1,A,เอ,หนึ่ง,กทม,เปิด\n', 'line 2: active: must be 0 or 1'],
  ])('with Thai headings are refused: %j', async (text, message) => {
    await expect(readStores(server.db, text)).rejects.toThrow(message)
  })

  test('are refused with the number of each wrong line', async () => {
    const text = 'code,chain,nameTh,branch,province\nA-1,A,A one,one,Atlantis\nA-1,A,A two,two,10\n'
    await expect(readStores(server.db, text)).rejects.toThrow(
      'line 2: province: "Atlantis" is not a province\nline 3: code: "A-1" is also on line 2',
    )
  })
})
