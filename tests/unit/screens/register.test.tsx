import { expect, test, vi } from 'vitest'
import { languages } from '#src/i18n/languages.ts'
import Register from '#src/screens/register/register.tsx'
import { adult, agreed } from '#tests/kit/fake-data.ts'
import { refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const phase = { kind: 'register' } as const
const filledIn = (customer: Partial<typeof adult> = {}) => ({
  phase,
  drafts: { register: { ...agreed, customer: { ...adult, ...customer } } },
})

test('starts with three unticked checkboxes', async () => {
  const screen = await show(<Register />, { phase })
  for (const name of ['consentTerms', 'consentPrivacy', 'consentMarketing'])
    expect(screen.field(name).checked, name).toBe(false)
})

test('requires terms and privacy with an error at each, but not marketing', async () => {
  const screen = await show(<Register />, { phase })
  await screen.press('ถัดไป')
  expect(screen.errorOf('consentTerms')).toContain('กรุณายอมรับ')
  expect(screen.errorOf('consentPrivacy')).toContain('กรุณายอมรับ')
  expect(screen.errorOf('consentMarketing')).toBeNull()
  await screen.tick('consentTerms')
  await screen.tick('consentPrivacy')
  await screen.press('ถัดไป')
  expect(screen.text()).toContain('ข้อมูลของคุณ')
})

test('adds a history entry for the second step and keeps the query', async () => {
  const screen = await show(<Register />, filledIn(), { path: '/register?logstate=poster' })
  await screen.press('ถัดไป')
  expect(screen.path()).toBe('/register?logstate=poster&step=data')
  await screen.press('กลับ')
  expect(screen.path()).toBe('/register?logstate=poster')
  expect(screen.field('consentTerms').checked).toBe(true)
})

test('reopens the second step after a reload, but only with both consents', async () => {
  const place = { path: '/register?step=data' }
  expect((await show(<Register />, filledIn(), place)).field('firstName').value).toBe('มะลิ')
  expect((await show(<Register />, { phase }, place)).text()).toContain('ข้าพเจ้ายอมรับเงื่อนไขกิจกรรม')
})

test('removes bidirectional control characters from a name instead of refusing it', async () => {
  const turned = '\u202eมะลิ\u200b'
  const screen = await show(<Register />, filledIn({ firstName: turned, addressLine: '99/1 \u2066ถนน' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
})

test('does not sort the lists of places again on every keystroke', async () => {
  const screen = await show(<Register />, filledIn())
  await screen.press('ถัดไป')
  const named = vi.spyOn(languages.th, 'placeName')
  await screen.type('addressLine', '99/2 ถนนสุขใจ')
  expect(named).not.toHaveBeenCalled()
  await screen.type('provinceId', '50')
  expect(named).toHaveBeenCalled()
})

test('shows an error at every missing field', async () => {
  const screen = await show(<Register />, { phase, drafts: { register: agreed } })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf('firstName')).toBe('กรุณากรอกชื่อ')
  expect(screen.errorOf('phone')).toBe('กรุณากรอกเบอร์โทรศัพท์มือถือ')
  expect(screen.errorOf('birthDay')).toBe('กรุณาเลือกวันเกิด')
  expect(screen.errorOf('provinceId')).toBe('กรุณาเลือกจังหวัด')
  expect(screen.errorOf('email')).toBeNull()
  expect(screen.path()).toBe('/?step=data')
})

test.each([
  ['phone', '12345', 'เบอร์มือถือ 10 หลัก ขึ้นต้นด้วย 06, 08 หรือ 09'],
  ['firstName', 'M4li', 'ใช้ตัวอักษรไทยหรืออังกฤษเท่านั้น'],
  ['addressLine', '99', 'กรุณากรอกให้ครบถ้วน'],
] as const)('explains an invalid %s (%s) at the field', async (name, value, sentence) => {
  const screen = await show(<Register />, filledIn({ [name]: value }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf(name)).toBe(sentence)
})

test('clears an error when its field changes', async () => {
  const screen = await show(<Register />, filledIn({ phone: '12345' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  await screen.type('phone', '0812345678')
  expect(screen.errorOf('phone')).toBeNull()
})

test('refuses customers below the minimum age', async () => {
  const screen = await show(<Register />, filledIn({ birthDate: '2014-01-01' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.text()).toContain('ผู้ร่วมกิจกรรมต้องมีอายุ 15 ปีขึ้นไป')
})

test("asks minors, but not adults, for the guardian's consent", async () => {
  const adultScreen = await show(<Register />, filledIn())
  await adultScreen.press('ถัดไป')
  expect(adultScreen.text()).not.toContain('ผู้ปกครอง')

  const minor = await show(<Register />, filledIn({ birthDate: '2010-04-13' }))
  await minor.press('ถัดไป')
  await minor.press('ลงทะเบียน')
  expect(minor.errorOf('guardianConsent')).toContain('ผู้ปกครอง')
  await minor.tick('guardianConsent')
  await minor.press('ลงทะเบียน')
  expect(minor.app.drafts.read('welcome')).toBe('มะลิ')
})

test('fills each address list from the choice before it, and fills in the postal code', async () => {
  const screen = await show(<Register />, { phase, drafts: { register: agreed } })
  await screen.press('ถัดไป')
  expect(screen.field('districtId').disabled).toBe(true)
  await screen.type('provinceId', '10')
  await screen.type('districtId', '1004')
  await screen.type('subdistrictId', '100404')
  expect(screen.field('postalCode').value).toBe('10500')
  await screen.type('provinceId', '50')
  expect(screen.field('districtId').value).toBe('')
  expect(screen.field('postalCode').value).toBe('')
})

test('registers with a complete form, deletes the draft and saves the welcome for home', async () => {
  const screen = await show(<Register />, filledIn())
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
  expect(screen.app.drafts.read('register')).toBeNull()
  expect(screen.app.drafts.read('welcome')).toBe('มะลิ')
})

test('shows a server error at its field and keeps the typed data', async () => {
  const screen = await show(<Register />, {
    ...filledIn(),
    register: { ok: false, failure: refused('PHONE_TAKEN'), headers: null },
  })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf('phone')).toBe('เบอร์โทรศัพท์นี้ถูกใช้แล้ว')
  expect(screen.field('firstName').value).toBe('มะลิ')
  expect(screen.app.drafts.read('welcome')).toBeNull()
})

test('marks the fields named in a server error', async () => {
  const failure = refused('VALIDATION', [{ path: 'postalCode', code: 'postalCode' }])
  const screen = await show(<Register />, { ...filledIn(), register: { ok: false, failure, headers: null } })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf('postalCode')).toBe('รหัสไปรษณีย์ 5 หลัก')
})

test('says without a network that the typed data is kept', async () => {
  const screen = await show(<Register />, {
    ...filledIn(),
    register: { ok: false, failure: { kind: 'network' }, headers: null },
  })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.text()).toContain('ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อลงทะเบียน')
  expect(screen.field('lastName').value).toBe('ใจดี')
})
