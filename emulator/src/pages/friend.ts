import { assertNever } from '../assert-never.ts'
import type { App, Friendship } from '../scenario/schema.ts'
import { type AnswerForm, accountHeader, answerForm, escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

type Account = NonNullable<App['officialAccount']>

export type FriendPage = {
  readonly texts: ScreenTexts
  readonly account: Account
  readonly friendship: Friendship
  readonly action: string
  readonly back: { readonly name: string; readonly url: string } | null
}

function button(value: string, text: string, look: string): string {
  return `<button class="${look}" name="answer" value="${value}">${text}</button>`
}

function friendshipContent(
  texts: ScreenTexts,
  friendship: Friendship,
  name: string,
): { readonly text: string; readonly buttons: string } {
  switch (friendship) {
    case 'friend':
      return {
        text: `<p class="center">${texts.areFriends(name)}</p><p class="bubble">${texts.welcome(name)}</p>`,
        buttons: button('block', texts.block, 'plain'),
      }
    case 'none':
      return {
        text: `<p class="center soft">${texts.notFriends}</p>`,
        buttons: button('add', texts.addFriend, 'main') + button('block', texts.block, 'plain'),
      }
    case 'blocked':
      return {
        text: `<p class="center soft">${texts.blocked}</p>`,
        buttons: button('unblock', texts.unblock, 'main'),
      }
    default:
      return assertNever(friendship)
  }
}

/** Renders an official account's page (line.me/R/ti/p/@id). Its form posts `answer`: add, block or unblock. */
export function friendPage({ texts, account, friendship, action, back }: FriendPage): Response {
  const name = escapeHtml(account.name)
  const { text, buttons } = friendshipContent(texts, friendship, name)
  const open = back
    ? `<a class="button ${friendship === 'friend' ? 'main' : 'quiet'}" href="${escapeHtml(back.url)}">${texts.backTo(escapeHtml(back.name))}</a>`
    : ''
  return page({
    texts,
    title: account.name,
    body: `${accountHeader(account.id, name, ` · ${texts.officialAccount}`)}${text}
<form method="post" action="${escapeHtml(action)}" class="actions">${friendship === 'friend' ? open + buttons : buttons + open}</form>`,
  })
}

/** Renders the offer to add an official account. Its form posts add or skip. */
export function addFriendPage(
  texts: ScreenTexts,
  account: Account,
  form: Omit<AnswerForm, 'main' | 'quiet'>,
): Response {
  return page({
    texts,
    title: texts.addAccount(account.name),
    body: `${accountHeader(account.id, texts.askAddAccount(escapeHtml(account.name)))}
${answerForm({ ...form, main: ['add', texts.addFriend], quiet: ['skip', texts.notNow] })}`,
  })
}
