import { readFileSync } from 'node:fs'

/** Returns a colour of `campaign/colours.css`, for example `accent`. */
export function campaignColour(theme: 'light' | 'dark', name: string): string {
  const colours = readFileSync(new URL('../campaign/colours.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = colours.split(':root.dark')
  const value = new RegExp(`--${name}: ([^;]+);`).exec(theme === 'dark' ? dark : light)?.[1]
  if (value === undefined) throw new Error(`campaign/colours.css has no --${name} for ${theme}`)
  return value
}
