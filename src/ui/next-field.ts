import type { KeyboardEvent } from 'react'

/**
 * Moves the focus to the form's next field on the "next" key of a phone's keyboard (`enterkeyhint="next"`), because
 * iPhones would submit the form instead. On devices with a mouse, Enter submits the form as usual.
 */
export function nextFieldOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const onTouchScreen = globalThis.matchMedia?.('(pointer: coarse)').matches === true
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onTouchScreen) return
  const next = nextField(field)
  if (next === null) return
  event.preventDefault()
  next.focus()
}

function nextField(field: HTMLInputElement): HTMLElement | null {
  const fields = [...(field.form?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [])]
  const after = fields.slice(fields.indexOf(field) + 1)
  return after.find(one => !one.disabled && !one.readOnly) ?? null
}
