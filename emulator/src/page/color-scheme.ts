import type { Environment } from '../scenario/schema.ts'

/** Makes `matchMedia('(prefers-color-scheme: …)')` report the phone's colour scheme. Style sheets use the browser's. */
export function installColorScheme({ colorScheme }: Pick<Environment, 'colorScheme'>): void {
  if (colorScheme === 'system') return
  const match = window.matchMedia.bind(window)
  window.matchMedia = query => {
    const list = match(query)
    const [, scheme] = /^\s*\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)\s*$/i.exec(query) ?? []
    if (scheme !== undefined)
      Object.defineProperty(list, 'matches', { value: scheme.toLowerCase() === colorScheme })
    return list
  }
}
