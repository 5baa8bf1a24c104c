import { use, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { InDialog } from '../../ui/dialog.tsx'

/** The action bound to each key; null if the key is currently disabled. */
export type Keys = Readonly<Record<string, (() => void) | null>>

/**
 * Runs the action bound to the pressed key. Letters and digits are identified by their position on the keyboard
 * (`KeyA`, `Digit1`), so that they work with a Thai layout; other keys by their value (`?`, `Enter`). Ignores keys in
 * text fields, keys with Ctrl, Alt or Meta, Enter on a button or link, and all keys while another dialog is open.
 */
export function useKeys(keys: Keys): void {
  const isInDialog = use(InDialog)
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return
      if (event.key === 'Enter' && isPressable(event.target)) return
      if (!isInDialog && document.querySelector('[aria-modal="true"]')) return
      const run = keys[event.key] ?? keys[event.code]
      if (!run) return
      event.preventDefault()
      // Render immediately: a fast typist may press the next key before the view opened by this one has rendered.
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
