import { useLayoutEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import { putTheme } from './theme.ts'

export function useTheme(): void {
  const { settings } = useApp()
  const dark = settings.dark.value
  const lang = settings.lang.value
  useLayoutEffect(() => putTheme(dark, lang), [dark, lang])
}
