import { beforeEach, expect, test, vi } from 'vitest'
import { preload } from '#src/loading/preload.ts'

let head: HTMLHeadElement

beforeEach(() => {
  // Use a detached head: the page would try to load the elements that are put into its own.
  head = document.createElement('head')
  vi.spyOn(document, 'head', 'get').mockReturnValue(head)
})

/** Fires the load or error event of a requested element. */
const end = (event: 'load' | 'error', href: string) =>
  head.querySelector(`[href="${href}"]`)?.dispatchEvent(new Event(event))

const screen = async () => 'a screen'

test('waits for a screen’s style sheets and retries a failed one in its place', async () => {
  const files = ['shared.css', 'own.css']
  for (const _ of [1, 2]) {
    const opened = preload(screen, files)
    end('error', '/shared.css')
    end('load', '/own.css')
    await expect(opened).rejects.toThrow('/shared.css')
  }
  const opened = preload(screen, files)
  const again = preload(screen, files)
  end('load', '/shared.css')
  expect(await Promise.all([opened, again])).toEqual(['a screen', 'a screen'])
  const hrefs = [...head.querySelectorAll('[rel="stylesheet"]')].map(link => link.getAttribute('href'))
  expect(hrefs).toEqual(['/shared.css', '/own.css'])
})

test('retries once if script and style sheet fail together', async () => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    return 'a screen'
  }
  const opened = preload(load, ['beside.css'])
  end('error', '/beside.css')
  await expect(opened).rejects.toThrow()
  const again = preload(load, ['beside.css'])
  end('load', '/beside.css')
  expect(await again).toBe('a screen')
})

test('a failed style sheet of one screen does not block another screen', async () => {
  const lost = preload(async () => 'a screen', ['lost.css'])
  end('error', '/lost.css')
  await expect(lost).rejects.toThrow('/lost.css')
  const another = preload(async () => 'another screen', ['another.css'])
  end('load', '/another.css')
  expect(await another).toBe('another screen')
})

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
