// @vitest-environment happy-dom
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { type Keys, useKeys } from '#desk/pages/review/keys.ts'
import { InDialog } from '#desk/ui/dialog.tsx'
import { act, mount } from '#tests/kit/act.ts'

let pressed: string[]
beforeEach(() => {
  pressed = []
})

const note = (key: string) => () => void pressed.push(key)
const keys: Keys = { KeyA: note('a'), '?': note('?'), Digit1: note('1'), Enter: note('Enter'), KeyU: null }

/** A page with shortcut keys and with every kind of element that a person can type into or press. */
function Page({ isDialog = false }: { readonly isDialog?: boolean }) {
  useKeys(keys)
  const [text, setText] = useState('')
  return (
    <main>
      <input id="input" value={text} onChange={event => setText(event.target.value)} />
      <textarea id="textarea" />
      <select id="select" />
      <div contentEditable suppressContentEditableWarning>
        <b id="editable">text</b>
      </div>
      <button type="button" id="button">
        <i id="in-button">a button</i>
      </button>
      <a id="link" href="/">
        the first page
      </a>
      <p id="text">text</p>
      {isDialog && <div role="dialog" aria-modal="true" />}
    </main>
  )
}

async function show(page: React.ReactNode) {
  const { root } = mount()
  await act(async () => root.render(page))
  return root
}

/** Presses a key in the element with this id. Returns true if the page prevents the browser's own action. */
function press(key: string, on = 'text', init: KeyboardEventInit = {}): boolean {
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...init })
  document.getElementById(on)?.dispatchEvent(event)
  return event.defaultPrevented
}

test('a key runs its function, and the browser does nothing else with it', async () => {
  await show(<Page />)
  expect([press('a'), press('1'), press('?'), press('Enter')]).toEqual([true, true, true, true])
  expect(pressed).toEqual(['a', '1', '?', 'Enter'])
})

test('a key works by its position with a Thai layout, and a sign wherever the layout has it', async () => {
  await show(<Page />)
  press('ฟ', 'text', { code: 'KeyA' })
  press('?', 'text', { code: 'Minus', shiftKey: true })
  expect(pressed).toEqual(['a', '?'])
})

test('a key without a function, or whose function is off now, is left to the browser', async () => {
  await show(<Page />)
  expect([press('x'), press('u'), press('Tab'), press('Escape')]).toEqual([false, false, false, false])
  expect(pressed).toEqual([])
})

test.each(['input', 'textarea', 'select', 'editable'])(
  'no key acts while a person types: %s',
  async place => {
    await show(<Page />)
    expect(['a', '1', '?', 'Enter'].map(key => press(key, place))).toEqual([false, false, false, false])
    expect(pressed).toEqual([])
  },
)

test('keys with Ctrl, Alt or Meta belong to the browser, and a held key acts once', async () => {
  await show(<Page />)
  for (const init of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
    expect(press('a', 'text', init)).toBe(false)
  expect(pressed).toEqual([])
})

test('Enter on a button or a link presses it; letters there still act', async () => {
  await show(<Page />)
  for (const place of ['button', 'in-button', 'link']) expect(press('Enter', place)).toBe(false)
  expect(pressed).toEqual([])
  press('a', 'button')
  expect(pressed).toEqual(['a'])
})

test('behind an open dialog no key acts; inside of it the dialog’s own keys do', async () => {
  const root = await show(<Page isDialog />)
  expect(press('a')).toBe(false)
  expect(pressed).toEqual([])
  await act(async () =>
    root.render(
      <InDialog value={true}>
        <Page isDialog />
      </InDialog>,
    ),
  )
  press('a')
  expect(pressed).toEqual(['a'])
})

test('a page that is gone has no keys', async () => {
  const root = await show(<Page />)
  await act(async () => root.render(<p id="text">text</p>))
  press('a')
  expect(pressed).toEqual([])
})
