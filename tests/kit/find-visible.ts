export type Finding = {
  readonly role: 'button' | 'link' | 'heading' | 'checkbox' | 'radio' | 'field' | 'image' | 'text'
  readonly name: string | RegExp
  readonly within?: string
}

type Sent = {
  readonly within?: string
  readonly role: Finding['role']
  readonly name: { readonly text?: string; readonly source?: string }
}

/** Returns the first visible element with this role and name, or null. A modal dialog hides everything behind it. */
export function findVisible({ role, name, within }: Sent): Element | null {
  const selectors = {
    button: 'button, [role=button], input[type=submit], summary',
    link: 'a[href], [role=link]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio], [role=radio]',
    field: 'input, select, textarea',
    image: 'img, svg[role=img], [role=img]',
    text: 'body *',
  }
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim()
  const matches = (text: string | null | undefined): boolean => {
    const whole = clean(text ?? '')
    return name.text === undefined ? new RegExp(name.source ?? '').test(whole) : whole === name.text
  }
  const namesOf = (element: Element): (string | null | undefined)[] => {
    if (role === 'text')
      return [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
        ? [element.textContent]
        : []
    const byId = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' ')
    const { labels } = element as HTMLInputElement
    return [
      element.getAttribute('aria-label'),
      byId.trim() === '' ? null : byId,
      ...[...(labels ?? [])].map(({ textContent }) => textContent),
      element.getAttribute('alt'),
      role === 'field' ? element.getAttribute('placeholder') : element.textContent,
    ].filter(text => text !== null && text !== '')
  }
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  const modals = [...document.querySelectorAll('dialog[open]')]
  const root = modals.at(-1) ?? document
  const found = [...root.querySelectorAll(selectors[role])].filter(
    element =>
      (within === undefined || element.closest(within) !== null) &&
      namesOf(element).some(matches) &&
      (role === 'checkbox' || role === 'radio' || isVisible(element)),
  )
  return found[0] ?? null
}
