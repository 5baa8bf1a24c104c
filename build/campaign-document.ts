import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { campaign } from '#campaign/texts.th.ts'

/**
 * LIFF id and official account of the emulator. `npm run serve` builds with the organiser's own ids instead.
 */
const liffId = process.env.LIFF_ID ?? '2000000001-Campaign'
const oaId = process.env.LINE_OA_ID ?? '@campaign'

/**
 * Fills index.html with the campaign's name, its LIFF id and its colours (`var(--light-ink)`, `var(--dark-accent)`).
 * The scripts stay the same for every organiser, and the loading screen has its colours before any style sheet loads.
 */
export function campaignDocument(): Plugin {
  const colours = readFileSync(new URL('../campaign/colours.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = colours.split(':root.dark')
  function colour(theme: string, name: string): string {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(theme === 'dark' ? dark : light)?.[1]
    if (value === undefined) throw new Error(`index.html: campaign/colours.css has no --${name} for ${theme}`)
    return value
  }
  return {
    name: 'campaign-document',
    transformIndexHtml: html =>
      html
        .replaceAll('%LIFF_ID%', liffId)
        .replaceAll('%LINE_OA_ID%', oaId)
        .replaceAll('%CAMPAIGN%', campaign['app.name'])
        .replaceAll('%PROMISE%', campaign['app.description'])
        .replace(/var\(--(light|dark)-([\w-]+)\)/g, (_, theme: string, name: string) => colour(theme, name)),
  }
}
