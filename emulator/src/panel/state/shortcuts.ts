import { useEffect, useRef } from 'react'

export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * Handles keys pressed in the panel; while the user is typing or a dialog is open, only those with Alt. Returns a
 * handler for keys pressed inside the app, which also require Alt.
 */
export function useShortcuts(shortcuts: Shortcuts): (event: KeyboardEvent) => void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const inApp = useRef((event: KeyboardEvent) => {
    if (event.altKey) run(latest.current, event)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = isTyping(event.target) || document.querySelector('dialog[open]') !== null
      if (event.altKey || !busy) run(latest.current, event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return inApp.current
}

function run(shortcuts: Shortcuts, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
  // With Alt, some keyboard layouts produce other characters, so use the physical key.
  const key = event.altKey ? event.code.replace(/^(Key|Digit)/, '') : event.key
  const action = shortcuts[key.toLowerCase()]
  if (!action) return
  event.preventDefault()
  action()
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox'
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
}
