import { useLayoutEffect } from 'react'
import { useApp } from '#src/app-context.ts'

/** Puts the customer's theme and language on `<html>`: `.dark` (S9), `lang`, and the colour of the phone's own bars. */
export function useTheme(): void {
  const { settings } = useApp()
  const dark = settings.dark.value
  const lang = settings.lang.value
  useLayoutEffect(() => {
    const root = document.documentElement
    root.classList.toggle('dark', dark)
    root.lang = lang
    const bar = document.querySelector('meta[name="theme-color"]')
    bar?.setAttribute('content', dark ? '#000000' : '#ffffff')
  }, [dark, lang])
}
