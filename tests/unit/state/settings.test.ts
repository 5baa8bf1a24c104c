// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { Settings } from '#src/state/settings.ts'
import { local } from '#src/storage/local-storage.ts'

const visit = (language = 'th') =>
  new Settings({ local, line: { language: () => language } }, { dark: () => false, onChange: () => () => {} })

test('stores theme and language in local storage', () => {
  localStorage.clear()
  const first = visit()
  expect([first.theme.value, first.lang.value, first.dark.value]).toEqual(['system', 'th', false])
  first.setTheme('dark')
  first.setLang('en')
  expect(Object.keys(localStorage).sort()).toEqual(['campaign:lang', 'campaign:theme'])
  const second = visit()
  expect([second.theme.value, second.lang.value, second.dark.value]).toEqual(['dark', 'en', true])
})

test('treats an invalid stored theme or language as not chosen', () => {
  localStorage.setItem('campaign:theme', 'loud')
  localStorage.setItem('campaign:lang', 'xx')
  const settings = visit('en-US')
  expect([settings.theme.value, settings.lang.value]).toEqual(['system', 'en'])
})
