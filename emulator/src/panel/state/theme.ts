import { useEffect, useSyncExternalStore } from 'react'
import type { Scenario } from '../api/types.ts'
import { readStored, useStored } from './use-stored.ts'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored<Theme>('theme', 'system')
  useEffect(() => applyTheme(theme), [theme])
  return [theme, setTheme]
}

export function storedTheme(): Theme {
  return readStored<Theme>('theme', 'system')
}

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

/** The colour scheme `system` follows the operating system, not the panel's theme. */
export function usePhoneDark(colorScheme: Scenario['environment']['colorScheme']): boolean {
  const systemDark = useSyncExternalStore(onDarkChange, () => darkQuery.matches)
  return colorScheme === 'system' ? systemDark : colorScheme === 'dark'
}
