import type { PageConfig } from '../page-config.ts'
import { inPanel } from './report.ts'

/**
 * Phones show no scrollbars next to the page. The app's style sheets can still enable them. A constructed style sheet
 * works even if the app's policy forbids inline styles.
 */
export function hideScrollbars({ os }: Pick<PageConfig['environment'], 'os'>): void {
  if (!inPanel() || os === 'web' || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':where(*) { scrollbar-width: none }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
