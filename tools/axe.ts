import type { Page } from '@playwright/test'
import axe from 'axe-core'

export type Violation = {
  readonly id: string
  readonly nodes: readonly { readonly target: string; readonly message: string }[]
}

/** WCAG 2.2 AA and what the makers of axe add to it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Code for the page, which sends back no more than what is wrong. */
const ANALYSE = `({ violations }) => violations.map(({ id, nodes }) => ({
  id,
  nodes: nodes.map(node => ({ target: node.target.join(' '), message: node.any[0]?.message ?? '' })),
}))`

/**
 * What axe finds in a page without frames. It is put into a page once; a builder per look would do that each time, and
 * open a second page whose being in front stops the frames of the first.
 */
async function analyse(page: Page, runOnly: axe.RunOnly): Promise<readonly Violation[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(${ANALYSE})`)
}

export const violationsIn = (page: Page) => analyse(page, { type: 'tag', values: tags })

/** For a page looked at already whose colours alone have changed. */
export const contrastIn = (page: Page) => analyse(page, { type: 'rule', values: ['color-contrast'] })
