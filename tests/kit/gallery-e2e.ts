import { test as base, expect } from '@playwright/test'
import { type Gallery, startGallery } from './gallery.ts'
import { simpleFixture } from './simple-fixture.ts'

/** Each Playwright worker builds the gallery of all screens and states once. */
export const test = base.extend<object, { gallery: Gallery }>({
  gallery: [simpleFixture(startGallery, gallery => gallery.close()), { scope: 'worker' }],
})

export { expect }
