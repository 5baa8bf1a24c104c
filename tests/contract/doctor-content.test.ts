import { expect, test } from 'vitest'
import { definition as own } from '#campaign/definition.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { chatCheck, termsPageCheck } from '#server/cli/doctor-content.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)

const doctor = async (advertised = definition.prizes) =>
  (await organiser(server, [], { advertised })('doctor')).out

test('doctor reports prizes that differ from those that the app advertises', async () => {
  expect(await doctor()).toContain('ok    prizes: the draw has the prizes that the app advertises')
  const [prize] = definition.prizes
  if (!prize) throw new Error('no prize')
  const more = [{ ...prize, count: 60 }]
  expect(await doctor(more)).toMatch(/^warn {2}prizes: .*the app advertises 60, the draw has 50$/m)
  await update(server, 'draw', { state: 'committed' })
  expect(await doctor(more)).toMatch(/^FAIL {2}prizes: /m)
})

test('doctor names the placeholders of the terms and a missing permit number', async () => {
  expect(await doctor()).toMatch(
    /^warn {2}placeholders: left in .*nameTh in campaign\/organiser.ts.*the permit number /m,
  )
  await setCampaign(server, { permit_no: '12/2569' })
  expect(await doctor()).not.toContain('the permit number')
})

test('doctor warns while the hours in which people answer are placeholders, if messages are on', async () => {
  expect(await doctor()).toMatch(/^ok {4}chat: off/m)
  await setMessaging(server.db, true)
  expect(await doctor()).toMatch(
    /^warn {2}chat: .*replace th and en of chatHours in campaign\/chat-texts.ts$/m,
  )
  const hours = { th: 'ทุกวัน เวลา 9.00–18.00 น.', en: 'every day from 9:00 to 18:00' }
  expect(await chatCheck(server, hours)).toMatchObject({ level: 'ok' })
})

test('doctor reports that the page of the terms states other rules than the running campaign', async () => {
  expect(await doctor()).toMatch(/^ok {4}terms page: /m)
  await setCampaign(server, { min_age: 15, permit_no: '12/2569' })
  expect(await doctor()).toMatch(/^warn {2}terms page: .* correct minAge, permitNo in campaign/m)
  const dates = {
    opens: '2027-01-01T00:00:00+07:00',
    closes: '2027-01-31T23:59:59+07:00',
    draw: '2027-02-03T14:00:00+07:00',
    announce: '2027-02-05T14:00:00+07:00',
    confirmBy: '2027-02-12T14:00:00+07:00',
  }
  const { found } = termsPageCheck(await readCampaign(server.db), { dates, rules: own.rules })
  expect(found).toContain('correct opens, closes, draw, announce, confirmBy, minAge, permitNo')
})
