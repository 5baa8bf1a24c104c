// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import type { Signal } from '@preact/signals-react'
import { beforeAll, expect, test, vi } from 'vitest'
import { legalTexts } from '#campaign/legal.ts'
import { normalisedLegalText } from '#contract/rules.ts'
import type { Activity } from '#contract/schema/master.ts'
import { languages } from '#src/i18n/languages.ts'
import Answer from '#src/screens/answer/answer.tsx'
import { Register } from '#src/screens/register/register.tsx'
import type { Resource } from '#src/state/types.ts'
// The app loads this script only for customers who are asked. Imported here, the prompt appears at once.
import '#src/ui/agree/agree-prompt.tsx'
import { agreedScreen } from '#src/ui/agree/agreed.tsx'
import { adult, agreed, openActivity, registered } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, failed, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'
import { untilCalled } from '#tests/kit/until-called.ts'

const register = { phase: { kind: 'register' } } as const
const drafted = { drafts: { register: { ...agreed, customer: adult } } }
const askedAgain: Partial<FakeState> = {
  customer: ready({ ...registered, consents: { ...registered.consents, changed: ['terms'] } }),
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
// Hashes synchronously, so that the screen never updates between two steps of a test.
const real = { models: { sha256: async (bytes: Uint8Array) => sha256(bytes) } }
beforeAll(() => languages.th.loadLegal())
/** The campaign of a server that has these texts. */
const withTexts = (textHashes: readonly string[]): Partial<FakeState> => ({
  activity: ready<Activity>({ ...openActivity, textHashes: [...textHashes] }),
})
const hashesOfBuild = [legalTexts.terms.th, legalTexts.privacy.th].map(text =>
  sha256(new TextEncoder().encode(normalisedLegalText(text))),
)

test('a registration names the versions and the texts that the customer has seen', async () => {
  const screen = await show(<Register />, { ...register, ...drafted }, real)
  const sent = vi.spyOn(screen.app.session, 'register')
  const [termsSha256, privacySha256] = hashesOfBuild
  await screen.settle()
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({ termsVersion: '1', privacyVersion: '1', termsSha256, privacySha256 }),
  )
})

test('asks for the consents again, and keeps what was typed, if the texts have changed', async () => {
  const failure = refused('TERMS_CHANGED')
  const state = { ...register, ...drafted, register: { ok: false as const, failure, headers: null } }
  const screen = await show(<Register />, state)
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.text()).toContain('อ่านแล้วกดยอมรับอีกครั้งนะ ข้อมูลที่กรอกไว้ยังอยู่ครบ')
  expect(screen.field('consentTerms').checked).toBe(false)
  expect(screen.field('consentPrivacy').checked).toBe(false)
  await screen.tick('consentTerms')
  await screen.tick('consentPrivacy')
  await screen.press('ถัดไป')
  expect(screen.field('firstName').value).toBe(adult.firstName)
})

const changed = { ok: false as const, failure: refused('TERMS_CHANGED'), headers: null }

/** Delays the campaign's next load until the returned function is called. */
function holdCampaign({ app }: Pick<Awaited<ReturnType<typeof show>>, 'app'>): () => void {
  const [loaded, arrive] = untilCalled()
  vi.spyOn(app.campaign, 'load').mockReturnValue(loaded)
  return arrive
}

test('the form asks for the consents again only when the new versions are here', async () => {
  const screen = await show(<Register />, { ...register, ...drafted, register: changed })
  await screen.press('ถัดไป')
  const arrive = holdCampaign(screen)
  await screen.press('ลงทะเบียน')
  await screen.settle()
  expect(screen.path()).toContain('step=data')
  expect(screen.text()).not.toContain('ยอมรับอีกครั้ง')
  arrive()
  await screen.settle()
  expect(screen.text()).toContain('อ่านแล้วกดยอมรับอีกครั้งนะ')
})

test('the question takes no further consent until the new versions are here', async () => {
  const screen = await show(<p>หน้าแรก</p>, { ...askedAgain, agree: changed })
  await screen.settle()
  const arrive = holdCampaign(screen)
  const agree = vi.spyOn(screen.app.customer, 'agree')
  for (let tap = 1; tap <= 2; tap += 1) {
    await screen.press('ยอมรับและไปต่อ')
    await screen.settle()
  }
  expect(agree).toHaveBeenCalledOnce()
  arrive()
  await screen.settle()
  await screen.press('ยอมรับและไปต่อ')
  expect(agree).toHaveBeenCalledTimes(2)
})

test('says why the new versions did not arrive, and asks for nothing until they have', async () => {
  const screen = await show(<Register />, { ...register, ...drafted, register: changed })
  await screen.press('ถัดไป')
  vi.spyOn(screen.app.campaign, 'load').mockImplementation(async () => {
    const current = screen.app.campaign.current as Signal<Resource<Activity | null>>
    current.value = failed<Activity>()
  })
  await screen.press('ลงทะเบียน')
  await screen.settle()
  expect(screen.text()).toContain('ยังยืนยันการลงทะเบียนไม่ได้ ข้อมูลที่กรอกไว้ยังอยู่ครบ')
  expect(screen.path()).toContain('step=data')
})

test('does not take a consent to a text that is older than the server’s, and offers to reload', async () => {
  const screen = await show(<Register />, { ...register, ...drafted, ...withTexts(['a', 'b']) }, real)
  await screen.settle()
  expect(screen.text()).toContain('โหลดหน้าใหม่เพื่ออ่านและยอมรับฉบับล่าสุด')
  await screen.press('ถัดไป')
  expect(screen.text()).toContain('ฉันยอมรับเงื่อนไขกิจกรรม')
  const current = await show(<Register />, { ...register, ...drafted, ...withTexts(hashesOfBuild) }, real)
  await current.settle()
  expect(current.text()).not.toContain('โหลดหน้าใหม่')
})

test('requests consents again if the draft does not say which text was shown', async () => {
  const { shown, ...older } = agreed
  const drafts = { register: { ...older, customer: adult } }
  const screen = await show(<Register />, { ...register, drafts }, { path: '/register?step=data' })
  expect(shown).not.toBeNull()
  expect(screen.text()).toContain('ฉันยอมรับเงื่อนไขกิจกรรม')
})

test('asks a customer whose terms have changed, who can postpone it until the next visit', async () => {
  const screen = await show(<p>หน้าแรก</p>, askedAgain)
  await screen.settle()
  expect(screen.has('h2', 'เราปรับข้อความใหม่')).toBe(true)
  expect(screen.has('button', 'เงื่อนไขกิจกรรม')).toBe(true)
  expect(screen.has('button', 'นโยบายความเป็นส่วนตัว')).toBe(false)
  await screen.press('ไว้ก่อน')
  expect(screen.text()).not.toContain('เราปรับข้อความใหม่')
  const again = await show(<p>หน้าแรก</p>, { ...askedAgain, drafts: { 'agree-later': true } })
  await again.settle()
  expect(again.text()).not.toContain('เราปรับข้อความใหม่')
})

test('sends the versions that were shown, and thanks only once they are recorded', async () => {
  const screen = await show(<p>หน้าแรก</p>, askedAgain)
  await screen.settle()
  const agree = vi.spyOn(screen.app.customer, 'agree')
  const toast = vi.spyOn(screen.app.toasts, 'show')
  await screen.press('ยอมรับและไปต่อ')
  await screen.settle()
  expect(agree).toHaveBeenCalledWith(expect.objectContaining({ termsVersion: '1', privacyVersion: '1' }))
  expect(toast).toHaveBeenCalledWith('success', 'บันทึกการยอมรับแล้ว ขอบคุณ\u2060นะ')

  const failure = refused('TERMS_CHANGED')
  const late = await show(<p>หน้าแรก</p>, { ...askedAgain, agree: { ok: false, failure, headers: null } })
  await late.settle()
  const lateToast = vi.spyOn(late.app.toasts, 'show')
  await late.press('ยอมรับและไปต่อ')
  await late.settle()
  expect(lateToast).not.toHaveBeenCalled()
  expect(late.has('button', 'ยอมรับและไปต่อ')).toBe(true)
})

test('cannot agree without a network, and says so', async () => {
  const screen = await show(<p>หน้าแรก</p>, { ...askedAgain, connection: 'unreachable' })
  await screen.settle()
  expect(screen.text()).toContain('ต้องเชื่อมต่ออินเทอร์เน็ต')
  const agree = vi.spyOn(screen.app.customer, 'agree')
  await screen.press('ยอมรับและไปต่อ')
  expect(agree).not.toHaveBeenCalled()
})

test('a screen that sends something new asks first, and keeps the form that was open', async () => {
  const Gated = agreedScreen(Answer)
  const postponed = { drafts: { 'agree-later': true } }
  const screen = await show(<Gated />, { ...askedAgain, ...postponed })
  await screen.settle()
  expect(screen.has('h1', 'เราปรับข้อความใหม่')).toBe(true)
  expect(screen.text()).toContain('คุณยังดูข้อมูล ถอนใบเสร็จ และยกเลิกการเข้าร่วมได้ตามปกติ')
  const free = await show(<Gated />, { agree: accepted(registered) })
  expect(free.has('h1', 'เราปรับข้อความใหม่')).toBe(false)
})
