// @vitest-environment happy-dom
import { useCallback, useState } from 'react'
import { expect, test } from 'vitest'
import { useLoad } from '#src/ui/use-load.ts'
import { act } from '#tests/kit/act.ts'
import { show } from '#tests/kit/render.tsx'

const answers: ((text: string) => void)[] = []
const answer = (reading: number, text: string) => act(async () => answers[reading]?.(text))
const asked = () => new Promise<string>(resolve => answers.push(resolve))

function Shown() {
  const [text, setText] = useState('nothing yet')
  const load = useCallback(async (isCurrent: () => boolean) => {
    const read = await asked()
    if (isCurrent()) setText(read)
  }, [])
  const reload = useLoad(load)
  return (
    <main>
      <p>{text}</p>
      <button type="button" onClick={reload}>
        Again
      </button>
    </main>
  )
}

test('ignores the result of an outdated load', async () => {
  answers.length = 0
  const screen = await show(<Shown />)
  expect(screen.text()).toContain('nothing yet')
  await screen.press('Again')
  await answer(1, 'the second')
  expect(screen.text()).toContain('the second')
  await answer(0, 'the first')
  expect(screen.text()).toContain('the second')
})
