import type { Environment } from '../scenario/schema.ts'

/** Tells scripts the phone's appearance; style sheets go by the browser's own. `system` is the browser's for both. */
export function installColorScheme({ colorScheme }: Pick<Environment, 'colorScheme'>): void {
  if (colorScheme === 'system') return
  const match = window.matchMedia.bind(window)
  window.matchMedia = query => {
    const list = match(query)
    const [, asked] = /^\s*\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)\s*$/i.exec(query) ?? []
    if (asked !== undefined)
      Object.defineProperty(list, 'matches', { value: asked.toLowerCase() === colorScheme })
    return list
  }
}
