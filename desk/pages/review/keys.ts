import { use, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { InDialog } from '../../ui/dialog.tsx'

/** What a key does; null if it does nothing now. */
export type Keys = Readonly<Record<string, (() => void) | null>>

/**
 * Runs the function of a pressed key. Keys are named by the position on the keyboard (`KeyA`, `Digit1`), so that they work
 * with a Thai layout as well; others by their value (`?`, `Enter`). Ignores keys in text fields and with Ctrl, Alt or Meta,
 * Enter on a button or link, and all keys while a dialog is open to which the caller does not belong.
 */
export function useKeys(keys: Keys): void {
  const isInDialog = use(InDialog)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return
      if (event.key === 'Enter' && isPressable(event.target)) return
      if (!isInDialog && document.querySelector('[aria-modal="true"]')) return
      const run = keys[event.key] ?? keys[event.code]
      if (!run) return
      event.preventDefault()
      // A fast typist presses the next key before React would render, and that key belongs to what this one has opened.
      flushSync(run)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [keys, isInDialog])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('a, button, summary') !== null
