import type { Page } from '@playwright/test'
import axe from 'axe-core'

export type Violation = {
  readonly id: string
  readonly nodes: readonly { readonly target: string; readonly message: string }[]
}

/** WCAG 2.2 AA, and axe's own best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Runs in the page. Returns only the violations, because axe's full result is large. */
const ANALYSE = `({ violations }) => violations.map(({ id, nodes }) => ({
  id,
  nodes: nodes.map(node => ({ target: node.target.join(' '), message: node.any[0]?.message ?? '' })),
}))`

/**
 * Returns axe's violations in a page without frames. @axe-core/playwright would inject axe for each analysis and open a
 * second page in front, which stops the first page's animation frames.
 */
async function analyse(page: Page, runOnly: axe.RunOnly, selector = 'html'): Promise<readonly Violation[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  return page.evaluate(`axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)}).then(${ANALYSE})`)
}

export const violationsIn = (page: Page, selector?: string) =>
  analyse(page, { type: 'tag', values: tags }, selector)

/** Checks only the contrast, for a page that was analysed before its colours changed. */
export const contrastIn = (page: Page, selector?: string) =>
  analyse(page, { type: 'rule', values: ['color-contrast'] }, selector)
