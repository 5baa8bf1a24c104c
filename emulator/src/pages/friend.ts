import { assertNever } from '../assert-never.ts'
import type { App, Friendship } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { Words } from './words/th.ts'

type Account = NonNullable<App['officialAccount']>

export type FriendPage = {
  readonly words: Words
  readonly account: Account
  readonly friendship: Friendship
  readonly action: string
  /** Back to the app, where one is linked to the account. */
  readonly back: { readonly name: string; readonly url: string } | null
}

function button(value: string, text: string, look: string): string {
  return `<button class="${look}" name="answer" value="${value}">${text}</button>`
}

function said(
  words: Words,
  friendship: Friendship,
  name: string,
): { readonly text: string; readonly buttons: string } {
  switch (friendship) {
    case 'friend':
      return {
        text: `<p class="center">${words.areFriends(name)}</p><p class="bubble">${words.welcome(name)}</p>`,
        buttons: button('block', words.block, 'plain'),
      }
    case 'none':
      return {
        text: `<p class="center soft">${words.notFriends}</p>`,
        buttons: button('add', words.addFriend, 'main') + button('block', words.block, 'plain'),
      }
    case 'blocked':
      return {
        text: `<p class="center soft">${words.blocked}</p>`,
        buttons: button('unblock', words.unblock, 'main'),
      }
    default:
      return assertNever(friendship)
  }
}

/** The page of an official account (line.me/R/ti/p/@id). Posts `answer`: add, block or unblock. */
export function friendPage({ words, account, friendship, action, back }: FriendPage): Response {
  const name = escapeHtml(account.name)
  const { text, buttons } = said(words, friendship, name)
  const open = back
    ? `<a class="button ${friendship === 'friend' ? 'main' : 'quiet'}" href="${escapeHtml(back.url)}">${words.backTo(escapeHtml(back.name))}</a>`
    : ''
  return page({
    words,
    title: account.name,
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>${name}</h1><p class="soft center">${escapeHtml(account.id)} · ${words.officialAccount}</p>${text}
<form method="post" action="${escapeHtml(action)}" class="actions">${friendship === 'friend' ? open + buttons : buttons + open}</form>`,
  })
}

/** The page after consent, for an app whose add-friend option is "aggressive". Posts `friend`: add or skip. */
export function friendOfferPage(
  words: Words,
  account: Account,
  action: string,
  hidden: ReadonlyMap<string, string[]>,
): Response {
  const name = escapeHtml(account.name)
  const fields = [...hidden].flatMap(([key, values]) =>
    values.map(value => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`),
  )
  return page({
    words,
    title: words.addAccount(account.name),
    body: `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(account.id)}" alt="">
<h1>${words.askAddAccount(name)}</h1><p class="soft center">${escapeHtml(account.id)}</p>
<form method="post" action="${escapeHtml(action)}" class="actions">${fields.join('')}
<button class="main" name="friend" value="add">${words.addFriend}</button>
<button class="quiet" name="friend" value="skip">${words.notNow}</button></form>`,
  })
}
