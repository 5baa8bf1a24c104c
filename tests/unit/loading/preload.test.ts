// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { preload } from '#src/loading/preload.ts'

test('fires the preload error event for a failed script and rejects', async () => {
  const error = new TypeError('Failed to fetch')
  const heard = vi.fn()
  addEventListener('vite:preloadError', heard, { once: true })
  await expect(preload(() => Promise.reject(error))).rejects.toBe(error)
  expect(heard.mock.calls).toEqual([[expect.objectContaining({ payload: error })]])
})

test('does not reject if a listener handles the preload error event', async () => {
  const handle = (event: Event) => event.preventDefault()
  addEventListener('vite:preloadError', handle)
  const settled = vi.fn()
  preload(() => Promise.reject(new TypeError('Failed to fetch'))).then(settled, settled)
  await new Promise(resolve => setTimeout(resolve))
  removeEventListener('vite:preloadError', handle)
  expect(settled).not.toHaveBeenCalled()
})
