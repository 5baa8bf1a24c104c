import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compatData, has } from '#tests/kit/browser-data.ts'
import { newerCssFeatures, styleSheets } from '#tests/kit/css-features.ts'
import { unexplained } from '#tests/kit/unexplained.ts'
import { phoneEngines } from '../../build/engines.ts'

/** CSS features that a supported phone may lack, and the effect on the screen if they are missing. */
const decoration: Record<string, string> = {
  'content-visibility': 'long lists take longer to draw',
  'content-visibility: auto': 'long lists take longer to draw',
  'contain-intrinsic-size': 'long lists take longer to draw',
  'overscroll-behavior': 'the page behind a dialog scrolls along at its end',
  'overscroll-behavior: contain': 'the page behind a dialog scrolls along at its end',
  resize: 'phones have no handle for it',
  'resize: vertical': 'phones have no handle for it',
  'user-select: all': 'a tap selects only a word',
  'text-wrap': 'lines of a heading have different lengths',
  'text-wrap: balance': 'lines of a heading have different lengths',
}

test('the styles use nothing that a supported phone lacks, unless the screen is complete without it', () => {
  const uses = styleSheets().flatMap(file =>
    newerCssFeatures(readFileSync(file, 'utf8'))
      // Phones show no mouse pointer, so they need no `cursor`.
      .filter(({ feature }) => !feature.startsWith('cursor'))
      .map(({ feature, lacking }) => ({
        feature,
        at: `${file}: ${feature} is missing in ${lacking.join(', ')}`,
      })),
  )
  expect(unexplained(uses, decoration)).toEqual([])
})

test('the check finds what older phones lack', () => {
  const features = (css: string) => newerCssFeatures(css).map(({ feature }) => feature)
  expect(features('.a { height: 100dvh; color: color-mix(in srgb, red, blue) }')).toEqual([
    'dvh',
    'color-mix()',
  ])
  expect(features('.a:has(b) { & c { inset: 0 } }')).toEqual([':has', '&'])
  expect(features('@layer x { .a { aspect-ratio: 1 } } @container (width > 1px) {}')).toEqual([
    '@layer',
    '@container',
  ])
  expect(features('.a { --screen: 100dvh }')).toEqual(['dvh'])
  expect(features('@supports (height: 100dvh) { .a { height: 100dvh } }')).toEqual([])
})

test('the sign of a supported phone exists since exactly the oldest supported versions', () => {
  const sign = compatData.javascript.builtins?.Array?.at ?? {}
  expect(readFileSync('src/boot/too-old.ts', 'utf8')).toContain("'at' in Array.prototype")
  for (const { name, browser, version } of phoneEngines) {
    expect(has(sign, browser, version), name).toBe(true)
    expect(has(sign, browser, version - 0.1), name).toBe(false)
  }
})
