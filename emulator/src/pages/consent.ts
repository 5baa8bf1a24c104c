import type { App, Scope, User } from '../scenario/schema.ts'
import { pictureOf } from '../world/selectors.ts'
import { escapeHtml, page } from './layout.ts'
import type { Words } from './words/th.ts'

/** The scopes that consent cannot be given without. */
export const REQUIRED_SCOPES: readonly Scope[] = ['profile', 'openid']

function scopeBox(words: Words, scope: Scope): string {
  const { name, what } = words.scopes[scope]
  const required = REQUIRED_SCOPES.includes(scope)
  const box = `<input type="checkbox" name="scope" value="${scope}" checked${required ? ' disabled' : ''}>`
  const fixed = required ? `<input type="hidden" name="scope" value="${scope}">` : ''
  return `<label>${box}<span><b>${name}</b><small>${what}</small></span></label>${fixed}`
}

export type ConsentPage = {
  readonly words: Words
  readonly app: App
  readonly user: User
  /** Offers to add the official account. */
  readonly offerFriend: boolean
  /** Where the form goes: the address of the page itself. */
  readonly action: string
}

/** LINE's consent page. Posts `answer` (allow, deny), `scope` for each one given, and `friend` when it is ticked. */
export function consentPage({ words, app, user, offerFriend, action }: ConsentPage): Response {
  const name = escapeHtml(app.name)
  const account = app.officialAccount
  const friend =
    offerFriend && account !== null
      ? `<fieldset><legend>${words.officialAccount}</legend><label><input type="checkbox" name="friend" value="add">
<span><b>${words.addAccount(escapeHtml(account.name))}</b><small>${escapeHtml(account.id)}</small></span></label></fieldset>`
      : ''
  return page({
    words,
    title: words.consentTitle(app.name),
    body: `<h1>${name}<br>${words.consentAsks}</h1>
<div class="who"><img src="${escapeHtml(pictureOf(user))}" alt=""><span><b>${escapeHtml(user.displayName)}</b>
<span class="soft">${words.consentAccount}</span></span></div>
<form method="post" action="${escapeHtml(action)}" style="display:contents">
<fieldset><legend>${words.consentData}</legend>${app.scopes.map(scope => scopeBox(words, scope)).join('')}</fieldset>${friend}
<div class="actions"><button class="main" name="answer" value="allow">${words.allow}</button>
<button class="quiet" name="answer" value="deny">${words.cancel}</button></div></form>`,
  })
}
