import type { LineUrls } from './line-url.ts'

/**
 * Replaces a LINE URL in the action of a form, or of the button that submits it, with the emulator's URL. Call this
 * function before the form is submitted.
 */
export function mapFormAction(
  form: HTMLFormElement,
  { toLocal }: LineUrls,
  submitter: HTMLElement | null = null,
): void {
  for (const [element, name] of [
    [form, 'action'],
    [submitter, 'formaction'],
  ] as const) {
    const action = element?.getAttribute(name) ?? null
    const local = action === null ? null : toLocal(action)
    if (local !== null) element?.setAttribute(name, local)
  }
}

/** Wraps `form.submit()`, which does not fire a `submit` event. */
function wrapSubmit(realm: typeof globalThis, urls: LineUrls): void {
  const { prototype } = realm.HTMLFormElement
  const { submit } = prototype
  prototype.submit = function (): void {
    mapFormAction(this, urls)
    submit.call(this)
  }
}

/**
 * Wraps form submission in this page and in about:blank frames. The SDK's message bus submits a form in such a frame,
 * where the shim has not run, so the frame is wrapped when a script first reads its `contentWindow`.
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
