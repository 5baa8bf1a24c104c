import type { TabForm } from '../guarded-tab.ts'
import type { LineUrls } from './line-url.ts'
import { inGuardedTab, isOwnTarget, leavesTab, leaveTab } from './tab.ts'

/** Maps the action of a form and of its submit button. Must run before the form is submitted. */
function mapFormAction(
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

/**
 * Submits a form to another site by navigating the guarded tab itself, because the tab's policy blocks such
 * submissions from inside its frame.
 *
 * @returns false if the browser has to submit the form.
 */
function submitOutside(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const of = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  if (!inGuardedTab() || !isOwnTarget(of('target'))) return false
  const action = of('action')
  if (!leavesTab(action)) {
    if (of('target') !== '') form.target = '_self'
    return false
  }
  const method: TabForm['method'] = of('method').toLowerCase() === 'post' ? 'post' : 'get'
  const fields = [...new FormData(form, submitter)].map(
    ([name, value]) => [name, typeof value === 'string' ? value : value.name] as const,
  )
  leaveTab(action, 'assign', { method, fields })
  return true
}

export function installSubmit(urls: LineUrls): void {
  document.addEventListener(
    'submit',
    ({ target, submitter }) => {
      if (target instanceof HTMLFormElement) mapFormAction(target, urls, submitter)
    },
    true,
  )
  // Runs after the app's own listeners, which may cancel the submission.
  window.addEventListener('submit', event => {
    const { target, submitter, defaultPrevented } = event
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return
    if (submitOutside(target, submitter)) event.preventDefault()
  })
}

/** Wraps `form.submit()`, which does not fire a `submit` event. */
function wrapSubmit(realm: typeof globalThis, urls: LineUrls): void {
  const { prototype } = realm.HTMLFormElement
  const { submit } = prototype
  prototype.submit = function (): void {
    mapFormAction(this, urls)
    if (!submitOutside(this, null)) submit.call(this)
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
