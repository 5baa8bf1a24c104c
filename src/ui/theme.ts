import type { Lang } from '#src/i18n/languages.ts'

/** Sets `.dark` (spec S9) and `lang` on `<html>`, and the colour of the browser's bars. */
export function putTheme(dark: boolean, lang: Lang): void {
  const root = document.documentElement
  root.classList.toggle('dark', dark)
  root.lang = lang
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', dark ? '#000000' : '#ffffff')
}
