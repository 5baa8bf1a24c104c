// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { preventClickRetargeting } from '#src/ui/click-retargeting.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

/** Presses the button and releases at `x`, on the text next to it. Returns each element's clicks. */
function press(x: number): { button: number; text: number } {
  document.body.innerHTML = '<button>Send</button><p>Text</p>'
  const stop = preventClickRetargeting(document)
  atTestEnd(async () => {
    stop()
    document.body.innerHTML = ''
  })
  const [button, text] = [document.querySelector('button'), document.querySelector('p')]
  const clicks = { button: 0, text: 0 }
  button?.addEventListener('click', () => clicks.button++)
  text?.addEventListener('click', () => clicks.text++)
  const at = (clientX: number) => ({ bubbles: true, cancelable: true, clientX, clientY: 10 })
  button?.dispatchEvent(new PointerEvent('pointerdown', at(10)))
  text?.dispatchEvent(new MouseEvent('click', { ...at(x), detail: 1 }))
  return clicks
}

test('a click goes to the button that moved away under a finger that stayed', () =>
  expect(press(20)).toEqual({ button: 1, text: 0 }))

test('dragging off a button does not press it', () => expect(press(21)).toEqual({ button: 0, text: 1 }))
