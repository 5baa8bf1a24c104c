// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { Register } from '#src/screens/register/register.tsx'
import { readRegisterDraft } from '#src/screens/register/register-draft.ts'
import { registrationFields } from '#src/ui/customer-form/customer-draft.ts'
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
  expect(screen.errorOf('consentTerms')).toContain('กดยอมรับก่อนร่วมกิจกรรม')
  expect(screen.errorOf('consentPrivacy')).toContain('กดยอมรับก่อนร่วมกิจกรรม')
  expect(screen.errorOf('consentMarketing')).toBeNull()
  await screen.tick('consentTerms')
  await screen.tick('consentPrivacy')
  await screen.press('ถัดไป')
  expect(screen.text()).toContain('ข้อมูลของคุณ')
})

test('a tick at an earlier sentence about marketing messages is not kept', () => {
  expect(readRegisterDraft({ marketing: MARKETING_VERSION }).marketing).toBe(MARKETING_VERSION)
  for (const marketing of [true, 'marketing-0', undefined])
    expect(readRegisterDraft({ marketing }).marketing).toBeNull()
})

test('adds a history entry for the second step and keeps the query', async () => {
  const screen = await show(<Register />, filledIn(), { path: '/register?logstate=poster' })
  await screen.press('ถัดไป')
  expect(screen.path()).toBe('/register?logstate=poster&step=data')
  await screen.press('กลับ')
  expect(screen.path()).toBe('/register?logstate=poster&step=terms')
  expect(screen.field('consentTerms').checked).toBe(true)
})

test('reopens the second step after a reload, but only with both consents', async () => {
  const place = { path: '/register?step=data' }
  expect((await show(<Register />, filledIn(), place)).field('firstName').value).toBe('มะลิ')
  expect((await show(<Register />, { phase }, place)).text()).toContain('ฉันยอมรับเงื่อนไขกิจกรรม')
})

test('removes bidirectional control characters from a name instead of refusing it', async () => {
  const turned = '\u202eมะลิ\u200b'
  const screen = await show(<Register />, filledIn({ firstName: turned }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
})

test('asks for name, phone and birthday, but not for an address', async () => {
  const screen = await show(<Register />, { phase, drafts: { register: agreed } })
  await screen.press('ถัดไป')
  const fields = [...screen.container.querySelectorAll<HTMLInputElement>('[name]')].map(({ name }) => name)
  for (const name of ['firstName', 'lastName', 'phone', 'birthYear', 'email']) expect(fields).toContain(name)
  for (const name of ['addressLine', 'postalCode', 'provinceId']) expect(fields).not.toContain(name)
})

test('sends no address from the draft of an older build, and no error for it', async () => {
  const { customer } = readRegisterDraft({ customer: { ...adult, addressLine: '9', provinceId: '10' } })
  expect(Object.keys(registrationFields(customer)).sort()).toEqual([
    'birthDate',
    'firstName',
    'lastName',
    'phone',
  ])
  const screen = await show(<Register />, filledIn({ addressLine: '9', districtId: '' }))
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
})

test('offers birth years from the minimum age on, in the customer’s calendar', async () => {
  const screen = await show(<Register />, filledIn())
  await screen.press('ถัดไป')
  const [, youngest] = [...screen.field('birthYear').querySelectorAll('option')]
  // The campaign's minimum age is 15, and the year is 2026, which is 2569 in the Buddhist calendar.
  expect([youngest?.value, youngest?.textContent]).toEqual(['2011', '2554'])
})

test('offers the birth years whichever part of the date is chosen first', async () => {
  const screen = await show(<Register />, filledIn({ birthDate: '' }))
  await screen.press('ถัดไป')
  await screen.type('birthDay', '12')
  await screen.type('birthMonth', '05')
  expect(screen.field('birthYear').querySelectorAll('option').length).toBeGreaterThan(50)
  await screen.type('birthYear', '1999')
  expect(screen.field('birthYear').value).toBe('1999')
})

test('tells the keyboard and the autofill of a phone what each field is for', async () => {
  const screen = await show(<Register />, filledIn())
  await screen.press('ถัดไป')
  const hints = (name: string) =>
    ['autocomplete', 'enterkeyhint', 'autocapitalize', 'inputmode'].map(hint =>
      screen.field(name).getAttribute(hint),
    )
  expect(hints('firstName')).toEqual(['given-name', 'next', 'words', null])
  expect(hints('lastName')).toEqual(['family-name', 'next', 'words', null])
  expect(hints('phone')).toEqual(['tel-national', 'next', null, 'tel'])
  expect(hints('birthYear')).toEqual(['bday-year', null, null, null])
  expect(hints('email')).toEqual(['email', 'done', 'none', 'email'])
})

test('shows an error at every missing field', async () => {
  const screen = await show(<Register />, { phase, drafts: { register: agreed } })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf('firstName')).toBe('กรุณากรอกชื่อ')
  expect(screen.errorOf('phone')).toBe('กรุณากรอกเบอร์โทรศัพท์มือถือ')
  expect(screen.errorOf('birthDay')).toBe('กรุณาเลือกวันเกิด')
  expect(screen.errorOf('email')).toBeNull()
  expect(screen.path()).toBe('/?step=data')
})

test.each([
  ['phone', '12345', 'เบอร์มือถือ 10 หลัก ขึ้นต้นด้วย 06, 08 หรือ 09'],
  ['firstName', 'M4li', 'ใช้ตัวอักษรไทยหรืออังกฤษเท่านั้น'],
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
  expect(screen.errorOf('phone')).toBe('มีผู้ลงทะเบียนด้วยเบอร์นี้แล้ว ถ้าเป็นเบอร์ของคุณ แจ้งเราได้')
  expect(screen.link('ติดต่อเรา')).toBe('/help')
  expect(screen.field('firstName').value).toBe('มะลิ')
  expect(screen.app.drafts.read('welcome')).toBeNull()
})

test('marks the fields named in a server error', async () => {
  const failure = refused('VALIDATION', [{ path: 'email', code: 'email' }])
  const screen = await show(<Register />, { ...filledIn(), register: { ok: false, failure, headers: null } })
  await screen.press('ถัดไป')
  await screen.press('ลงทะเบียน')
  expect(screen.errorOf('email')).toBe('รูปแบบอีเมลไม่ถูกต้อง')
})

test.each([
  ['a lost line', { kind: 'network' }, 'ยังเชื่อมต่ออินเทอร์เน็ตไม่ได้'],
  ['a server that does not answer', { kind: 'timeout' }, 'ระบบตอบช้ากว่าปกติ'],
  ['the 503 of a gateway', { ...refused('UNAVAILABLE'), status: 503 }, 'ไม่พร้อมให้บริการชั่วคราว'],
  ['a limit of the server', { ...refused('RATE_LIMITED'), status: 429 }, 'ทำรายการถี่เกินไป'],
  ['a Wi-Fi sign-in page', { kind: 'portal', status: 200 }, 'Wi-Fi'],
] as const)(
  '%s: says why the registration is not confirmed, and that the typed data is kept',
  async (_, failure, reason) => {
    const screen = await show(<Register />, {
      ...filledIn(),
      register: { ok: false, failure, headers: null },
    })
    await screen.press('ถัดไป')
    await screen.press('ลงทะเบียน')
    expect(screen.text()).toContain('ยังยืนยันการลงทะเบียนไม่ได้ ข้อมูลที่กรอกไว้ยังอยู่ครบ')
    expect(screen.text()).toContain(reason)
    expect(screen.field('lastName').value).toBe('ใจดี')
  },
)

test('a customer who wanted another screen arrives there after registering, with a short message', async () => {
  const place = { path: '/register?redirect=%2Freceipt&step=data' }
  const screen = await show(<Register />, filledIn(), place)
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/receipt')
  expect(screen.text()).toContain('ลงทะเบียนสำเร็จ')
  expect(screen.app.drafts.read('welcome')).toBeNull()
})

test('never leaves the app after registering', async () => {
  const place = { path: '/register?redirect=https%3A%2F%2Fevil.example&step=data' }
  const screen = await show(<Register />, filledIn(), place)
  await screen.press('ลงทะเบียน')
  expect(screen.path()).toBe('/')
})
