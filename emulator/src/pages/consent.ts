import { isCommonProfileScope } from '../scenario/common-profile.ts'
import type { App, Scope, User } from '../scenario/schema.ts'
import { pictureOf } from '../world/selectors.ts'
import { escapeHtml, hiddenFields, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

/** Scopes that the user cannot deselect. */
export const REQUIRED_SCOPES: readonly string[] = ['profile', 'openid']

/** LINE shows a single checkbox for all scopes of the common profile. */
export const COMMON_PROFILE_BOX = 'commonprofile'

export type ScopeRow = keyof ScreenTexts['scopes']

export function scopeRows(scopes: readonly Scope[]): readonly ScopeRow[] {
  return [
    ...new Set(scopes.map(scope => (isCommonProfileScope(scope) ? COMMON_PROFILE_BOX : (scope as ScopeRow)))),
  ]
}

function scopeBox(texts: ScreenTexts, scope: ScopeRow): string {
  const { name, what } = texts.scopes[scope]
  const required = REQUIRED_SCOPES.includes(scope)
  const box = `<input type="checkbox" name="scope" value="${scope}" checked${required ? ' disabled' : ''}>`
  const fixed = required ? `<input type="hidden" name="scope" value="${scope}">` : ''
  return `<label>${box}<span><b>${name}</b><small>${what}</small></span></label>${fixed}`
}

export type ConsentPage = {
  readonly texts: ScreenTexts
  readonly app: App
  readonly user: User
  readonly scopes: readonly Scope[]
  readonly hidden: ReadonlyMap<string, readonly string[]>
  readonly offerFriend: boolean
  readonly action: string
}

/** Its form posts `answer` (allow or deny), each granted `scope`, and `friend` if that box is ticked. */
export function consentPage(request: ConsentPage): Response {
  const { texts, app, user, scopes, hidden, offerFriend, action } = request
  const name = escapeHtml(app.name)
  const account = app.officialAccount
  const friend =
    offerFriend && account !== null
      ? `<fieldset><legend>${texts.officialAccount}</legend><label><input type="checkbox" name="friend" value="add">
<span><b>${texts.addAccount(escapeHtml(account.name))}</b><small>${escapeHtml(account.id)}</small></span></label></fieldset>`
      : ''
  return page({
    texts,
    title: texts.consentTitle(app.name),
    body: `<h1>${name}<br>${texts.consentAsks}</h1>
<div class="who"><img src="${escapeHtml(pictureOf(user))}" alt=""><span><b>${escapeHtml(user.displayName)}</b>
<span class="soft">${texts.consentAccount}</span></span></div>
<form method="post" action="${escapeHtml(action)}" style="display:contents">
${hiddenFields(hidden)}<fieldset><legend>${texts.consentData}</legend>${scopeRows(scopes)
      .map(scope => scopeBox(texts, scope))
      .join('')}</fieldset>${friend}
<div class="actions"><button class="main" name="answer" value="allow">${texts.allow}</button>
<button class="quiet" name="answer" value="deny">${texts.cancel}</button></div></form>`,
  })
}
