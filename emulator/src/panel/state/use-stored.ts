import { useState } from 'react'

/** The panel's own settings live under this prefix, and nothing that clears the app's storage touches them. */
export const PANEL_KEY_PREFIX = 'liff-emulator:panel:'

/** A panel setting as it was left, or `initial`. */
export function readStored<T>(name: string, initial: T): T {
  try {
    const stored = localStorage.getItem(PANEL_KEY_PREFIX + name)
    return stored === null ? initial : (JSON.parse(stored) as T)
  } catch {
    return initial
  }
}

/** A panel setting kept in localStorage; without storage it lasts as long as the page. */
export function useStored<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = PANEL_KEY_PREFIX + name
  const [value, setValue] = useState<T>(() => readStored(name, initial))
  const keep = (next: T) => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A full or forbidden storage only costs the memory of this setting.
    }
  }
  return [value, keep]
}
