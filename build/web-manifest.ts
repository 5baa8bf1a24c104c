import type { Plugin } from 'vite'
import { campaign } from '#campaign/texts.th.ts'
import { campaignPath } from '#contract/campaign-link.ts'
import { home } from '#src/i18n/th/home.ts'
import { campaignColour } from './colours.ts'

/** Writes the web app manifest. The app links to it only outside LINE (`src/platform/web-manifest.ts`). */
export const webManifestFile = (): Plugin => ({
  name: 'web-manifest',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(webManifest()) })
  },
})

/**
 * Browsers other than LINE's use the manifest to install the app. The log state `icon` counts visits from installed
 * icons. `npm run screenshots -- --brand` generates the pictures.
 */
export function webManifest() {
  const png = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const screenshot = (name: string, label: string) => ({
    src: `/screenshots/${name}.webp`,
    sizes: '720x1480',
    type: 'image/webp',
    form_factor: 'narrow' as const,
    label,
  })
  return {
    id: '/',
    name: campaign['campaign.name'],
    short_name: campaign['app.name'],
    description: campaign['campaign.promiseShort'],
    lang: 'th',
    dir: 'ltr' as const,
    start_url: '/?logstate=icon',
    scope: '/',
    display: 'standalone' as const,
    theme_color: campaignColour('light', 'accent'),
    background_color: campaignColour('light', 'base'),
    icons: [png(192, 'any'), png(512, 'any'), png(512, 'maskable')],
    shortcuts: [
      { name: home['home.send'], url: campaignPath('/receipt?logstate=icon') },
      { name: home['home.rewards'], url: campaignPath('/qrcode?show=rewards&logstate=icon') },
    ],
    screenshots: [
      screenshot('landing', `${campaign['campaign.headline1']} ${campaign['campaign.headline2']}`),
      screenshot('home-ready', home['home.title']),
      screenshot('rewards-ready', home['home.rewards']),
    ],
  }
}
