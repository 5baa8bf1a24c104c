import { avatar } from '../pages/avatar.ts'
import { friendPage } from '../pages/friend.ts'
import { badRequestPage } from '../pages/problem.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import type { App } from '../scenario/schema.ts'
import { endpointOf, friendshipOf } from '../world/selectors.ts'
import { tokenProblem } from './access.ts'
import { formOf } from './body.ts'
import { json, redirect } from './responses.ts'
import { getAndPost, type LineCall, type Route } from './route.ts'

type Linked = { readonly app: App; readonly account: NonNullable<App['officialAccount']> }

function linkedTo(call: LineCall, id: string): Linked | null {
  for (const app of call.line.world().scenario.apps)
    if (app.officialAccount?.id === id) return { app, account: app.officialAccount }
  return null
}

const STATES = { add: 'friend', unblock: 'friend', block: 'blocked' } as const

/** Returns null if no app of the scenario has this account. */
async function accountPage(call: LineCall): Promise<Response | null> {
  const { line, url, request, params } = call
  const linked = linkedTo(call, params.id ?? '')
  if (linked === null) return null
  const { scenario } = line.world()
  if (request.method === 'POST') {
    const answer = (await formOf(request)).get('answer')
    if (answer !== 'add' && answer !== 'block' && answer !== 'unblock')
      return badRequestPage(request, texts => texts.friendAnswer)
    line.dispatch({ type: 'friendship-changed', userId: scenario.user, state: STATES[answer] })
    return new Response(null, { status: 303, headers: { location: url.href } })
  }
  return friendPage({
    texts: textsFor(scenario),
    account: linked.account,
    friendship: friendshipOf(scenario, scenario.user),
    action: url.href,
    back: { name: linked.app.name, url: `https://liff.line.me/${linked.app.liffId}` },
  })
}

function picture(call: LineCall): Response {
  const id = call.params.id ?? ''
  const user = call.line.world().scenario.users.find(({ userId }) => `0h${userId.slice(1)}` === id)
  return avatar(id, [...(user?.displayName ?? '•')].find(char => /\p{L}/u.test(char)) ?? '•')
}

function accountPicture(call: LineCall): Response {
  const id = call.params.id ?? ''
  const linked = linkedTo(call, id)
  const own = linked?.account.pictureUrl ?? null
  if (linked !== null && own !== null) return redirect(new URL(own, endpointOf(linked.app, call.origin)).href)
  return avatar(id, [...(linked?.account.name ?? id)].find(char => /[\p{Lo}\p{Lu}\p{Ll}]/u.test(char)) ?? '@')
}

async function validate(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  const problem = tokenProblem(call, form.get('accessToken') ?? '')
  if (problem !== null) return json({ valid: false, error: { code: 'UNAUTHORIZED', message: problem } })
  const id = form.get('officialAccountId')
  const known = id === null || linkedTo(call, id) !== null || form.get('officialAccountFallback') === 'true'
  const error = { code: 'INVALID_ARGUMENT', message: `No app is linked to the account ${id}` }
  return json(known ? { valid: true } : { valid: false, error })
}

const post = { method: 'POST' } as const
const pictures = { host: 'profile.line-scdn.net', method: 'GET' } as const

export const FRIEND_ROUTES: readonly Route[] = [
  { ...post, host: 'access.line.me', path: '/oauth2/v2.1/liff/friendship/validate', handler: validate },
  { ...post, host: 'liff.line.me', path: '/liff/v2/oaadd/rateLimit', handler: () => json({}) },
  ...getAndPost({ host: 'line.me', path: '/R/ti/p/:id', handler: accountPage }),
  { ...pictures, path: '/oa/:id', handler: accountPicture },
  { ...pictures, path: '/:id', handler: picture },
  { ...pictures, path: '/:id/:size', handler: picture },
]
