import type { PageConfig } from '../page-config.ts'
import { inPanel } from './report.ts'

/**
 * Hides scrollbars on the phone in the panel, because phones do not show scrollbars next to the page. A style sheet of the app
 * can still show them. Constructed style sheets also work if the app's policy forbids inline styles.
 */
export function hideScrollbars({ os }: Pick<PageConfig['environment'], 'os'>): void {
  if (!inPanel() || os === 'web' || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':where(*) { scrollbar-width: none }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
