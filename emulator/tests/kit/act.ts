import { act as reactAct } from 'react'
import { createRoot, type RootOptions } from 'react-dom/client'
import { atTestEnd, isLeftover } from './test-end.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const never = new Promise<never>(() => {})
let open = false

/**
 * Calls `begin` inside React's `act`, and waits until React has rendered everything that it started.
 *
 * React counts the open scopes of `act` in a variable that all test files of a process share, and renders only when the
 * outermost scope closes. A scope that stays open, because its test timed out or failed without awaiting `act`, leaves
 * every later screen empty. So the scope closes at the end of the test at the latest. The code that waits for this
 * scope then never continues, because it would run during the next test.
 */
export async function act(begin: () => unknown): Promise<void> {
  if (isLeftover()) return never
  if (open) return void (await begin())
  let endScope = () => {}
  let cut = false
  const testEnd = new Promise<void>(resolve => {
    endScope = () => {
      cut = true
      resolve()
    }
  })
  const scope = runScope(() => Promise.race([begin(), testEnd]))
  atTestEnd(async () => {
    endScope()
    await scope.catch(() => {})
  })
  await scope
  if (cut) return never
}

async function runScope(begin: () => Promise<unknown>): Promise<void> {
  open = true
  try {
    await reactAct(async () => void (await begin()))
  } finally {
    open = false
  }
}

/** Adds an empty React root to the page until the test ends. */
export function mount(options?: RootOptions) {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container, options)
  atTestEnd(async () => {
    await act(() => root.unmount())
    container.remove()
  })
  return { container, root }
}
