import { useEffect, useSyncExternalStore } from 'react'
import { readStored, useStored } from './use-stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The panel's look: the computer's own preference, unless one was chosen here. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored<Theme>('theme', 'system')
  useEffect(() => applyTheme(theme), [theme])
  return [theme, setTheme]
}

/** The theme to begin with, before anything is drawn. */
export function storedTheme(): Theme {
  return readStored<Theme>('theme', 'system')
}

/** Paints the panel in a theme; `system` follows the computer. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

const darkQuery = matchMedia('(prefers-color-scheme: dark)')

function onDarkChange(changed: () => void): () => void {
  darkQuery.addEventListener('change', changed)
  return () => darkQuery.removeEventListener('change', changed)
}

/** Whether this computer prefers dark: what the app's frame sees, whatever the panel's own theme is. */
export function useSystemDark(): boolean {
  return useSyncExternalStore(onDarkChange, () => darkQuery.matches)
}
