import type { CommonProfile, CommonProfileEntry } from '../scenario/common-profile.ts'
import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

function row(texts: ScreenTexts, entry: CommonProfileEntry, value: string | number): string {
  const { entries, sexes } = texts.quickFill
  const shown = entry === 'sex-enum' ? (sexes[Number(value)] ?? '') : `${value}`
  return `<label><span><small>${entries[entry]}</small><b>${escapeHtml(shown)}</b></span></label>`
}

/** Renders the common profile entries for the app. The form posts `answer`: fill, unless there are none, or cancel. */
export function quickFillPage(texts: ScreenTexts, profile: CommonProfile, action: string): Response {
  const { title, note, empty, fill } = texts.quickFill
  const all = Object.entries(profile) as [CommonProfileEntry, string | number][]
  const rows = all.map(([entry, value]) => row(texts, entry, value)).join('')
  const button = `<button class="main" name="answer" value="fill">${fill}</button>`
  return page({
    texts,
    title,
    body: `<h1>${title}</h1><p class="soft center">${all.length === 0 ? empty : note}</p>
<div>${rows}</div>
<form method="post" action="${escapeHtml(action)}" class="actions">${all.length === 0 ? '' : button}
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button></form>`,
  })
}
