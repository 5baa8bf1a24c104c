import type { LineUrls } from './line-url.ts'

/** Points a form for LINE at the stand-in; used before both ways of submitting. */
export function mapFormAction(form: HTMLFormElement, { toLocal }: LineUrls): void {
  const action = form.getAttribute('action')
  const local = action === null ? null : toLocal(action)
  if (local !== null) form.setAttribute('action', local)
}

/** `form.submit()` raises no event: this realm's method is wrapped. */
function wrapSubmit(realm: typeof globalThis, urls: LineUrls): void {
  const { prototype } = realm.HTMLFormElement
  const { submit } = prototype
  prototype.submit = function (): void {
    mapFormAction(this, urls)
    submit.call(this)
  }
}

/**
 * The SDK's message bus submits a form inside a fresh about:blank frame, a realm where no shim has run:
 * it is wrapped the first time anyone asks for the frame's window.
 */
export function installForms(urls: LineUrls): void {
  wrapSubmit(window, urls)
  const { prototype } = HTMLIFrameElement
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'contentWindow')
  const get = descriptor?.get
  if (!descriptor || !get) return
  const wrapped = new WeakSet<object>()
  Object.defineProperty(prototype, 'contentWindow', {
    ...descriptor,
    get(this: HTMLIFrameElement) {
      const frame = get.call(this) as (Window & typeof globalThis) | null
      if (frame && isBlank(frame) && !wrapped.has(frame.HTMLFormElement)) {
        wrapped.add(frame.HTMLFormElement)
        wrapSubmit(frame, urls)
      }
      return frame
    },
  })
}

function isBlank(frame: Window): boolean {
  try {
    return frame.location.href === 'about:blank'
  } catch {
    return false
  }
}
