import { useEffect, useSyncExternalStore } from 'react'
import type { Scenario } from '../api/types.ts'
import { readStored, useStored } from './use-stored.ts'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Returns the theme to which the theme button switches next. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
}

/** Returns the panel's theme and a function that changes and applies it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored<Theme>('theme', 'system')
  useEffect(() => applyTheme(theme), [theme])
  return [theme, setTheme]
}

/** Returns the stored theme, for use before the first render. */
export function storedTheme(): Theme {
  return readStored<Theme>('theme', 'system')
}

/** Applies a theme to the panel. `system` follows the operating system. */
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

/**
 * True if the phone is in dark mode. The colour scheme `system` follows the operating system, not the panel's
 * theme.
 */
export function usePhoneDark(colorScheme: Scenario['environment']['colorScheme']): boolean {
  const systemDark = useSyncExternalStore(onDarkChange, () => darkQuery.matches)
  return colorScheme === 'system' ? systemDark : colorScheme === 'dark'
}
