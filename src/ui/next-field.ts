import type { KeyboardEvent } from 'react'

/** Makes the "next" key of a phone's keyboard move the focus to the next field. iPhones would submit the form. */
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
