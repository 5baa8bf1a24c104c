import type { Lang } from '#src/i18n/languages.ts'

/** Puts a theme and a language on `<html>`: `.dark` (S9), `lang`, and the colour of the phone's own bars. */
export function putTheme(dark: boolean, lang: Lang): void {
  const root = document.documentElement
  root.classList.toggle('dark', dark)
  root.lang = lang
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', dark ? '#000000' : '#ffffff')
}
