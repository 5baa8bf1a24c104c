import { accountHeader, answerForm, escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

/** Renders the screen on which an account's admin links a module channel. Its form posts `answer`: link or cancel. */
export function modulePage(
  texts: ScreenTexts,
  { id, name }: { readonly id: string; readonly name: string },
  scopes: readonly string[],
  action: string,
): Response {
  const rights = scopes.map(scope => `<li><code>${escapeHtml(scope)}</code></li>`).join('')
  return page({
    texts,
    title: texts.moduleTitle,
    body: `${accountHeader(id, texts.moduleAsk(escapeHtml(name)))}
<p class="soft">${texts.consentData}</p><ul>${rights}</ul>
${answerForm({ action, main: ['link', texts.moduleLink], quiet: ['cancel', texts.cancel] })}`,
  })
}
