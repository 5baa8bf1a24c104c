// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { faq } from '#campaign/faq.ts'
import { organiser } from '#campaign/organiser.ts'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Help from '#src/screens/help/help.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import { ended } from '#tests/kit/drawn.ts'
import { noLists } from '#tests/kit/fake-data.ts'
import { failed } from '#tests/kit/fake-state.ts'
import { plain, show } from '#tests/kit/render.tsx'

const summaries = (container: Element) =>
  [...container.querySelectorAll('summary')].map(summary => summary.textContent)

test('shows the contact, every frequent question with its answer, and the stores by chain', async () => {
  const screen = await show(<Help />)
  expect(screen.text()).toContain(organiser.email)
  for (const { questionTh, answerTh } of faq) {
    expect(summaries(screen.container)).toContain(questionTh)
    expect(screen.text()).toContain(plain(answerTh))
  }
  const [store] = screen.app.master.stores.value
  expect(screen.text()).toContain(store?.nameTh)
  expect(summaries(screen.container).some(text => text?.startsWith(`${store?.chain} (`))).toBe(true)
})

test('a search shows the matching stores, opened, or says that there are none', async () => {
  const screen = await show(<Help />)
  const [store] = screen.app.master.stores.value
  await screen.type('store', store?.branch ?? '')
  const open = [...screen.container.querySelectorAll('details[open]')]
  expect(open.map(chain => chain.textContent).join()).toContain(store?.nameTh)
  await screen.type('store', 'xyz')
  expect(screen.text()).toContain('ไม่พบร้านที่ค้นหา')
})

test('keeps the contact and the questions if the stores cannot be loaded', async () => {
  const screen = await show(<Help />, { master: noLists, masterState: failed() })
  expect(screen.text()).toContain('คำถามที่พบบ่อย')
  expect(screen.has('button', 'ลองใหม่')).toBe(true)
})

test('can be opened from the profile and from the end screen', async () => {
  expect((await show(<Profile />)).link('ช่วยเหลือและร้านค้า')).toBe('/help')
  expect((await show(<EndCampaign />, ended(null))).link('ช่วยเหลือและร้านค้า')).toBe('/help')
})
