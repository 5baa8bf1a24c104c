import { expect, test, vi } from 'vitest'
import Register from '#src/screens/register/register.tsx'
import { adult, agreed } from '#tests/kit/fake-data.ts'
import { refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const phase = { kind: 'register' } as const
const filledIn = (customer: Partial<typeof adult> = {}) => ({
  phase,
  drafts: { register: { ...agreed, customer: { ...adult, ...customer } } },
})

test('begins with three boxes of which none is ticked', async () => {
  const screen = await show(<Register />, { phase })
  for (const name of ['consentTerms', 'consentPrivacy', 'consentMarketing'])
    expect(screen.field(name).checked, name).toBe(false)
})

test('does not go on without terms and privacy, says so beside each, and does not ask for marketing', async () => {
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

test('the second step is a place in the history, and keeps where the customer came from', async () => {
  const screen = await show(<Register />, filledIn(), { path: '/register?logstate=poster' })
  await screen.press('ถัดไป')
  expect(screen.path()).toBe('/register?logstate=poster&step=data')
  await screen.press('กลับ')
  expect(screen.path()).toBe('/register?logstate=poster')
  expect(screen.field('consentTerms').checked).toBe(true)
})

test('a reload in the second step opens it again, but not for whom has agreed to nothing', async () => {
  const place = { path: '/register?step=data' }
  expect((await show(<Register />, filledIn(), place)).field('firstName').value).toBe('มะลิ')
  expect((await show(<Register />, { phase }, place)).text()).toContain('ข้าพเจ้ายอมรับเงื่อนไขกิจกรรม')
})

test('signs that turn the direction of a text are taken out of a name, not held against it', async () => {
  const turned = '\u202eมะลิ\u200b'
  const screen = await show(<Register />, filledIn({ firstName: turned, addressLine: '99/1 \u2066ถนน' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
})

test('what is typed does not sort the lists of places anew', async () => {
  const screen = await show(<Register />, filledIn())
  await screen.press('ถัดไป')
  const districts = vi.spyOn(screen.app.master, 'districts')
  await screen.type('addressLine', '99/2 ถนนสุขใจ')
  expect(districts).not.toHaveBeenCalled()
  await screen.type('provinceId', '50')
  expect(districts).toHaveBeenCalled()
})

test('an empty form names every missing field beside it', async () => {
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
] as const)('a wrong %s (%s) is explained beside it', async (name, value, sentence) => {
  const screen = await show(<Register />, filledIn({ [name]: value }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf(name)).toBe(sentence)
})

test('an error goes as soon as its field is corrected', async () => {
  const screen = await show(<Register />, filledIn({ phone: '12345' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  await screen.type('phone', '0812345678')
  expect(screen.errorOf('phone')).toBeNull()
})

test('below the least age nobody registers', async () => {
  const screen = await show(<Register />, filledIn({ birthDate: '2014-01-01' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.text()).toContain('ผู้ร่วมกิจกรรมต้องมีอายุ 15 ปีขึ้นไป')
})

test('a minor is asked for the guardian, an adult is not', async () => {
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

test('each address list follows from the one before, and fills in the postal code', async () => {
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

test('a complete form registers, forgets its draft and leaves a welcome for home', async () => {
  const screen = await show(<Register />, filledIn())
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
  expect(screen.app.drafts.read('register')).toBeNull()
  expect(screen.app.drafts.read('welcome')).toBe('มะลิ')
})

test('what the server refuses stands beside its field, and nothing that was typed is lost', async () => {
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

test('fields that the server names are marked by their code', async () => {
  const failure = refused('VALIDATION', [{ path: 'postalCode', code: 'postalCode' }])
  const screen = await show(<Register />, { ...filledIn(), register: { ok: false, failure, headers: null } })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf('postalCode')).toBe('รหัสไปรษณีย์ 5 หลัก')
})

test('without a network it says that what was typed is still there', async () => {
  const screen = await show(<Register />, {
    ...filledIn(),
    register: { ok: false, failure: { kind: 'network' }, headers: null },
  })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.text()).toContain('ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อลงทะเบียน')
  expect(screen.field('lastName').value).toBe('ใจดี')
})
