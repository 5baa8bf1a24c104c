import { useState } from 'react'

/** Entries with this prefix are kept when the app's storage is cleared. */
export const PANEL_KEY_PREFIX = 'liff-emulator:panel:'

/** Returns `initial` if the setting is missing or unreadable. */
export function readStored<T>(name: string, initial: T): T {
  try {
    const stored = localStorage.getItem(PANEL_KEY_PREFIX + name)
    return stored === null ? initial : (JSON.parse(stored) as T)
  } catch {
    return initial
  }
}

/** Like `useState`, but the value is stored in localStorage. */
export function useStored<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = PANEL_KEY_PREFIX + name
  const [value, setValue] = useState<T>(() => readStored(name, initial))
  const store = (next: T) => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Storage is full or blocked, so the setting will be lost on reload.
    }
  }
  return [value, store]
}
