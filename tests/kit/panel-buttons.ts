type Pressable = HTMLButtonElement | HTMLInputElement

export type Pressed = {
  /** The button's name, after the name of the section that contains the button. */
  readonly button: string
  /** The first effect that the panel showed; null if nothing changed. */
  readonly effect: string | null
}

type Effects = {
  /** Waits until nothing has changed for a while, so that the next effect comes from the next press. */
  readonly quiet: () => Promise<void>
  /** Returns the effects since the last call. */
  readonly take: () => readonly string[]
}

/**
 * Watches the panel for effects: changes to the page, requests, new windows, files, and file dialogs. Ignores the
 * clock, which changes without a press. Runs in the panel's page, so it must not use anything outside the function.
 */
export function watchEffects(): Effects {
  const QUIET_MS = 200
  let effects: string[] = []
  const take = () => {
    const taken = effects
    effects = []
    return taken
  }
  /** Records calls of a browser method as effects. `instead` replaces a call that would leave the page. */
  const notice = (owner: object, name: string, instead?: () => unknown) => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      effects.push(name)
      return instead ? instead() : original.apply(this, args)
    })
  }
  notice(window, 'fetch')
  notice(window, 'open', () => null)
  notice(URL, 'createObjectURL')
  notice(HTMLIFrameElement.prototype, 'focus')
  if (navigator.clipboard) notice(Object.getPrototypeOf(navigator.clipboard) as object, 'writeText')
  const onClick = (event: Event) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement && target.type === 'file')) return
    effects.push('file dialog')
    event.preventDefault()
  }
  document.addEventListener('click', onClick, true)
  // Opening a popover does not mutate the document, so the observer below does not notice it.
  document.addEventListener('beforetoggle', () => effects.push('popover'), true)
  /**
   * True if an attribute has its old value again, or is a `name`: React removes a radio button's name and sets it again
   * whenever it renders the button, sometimes in two steps, so a new name is never the effect of a press.
   */
  const isRestored = ({ type, target, attributeName, oldValue }: MutationRecord, records: MutationRecord[]) =>
    type === 'attributes' &&
    (attributeName === 'name' ||
      (target as Element).getAttribute(attributeName ?? '') ===
        (records.find(one => one.target === target && one.attributeName === attributeName)?.oldValue ??
          oldValue))
  new MutationObserver(records => {
    for (const record of records) {
      const { type, target, attributeName } = record
      if (!target.parentElement?.closest('time, output') && !isRestored(record, records))
        effects.push(`${type} ${attributeName ?? ''} of ${target.nodeName}`)
    }
  }).observe(document, {
    ...{ subtree: true, childList: true, characterData: true },
    ...{ attributes: true, attributeOldValue: true },
  })
  return {
    take,
    async quiet() {
      do {
        take()
        await new Promise(resolve => setTimeout(resolve, QUIET_MS))
      } while (effects.length > 0)
    },
  }
}

/**
 * Presses every button, radio button and checkbox of the panel once, including those in dialogs that other buttons
 * open. Runs in the panel's page, so it must not use anything outside the function: `watch` is {@link watchEffects}.
 */
export async function pressEveryButton(
  watch: typeof watchEffects,
): Promise<{ pressed: Pressed[]; errors: string[] }> {
  /** How long an effect may take, in milliseconds. React changes the page in the same task as the click. */
  const EFFECT_MS = 50
  const SELECTOR = 'button, input[type=radio], input[type=checkbox]'
  const pressed: Pressed[] = []
  const errors: string[] = []
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  const { quiet, take } = watch()
  const nameOf = (element: Pressable) => {
    const section = element.closest('dialog, [aria-label]:not(button), fieldset, details')
    const around =
      section?.getAttribute('aria-label') ?? section?.querySelector('h2, h3, legend, summary')?.textContent
    return `${around ?? ''} > ${element.getAttribute('aria-label') ?? (element.textContent || element.closest('label')?.textContent || element.title)}`.trim()
  }
  const isOn = (element: Pressable) =>
    (element instanceof HTMLInputElement && element.type === 'radio' && element.checked) ||
    ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-current'].some(
      name => element.getAttribute(name) === 'true',
    )
  /** True if an input is checked. React reverts a click on it if the panel's state has not changed. */
  const isChecked = (element: Pressable) => element instanceof HTMLInputElement && element.checked
  /** For the name of each button in a dialog, the button that opened the dialog. */
  const openers = new Map<string, Pressable>()
  let lastPressed: Pressable | null = null
  const done = new Set<string>()
  const next = () => {
    const buttons = [...document.querySelectorAll<Pressable>(SELECTOR)].filter(
      one => !one.disabled && !isOn(one),
    )
    const dialog = document.querySelector('dialog[open]')
    for (const one of buttons)
      if (dialog?.contains(one) && lastPressed && !openers.has(nameOf(one)))
        openers.set(nameOf(one), lastPressed)
    const open = buttons.filter(one => !done.has(nameOf(one)))
    return open.find(one => dialog?.contains(one)) ?? (dialog === null ? open[0] : undefined)
  }

  for (let presses = 0; presses < 400; presses += 1) {
    await quiet()
    let button = next()
    if (button === undefined) {
      const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
      const [, opener] = [...openers].find(([name, from]) => !done.has(name) && from.isConnected) ?? []
      if (dialog) dialog.close()
      else if (opener) {
        for (const [name, from] of openers) if (from === opener) openers.delete(name)
        button = opener
      } else break
      if (button === undefined) continue
    }
    const name = nameOf(button)
    take()
    if (!button.closest('dialog')) lastPressed = button
    const before = isChecked(button)
    button.click()
    await new Promise(resolve => setTimeout(resolve, EFFECT_MS))
    const effects = [...take(), ...(isChecked(button) === before ? [] : ['checked'])]
    if (!done.has(name)) pressed.push({ button: name, effect: effects[0] ?? null })
    done.add(name)
  }
  return { pressed, errors }
}
