import { useEffect, useRef } from 'react'

/** What a key does, by the key's own name (`o`, `1`, `?`). */
export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * Single keys act on the panel while nothing is being typed there; with Alt they act from anywhere.
 * Returns the listener for the app's own window, where only those with Alt are the panel's.
 */
export function useShortcuts(shortcuts: Shortcuts): (event: KeyboardEvent) => void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const inApp = useRef((event: KeyboardEvent) => {
    if (event.altKey) act(latest.current, event)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const busy = isTyping(event.target) || document.querySelector('dialog[open]') !== null
      if (event.altKey || !busy) act(latest.current, event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return inApp.current
}

function act(shortcuts: Shortcuts, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
  // With Alt some keyboards write another character: the place of the key tells which one it is.
  const key = event.altKey ? event.code.replace(/^(Key|Digit)/, '') : event.key
  const run = shortcuts[key.toLowerCase()]
  if (!run) return
  event.preventDefault()
  run()
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox'
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
}
