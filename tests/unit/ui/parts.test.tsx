// @vitest-environment happy-dom
import { createRef, type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { timeLeft } from '#src/ui/countdown-view.tsx'
import { checkAddress, checkPerson, readCustomerDraft } from '#src/ui/customer-form/customer-draft.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form } from '#src/ui/form.tsx'
import { Lead, MessagePage, Page } from '#src/ui/page.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { act } from '#tests/kit/act.ts'
import { refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

function Asking() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>ถาม</Button>
      {open && (
        <Dialog title="แน่ใจหรือไม่" onClose={() => setOpen(false)}>
          <Button onClick={() => setOpen(false)}>ไม่</Button>
        </Dialog>
      )}
    </>
  )
}

test('opens a modal dialog labelled by its title that closes with its button and with Escape', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const screen = await show(<Asking />)
  await screen.press('ถาม')
  const dialog = screen.container.querySelector('dialog')
  expect([dialog?.open, showModal.mock.contexts]).toEqual([true, [dialog]])
  showModal.mockRestore()
  expect(document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
    'แน่ใจหรือไม่',
  )
  await screen.press('ไม่')
  expect(screen.container.querySelector('dialog')).toBeNull()
  await screen.press('ถาม')
  await act(async () => screen.container.querySelector('dialog')?.dispatchEvent(new Event('cancel')))
  expect(screen.container.querySelector('dialog')).toBeNull()
})

test('keeps a busy dialog open on Escape, and follows a browser that closes it anyway', async () => {
  let closed = 0
  const screen = await show(
    <Dialog busy title="กำลังส่ง" onClose={() => closed++}>
      <p>รอสักครู่</p>
    </Dialog>,
  )
  const dialog = screen.container.querySelector('dialog')
  const cancel = new Event('cancel', { cancelable: true })
  await act(async () => dialog?.dispatchEvent(cancel))
  expect([closed, cancel.defaultPrevented]).toEqual([0, true])
  await act(async () => dialog?.close())
  expect(closed).toBe(1)
})

test('keeps the phrases of a Thai text together, and its words and spaces as they are', async () => {
  const text = 'ขอบคุณทุกคน ปิดรับใบเสร็จเมื่อ 15\u00a0ธันวาคม\u00a02569'
  const screen = await show(<Lead>{text}</Lead>)
  const lead = screen.container.querySelector('p')
  expect(lead?.textContent).toBe(text)
  expect([...(lead?.children ?? [])].map(phrase => phrase.textContent)).toEqual(text.split(' '))
  const counted = await show(<Lead>บัตรคอนเสิร์ต ฟองฟู เฟส 2 ที่นั่ง</Lead>)
  const phrases = [...(counted.container.querySelector('p')?.children ?? [])].map(
    phrase => phrase.textContent,
  )
  expect(phrases).toEqual(['บัตรคอนเสิร์ต', 'ฟองฟู', 'เฟส', '2 ที่นั่ง'])
  const english = await show(<Lead>Thank you for taking part</Lead>)
  expect(english.container.querySelector('p')?.children).toHaveLength(0)
})

test('keeps the phrases of a message’s heading together', async () => {
  const title = 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!'
  const screen = await show(<MessagePage title={title} />)
  const heading = screen.container.querySelector('h1')
  expect(heading?.textContent).toBe(title)
  expect(heading?.children).toHaveLength(2)
})

test('a server that cannot be reached is not called an error, and says what is shown instead', async () => {
  const failure = { kind: 'network' } as const
  const nothing = await show(<FailureNotice failure={failure} />)
  expect(nothing.text()).toMatch(/^ข้ามไปเนื้อหายังเชื่อมต่ออินเทอร์เน็ตไม่ได้ ตรวจสอบสัญญาณแล้วลองใหม่นะ$/)
  const older = await show(<FailureNotice failure={failure} title="ข้อมูลเมื่อวาน" />)
  expect(older.text()).toContain('ข้อมูลเมื่อวานยังเชื่อมต่ออินเทอร์เน็ตไม่ได้ ตรวจสอบสัญญาณแล้วลองใหม่นะ')
  const refusal = await show(<FailureNotice failure={refused('INTERNAL')} title="ข้อมูลเมื่อวาน" />)
  expect(refusal.text()).toContain('ขออภัย มีบางอย่างผิดพลาด')
})

test.each([
  [200, 'Wi-Fi'],
  [302, 'Wi-Fi'],
  [511, 'Wi-Fi'],
  [429, 'รอสักครู่'],
  [500, 'ระบบ'],
  [502, 'ระบบ'],
  [404, 'มีบางอย่างผิดพลาด'],
] as const)('an answer with %d that is not in our format says %s', async (status, text) => {
  const screen = await show(<FailureNotice failure={{ kind: 'portal', status }} />)
  expect(screen.text()).toContain(text)
  expect(screen.text().includes('Wi-Fi')).toBe(text === 'Wi-Fi')
})

test('ignores presses on a busy button', async () => {
  let presses = 0
  const screen = await show(
    <Button busy onClick={() => presses++}>
      ส่ง
    </Button>,
  )
  await screen.press('ส่ง')
  expect(presses).toBe(0)
})

test('several presses in one task count once, and submit a form once', async () => {
  let presses = 0
  let submits = 0
  const submit = () => {
    submits += 1
  }
  const form = createRef<HTMLFormElement>()
  const screen = await show(
    <Form form={form} onSubmit={submit}>
      <Button onClick={() => presses++}>ส่ง</Button>
      <Button type="submit">บันทึก</Button>
    </Form>,
  )
  const [send, save] = screen.container.querySelectorAll('button')
  for (let i = 1; i <= 2; i++) {
    await act(async () => {
      for (let tap = 0; tap < 5; tap++) {
        send?.click()
        save?.click()
      }
    })
    expect([presses, submits]).toEqual([i, i])
  }
})

test('opens a tooltip on press and closes it on Escape', async () => {
  const screen = await show(<Tooltip label="คืออะไร" text="คำอธิบาย" />)
  await screen.press('คืออะไร')
  expect(screen.container.querySelector('[role="tooltip"]')?.textContent).toBe('คำอธิบาย')
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(screen.container.querySelector('[role="tooltip"]')).toBeNull()
})

test('sets the theme as a class and the language as an attribute on the document', async () => {
  const screen = await show(<p />)
  expect(document.documentElement.lang).toBe('th')
  expect(document.documentElement.classList.contains('dark')).toBe(false)
  await act(async () => screen.app.settings.setTheme('dark'))
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  await act(async () => screen.app.settings.setTheme('system'))
  expect(document.documentElement.classList.contains('dark')).toBe(false)
})

test('never shows a negative remaining time', () => {
  expect(timeLeft(90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 })
  expect(timeLeft(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test('requires name, phone and birthday of a person, and only the first enabled list of an empty address', () => {
  const empty = readCustomerDraft(null)
  const person = checkPerson(empty, { today: '2026-11-20', minAge: 15 })
  expect(Object.keys(person).sort()).toEqual(['birthDate', 'firstName', 'lastName', 'phone'])
  expect(Object.keys(checkAddress(empty)).sort()).toEqual(['addressLine', 'postalCode', 'provinceId'])
})

function Deleting() {
  const [step, setStep] = useState('start')
  return (
    <>
      <h1 tabIndex={-1}>รายการ</h1>
      {step !== 'deleted' && <Button onClick={() => setStep('asking')}>ลบ</Button>}
      {step === 'asking' && (
        <Dialog title="แน่ใจหรือไม่" onClose={() => setStep('start')}>
          <Button onClick={() => setStep('deleted')}>ลบเลย</Button>
        </Dialog>
      )}
    </>
  )
}

test('focuses the screen’s heading if the button that opened a dialog no longer exists', async () => {
  // When a dialog closes, a browser returns the focus to the button that opened it, or to the body if that
  // button is gone.
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    this.removeAttribute('open')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const screen = await show(<Deleting />)
  await screen.press('ลบ')
  await screen.press('ลบเลย')
  expect(document.activeElement?.textContent).toBe('รายการ')
})

test('a screen’s heading does not take the focus from a field, even in an inactive window', async () => {
  // WebKit matches `:focus` only in the active window.
  const find = document.querySelector.bind(document)
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    selector.includes(':focus') ? null : find(selector),
  )
  const opened = async (screen: ReactNode) => {
    await show(screen)
    return document.activeElement?.tagName
  }
  expect(await opened(<Page title="แก้ไข">{null}</Page>)).toBe('H1')
  expect(
    await opened(
      <Page title="แก้ไข">
        <input ref={field => field?.focus()} />
      </Page>,
    ),
  ).toBe('INPUT')
})

function Ending({ onEnd }: { onEnd: () => void }) {
  const [renders, setRenders] = useState(0)
  return (
    <>
      <Countdown until={1000} onEnd={() => onEnd()} />
      <Button onClick={() => setRenders(renders + 1)}>วาดใหม่</Button>
    </>
  )
}

test('a countdown that is over reports it once, however often it renders', async () => {
  const onEnd = vi.fn()
  const screen = await show(<Ending onEnd={onEnd} />, { now: () => 2000 })
  await screen.press('วาดใหม่')
  await screen.press('วาดใหม่')
  expect(onEnd).toHaveBeenCalledTimes(1)
})

function Changing() {
  const [url, setUrl] = useState('/old.png')
  return (
    <>
      <Avatar url={url} size={40} />
      <Button onClick={() => setUrl('/new.png')}>เปลี่ยนรูป</Button>
    </>
  )
}

test('shows an outline for a broken picture until the picture changes', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(40)
  const screen = await show(<Changing />)
  const picture = () => screen.container.querySelector('img')
  await act(async () => picture()?.dispatchEvent(new Event('error')))
  expect(picture()).toBeNull()
  await screen.press('เปลี่ยนรูป')
  expect(picture()?.getAttribute('src')).toBe('/new.png')
})
