import type { HtmlTagDescriptor, Plugin } from 'vite'
import { campaign } from '#campaign/texts.th.ts'
import { campaignColour } from './colours.ts'

/** Default: the emulator's ids. `npm run serve` builds with the organiser's own ids. */
const liffId = process.env.LIFF_ID ?? '2000000001-Campaign'
const oaId = process.env.LINE_OA_ID ?? '@campaign'
/** The campaign's address without a trailing slash. Default: `npm start`'s address. */
const publicUrl = process.env.PUBLIC_URL?.trim().replace(/\/$/, '') || 'http://localhost:4000'

/**
 * Fills index.html with the campaign's name, LIFF id, colours (`var(--light-ink)`, `var(--dark-accent)`) and link
 * preview tags. The scripts are therefore the same for every organiser.
 */
export function campaignDocument(): Plugin {
  return {
    name: 'campaign-document',
    transformIndexHtml: html => ({
      html: html
        .replaceAll('%LIFF_ID%', liffId)
        .replaceAll('%LINE_OA_ID%', oaId)
        .replaceAll('%CAMPAIGN%', campaign['app.name'])
        .replaceAll('%PROMISE%', campaign['app.description'])
        .replace(/var\(--(light|dark)-([\w-]+)\)/g, (_, theme: 'light' | 'dark', name: string) =>
          campaignColour(theme, name),
        ),
      tags: linkPreview(),
    }),
  }
}

/**
 * LINE reads the title, description and image from this document, even from a shared link that opens LINE. All paths
 * have the same tags, because every screen requires signing in. Crawlers require absolute URLs.
 */
function linkPreview(): HtmlTagDescriptor[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': campaign['app.name'],
    'og:title': `${campaign['campaign.name']} · ${campaign['campaign.headline1']} ${campaign['campaign.headline2']}`,
    'og:description': campaign['campaign.promiseShort'],
    'og:url': `${publicUrl}/`,
    'og:image': `${publicUrl}/preview.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:locale': 'th_TH',
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({
      tag: 'meta',
      attrs: { property, content },
    })),
    { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' } },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' } },
  ]
}
