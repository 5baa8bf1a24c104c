import type { PageConfig } from '../page-config.ts'
import { inPanel } from './report.ts'

/** Hides scrollbars unless the app's styles enable them. No policy forbids a constructed style sheet. */
export function hideScrollbars({ os }: Pick<PageConfig['environment'], 'os'>): void {
  if (!inPanel() || os === 'web' || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':where(*) { scrollbar-width: none }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
