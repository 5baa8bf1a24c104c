// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { loadTexts } from '#src/i18n/text.ts'
import type { LineFeature } from '#src/ports.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import AnswerHistory from '#src/screens/answer-history/answer-history.tsx'
import Confirm from '#src/screens/confirm/confirm.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import QrCode from '#src/screens/qr-code/qr-code.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import { act } from '#tests/kit/act.ts'
import {
  openActivity,
  queuedJob,
  receivedJob,
  registered,
  someReward,
  thanksFor,
} from '#tests/kit/fake-data.ts'
import { ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const questionId = '01938000-0000-7000-8000-0000000000b1'

test('fills in the last answer for editing', async () => {
  const screen = await show(<AnswerScreen />, { last: ready({ questionId, answerText: 'รสลิ้นจี่' }) })
  expect(screen.field('answer').value).toBe('รสลิ้นจี่')
  await screen.press('แก้ไขคำตอบ')
  expect(screen.path()).toBe(thanksFor('answer'))
})

test('fills in an answer that loads late, unless the customer has typed something', async () => {
  const first = await show(<AnswerScreen />)
  expect(first.field('answer').value).toBe('')
  expect(first.app.drafts.read(`answer:${questionId}`)).toBeNull()
  const last = ready({ questionId, answerText: 'รสลิ้นจี่' })
  await act(async () => Object.assign(first.app.answers.last.current, { value: last }))
  expect(first.field('answer').value).toBe('รสลิ้นจี่')
  const typing = await show(<AnswerScreen />, { last })
  await typing.type('answer', '')
  expect(typing.field('answer').value).toBe('')
  expect(typing.app.drafts.read(`answer:${questionId}`)).toBe('')
})

test('marks and focuses a missing choice', async () => {
  const question = {
    id: questionId,
    textTh: 'คำถาม',
    kind: 'choice' as const,
    choices: ['รสลิ้นจี่', 'รสพีช'],
    maxLen: 200,
    closesAt: null,
  }
  const screen = await show(<AnswerScreen />, { question: ready(question) })
  await screen.press('ส่งคำตอบ')
  await screen.settle()
  const group = screen.container.querySelector('[role="radiogroup"]')
  expect(group?.getAttribute('aria-invalid')).toBe('true')
  expect(group?.contains(document.activeElement)).toBe(true)
})

test('does not send an empty answer', async () => {
  const screen = await show(<AnswerScreen />)
  await screen.press('ส่งคำตอบ')
  expect(screen.errorOf('answer')).toBe('กรุณากรอกคำตอบของคุณ')
})

test('shows a message without an open question, and for a closed one', async () => {
  expect((await show(<AnswerScreen />, { question: ready(null) })).text()).toContain('ยังไม่มีคำถาม')
  const closed = {
    id: '01938000-0000-7000-8000-0000000000b1',
    textTh: 'คำถาม',
    kind: 'text' as const,
    maxLen: 20,
    closesAt: '2026-11-20T11:59:59+07:00',
  }
  expect((await show(<AnswerScreen />, { question: ready(closed) })).text()).toContain('ปิดรับคำตอบแล้ว')
})

test('links from an empty answer history to the question', async () => {
  const screen = await show(<AnswerHistory />)
  expect(screen.text()).toContain('ยังไม่มีคำตอบ')
  expect(screen.link('ตอบคำถาม')).toBe('/answer')
})

test('masks the phone number and shows the full address in the profile', async () => {
  const screen = await show(<Profile />)
  expect(screen.text()).toContain('08x-xxx-5678')
  expect(screen.text()).not.toContain('0812345678')
  expect(screen.text()).toContain('99/1 ถนนสุขุมวิท คลองเตยเหนือ วัฒนา กรุงเทพมหานคร 10110')
})

test('asks at logout whether to keep or discard unsent jobs', async () => {
  const screen = await show(<Profile />, { jobs: [queuedJob] })
  await screen.press('ออกจากระบบ')
  expect(screen.text()).toContain('มี 1 รายการที่รอส่งหรือต้องแก้ไข')
  expect(screen.has('button', 'เก็บไว้ แล้วออกจากระบบ')).toBe(true)
  expect(screen.has('button', 'ลบ แล้วออกจากระบบ')).toBe(true)
})

test('explains the consequences of leaving, asks for a confirmation word, and needs the network', async () => {
  const screen = await show(<Profile />)
  await screen.press('ยกเลิกการเข้าร่วม')
  expect(screen.text()).toContain('แจ้ง LINE ให้ยกเลิกการเชื่อมต่อ')
  const leave = () =>
    [...screen.container.querySelectorAll<HTMLButtonElement>('dialog button')].find(
      button => button.textContent === 'ยกเลิกการเข้าร่วม',
    )
  expect(leave()?.disabled).toBe(true)
  await screen.type('confirm', 'ยืนยัน')
  expect(leave()?.disabled).toBe(false)
  const offline = await show(<Profile />, { connection: 'unreachable' })
  await offline.press('ยกเลิกการเข้าร่วม')
  expect(offline.text()).toContain('ต้องเชื่อมต่ออินเทอร์เน็ต')
})

test('returns to the profile after saving, and shows a taken phone number at its field', async () => {
  const screen = await show(<UpdateProfile />)
  expect(screen.field('firstName').value).toBe('มะลิ')
  expect(screen.field('phone').value).toBe('081-234-5678')
  await screen.type('phone', '089-999-9999')
  await screen.press('บันทึก')
  expect(screen.path()).toBe('/profile')
  const taken = await show(<UpdateProfile />, { sent: { state: 'refused', failure: refused('PHONE_TAKEN') } })
  await taken.type('phone', '089-999-9999')
  await taken.press('บันทึก')
  expect(taken.errorOf('phone')).toBe('มีผู้ลงทะเบียนด้วยเบอร์นี้แล้ว ถ้าเป็นเบอร์ของคุณ แจ้งเราได้')
})

test('a winner under 20 who wants to be older reads why not, and how to reach a person', async () => {
  const fields = [{ path: 'birthDate', code: 'winner' }]
  const failure = { ...refused('VALIDATION'), fields }
  const screen = await show(<UpdateProfile />, { sent: { state: 'refused', failure } })
  await screen.type('phone', '089-999-9999')
  await screen.press('บันทึก')
  expect(screen.text()).toContain('จึงแก้วันเกิดให้อายุ 20 ปีขึ้นไปเองไม่ได้')
  expect(screen.container.querySelector('a[href="/help"]')).not.toBeNull()
})

const received = { outcomes: [receivedJob] }
const thanks = { path: thanksFor('receipt') }

test.each([
  ['scanCodeV2', <QrCode key="qr" />, 'สแกนรหัสร้าน', 'scan'],
  ['shareTargetPicker', <Thanks key="thanks" />, 'ชวนเพื่อนร่วมสนุก', 'share'],
  ['shareTargetPicker', <Profile key="profile" />, 'ชวนเพื่อนร่วมสนุก', 'share'],
  ['sendMessages', <Thanks key="thanks" />, 'บอกเพื่อนในแชทนี้', 'send'],
  ['createShortcutOnHomeScreen', <Profile key="profile" />, 'เพิ่มไว้ที่หน้าจอหลัก', 'shortcut'],
] as const)('offers %s only if LINE supports it', async (_api, screen, button, feature) => {
  const otherFeatures = (['scan', 'share', 'send', 'shortcut'] as const).filter(one => one !== feature)
  const has = async (features: readonly LineFeature[]) =>
    (await show(screen, { ...received, features }, thanks)).has('button', button)
  expect(await has([feature])).toBe(true)
  expect(await has(otherFeatures)).toBe(false)
})

test('offers the way back to the chat only in LINE’s own browser', async () => {
  for (const screen of [<Thanks key="thanks" />, <Profile key="profile" />]) {
    const has = async (inClient: boolean) =>
      (await show(screen, { ...received, inClient }, thanks)).has('button', 'กลับไปที่แชท')
    expect(await has(true)).toBe(true)
    expect(await has(false)).toBe(false)
  }
})

test('explains in a browser outside LINE why friends cannot be invited, and still offers to log out', async () => {
  const screen = await show(<Profile />, { inClient: false, features: [] })
  expect(screen.text()).toContain('การชวนเพื่อนและทางลัดใช้ได้เมื่อเปิดใน LINE บนมือถือ')
  expect(screen.has('button', 'ออกจากระบบ')).toBe(true)
  expect((await show(<Profile />, { features: ['share'] })).text()).not.toContain('ใช้ได้เมื่อเปิดใน LINE')
})

test('shows the personal code, but never an expired one', async () => {
  const good = await show(<QrCode />)
  expect(good.container.querySelector('svg[role="img"]')).not.toBeNull()
  const ended = ready({ payload: 'X', expiresAt: '2026-11-20T11:59:59+07:00', step: 30 })
  const screen = await show(<QrCode />, { qr: ended })
  expect(screen.container.querySelector('svg[role="img"]')).toBeNull()
})

test('shows the draw promise before the draw', async () => {
  const screen = await show(<WaitingAnnouncer />)
  expect(screen.text()).toContain('วันที่ 15 มกราคม 2570 เวลา 10:00 น.')
  expect(screen.text()).toContain('48,210 สิทธิ์')
  expect(screen.text()).toContain('9f'.repeat(32))
})

const drawn = (state: (typeof someReward)['luckyDraw']['state'], confirmBy = openActivity.confirmBy) => ({
  reward: ready({ ...someReward, luckyDraw: { ...someReward.luckyDraw, state, confirmBy } }),
})

test('lets a winner confirm, and asks before declining', async () => {
  const screen = await show(<Confirm />, drawn('won'))
  expect(screen.text()).toContain('ยืนยันภายใน 22 ม.ค. 2570 18:00 น.')
  await screen.press('ไม่สะดวกรับรางวัลนี้?')
  await screen.press('ไม่รับรางวัลนี้')
  expect(screen.text()).toContain('ขอคืนไม่ได้')
  await screen.press('กลับ')
  await screen.press('เก็บรางวัลไว้')
  await screen.press('ยืนยันรับรางวัล')
  expect(screen.path()).toBe(thanksFor('confirm'))
})

test('says that a confirmation without a network is not final', async () => {
  const screen = await show(<Confirm />, { ...drawn('won'), sent: { state: 'queued', kept: true } })
  await screen.press('ยืนยันรับรางวัล')
  expect(screen.text()).toContain('ยังไม่มีผลจนกว่าระบบจะได้รับ')
})

test('shows why a queued confirmation was refused, and lets the winner confirm again', async () => {
  const screen = await show(<Confirm />, { ...drawn('won'), sent: { state: 'queued', kept: true } })
  await screen.press('ยืนยันรับรางวัล')
  const failure = refused('INTERNAL')
  const job = { ...queuedJob, route: 'confirmConcert', subject: null, state: 'refused', failure }
  await act(async () => void Reflect.set(screen.app.outbox.jobs, 'value', [job]))
  expect(screen.text()).not.toContain('ยังไม่มีผลจนกว่าระบบจะได้รับ')
  expect(screen.text()).toContain('ระบบขัดข้อง')
  expect(screen.has('button', 'ยืนยันรับรางวัล')).toBe(true)
})

test('lets the winner decide again if another tab has deleted the queued decision', async () => {
  const screen = await show(<Confirm />, { ...drawn('won'), sent: { state: 'queued', kept: true } })
  await screen.press('ยืนยันรับรางวัล')
  Object.assign(screen.app.outbox, { find: () => ({ ...queuedJob, state: 'withdrawn' }) })
  await act(async () => void Reflect.set(screen.app.outbox.jobs, 'value', []))
  expect(screen.has('button', 'ยืนยันรับรางวัล')).toBe(true)
})

test('shows a message to customers without a seat, and after the deadline', async () => {
  expect((await show(<Confirm />, { reward: ready(null) })).text()).toContain('บัญชีนี้ไม่มีสิทธิ์ลุ้นรางวัล')
  expect((await show(<Confirm />, drawn('lost'))).text()).toContain('ครั้งนี้ยังไม่ได้รับรางวัล')
  expect((await show(<Confirm />)).text()).toContain('ประกาศผล 15 ม.ค. 2570 10:00 น.')
  const late = await show(<Confirm />, drawn('won', '2026-11-20T11:00:00+07:00'))
  expect(late.text()).toContain('หมดเวลายืนยันรับรางวัล')
})

test('offers no second confirmation while one is queued', async () => {
  const jobs = [{ ...queuedJob, route: 'confirmConcert' as const, subject: null }]
  const screen = await show(<Confirm />, { ...drawn('won'), jobs })
  expect(screen.has('button', 'ยืนยันรับรางวัล')).toBe(false)
  expect(screen.text()).toContain('ยังไม่มีผลจนกว่าระบบจะได้รับ')
})

test('offers the shortcut and the chat message if LINE supports them, and explains otherwise', async () => {
  const all = { features: ['share', 'shortcut', 'send'] as const }
  const profile = await show(<Profile />, all)
  expect(profile.has('button', 'เพิ่มไว้ที่หน้าจอหลัก')).toBe(true)
  expect(profile.has('button', 'ชวนเพื่อนร่วมสนุก')).toBe(true)
  const sent = await show(<Thanks />, { ...all, ...received }, { path: thanksFor('answer') })
  await sent.press('บอกเพื่อนในแชทนี้')
  expect(sent.app.toasts.list.value[0]?.text).toBe('ส่งข้อความในแชท\u200bแล้ว')
  expect(sent.has('button', 'บอกเพื่อนในแชทนี้')).toBe(false)
  const without = await show(<Profile />, { features: [], inClient: false })
  expect(without.has('button', 'เพิ่มไว้ที่หน้าจอหลัก')).toBe(false)
  expect(without.text()).toContain('ใช้ได้เมื่อเปิดใน LINE บนมือถือ')
})

test('warns before newer profile data is overwritten', async () => {
  const failure = { ...refused('VERSION_CONFLICT'), current: { ...registered, firstName: 'มาลี', version: 2 } }
  const screen = await show(<UpdateProfile />, { sent: { state: 'refused', failure: failure as never } })
  await screen.type('firstName', 'มะลิวัลย์')
  await screen.press('บันทึก')
  expect(screen.text()).toContain('มีการแก้ไขจากเครื่องอื่น')
  expect(screen.field('firstName').value).toBe('มะลิวัลย์')
  await screen.press('ใช้ข้อมูลล่าสุด')
  expect(screen.field('firstName').value).toBe('มาลี')
})

test('links a winner who wants to leave to the confirmation, to decline first', async () => {
  const cancel = { ok: false as const, failure: refused('DRAW_SEALED'), headers: null }
  const screen = await show(<Profile />, { cancel })
  await screen.press('ยกเลิกการเข้าร่วม')
  await screen.type('confirm', 'ยืนยัน')
  await screen.press('ยกเลิกการเข้าร่วม')
  expect(screen.link('รางวัลของคุณ')).toBe('/confirm')
})

test('shows server errors in the language of the app', async () => {
  await loadTexts('en')
  const failure = refused('QUESTION_CLOSED')
  const screen = await show(<AnswerScreen />, { language: 'en', sent: { state: 'refused', failure } })
  await screen.type('answer', 'Lychee')
  await screen.press('Send answer')
  expect(screen.text()).toContain('This question is closed')
})
