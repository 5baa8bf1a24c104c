import { linkedPage } from '../pages/closed.ts'
import { noticesFor } from '../pages/notices/notices-for.ts'
import { badRequestPage } from '../pages/problem.ts'
import { tokenValue } from '../world/token-map.ts'
import type { LineCall, Route } from './route.ts'

/** In characters. */
const NONCE = { least: 10, most: 255 }

/** Fails if the link token has expired, was used before, or was issued for another user. */
function linkAccount(call: LineCall): Response {
  const { line, url, request } = call
  const [linkToken, nonce] = ['linkToken', 'nonce'].map(name => url.searchParams.get(name) ?? '')
  if (!linkToken || nonce === undefined || nonce.length < NONCE.least || nonce.length > NONCE.most)
    return badRequestPage(request, texts => texts.accountLink)
  const { scenario, bot } = line.world()
  const issued = tokenValue(bot.linkTokens, linkToken)
  const valid = issued?.userId === scenario.user && issued.expiresAt > line.now()
  const result = valid ? 'ok' : 'failed'
  line.dispatch({ type: 'account-linked', userId: scenario.user, linkToken, nonce, result })
  return valid
    ? linkedPage(noticesFor(request), scenario.apps)
    : badRequestPage(request, texts => texts.unusableLinkToken)
}

export const ACCOUNT_LINK_ROUTES: readonly Route[] = [
  { host: 'access.line.me', method: 'GET', path: '/dialog/bot/accountLink', handler: linkAccount },
]
