import { useEffect } from 'react'

/** What a key does; null if it does nothing now. */
export type Keys = Readonly<Record<string, (() => void) | null>>

/**
 * Runs the function of a pressed key. Keys are named by the position on the keyboard (`KeyA`, `Digit1`), so that they work
 * with a Thai layout as well; others by their value (`?`, `Enter`). Ignores keys in text fields and with Ctrl, Alt or Meta.
 */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return
      const run = keys[event.key] ?? keys[event.code]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [keys])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
