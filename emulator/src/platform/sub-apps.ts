import { ownEntry } from '../own-entry.ts'
import { addFriendPage } from '../pages/friend.ts'
import { noticesFor } from '../pages/notices/notices-for.ts'
import { donePage } from '../pages/picker.ts'
import { problemPage } from '../pages/problem.ts'
import { connectingPage, withMessageBus } from '../pages/sub-app-window.ts'
import { agreementPage, scannerPage } from '../pages/sub-apps.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import { scopesOf } from '../scenario/mini-app.ts'
import { issueTokens } from '../tokens/issue.ts'
import { appOf, currentUser, grantedScopes } from '../world/selectors.ts'
import { formOf } from './body.ts'
import { quickFill } from './quick-fill.ts'
import { getAndPost, type LineCall, type Route } from './route.ts'
import { type Answer, cancelled, submit } from './sub-app-answer.ts'

/** The SDK and the common profile plugin open LINE's own apps as sub-windows. */
export const SUB_APPS = {
  scanner: '1656359117-jxmx5e11',
  agreement: '1656032314-Xgrw5Pmk',
  addFriend: '1656032314-CWSCEjzU',
  quickFill: '2003955494-vdnJ53EM',
} as const

export function isSubApp(liffId: string): boolean {
  return Object.values<string>(SUB_APPS).includes(liffId)
}

/** Origin of LINE's own apps in a browser window, where the SDK adds `-ext` to the host name. */
export const SUB_APP_WINDOW_ORIGIN = 'https://liff-ext.line.me'

/** The LINE app passes a sub-window's id in this query parameter. */
export const MSIT_PARAM = '__msit'

function notSubWindowPage({ request }: LineCall, reason: 'sdkInsideLine' | 'sdkInWindow'): Response {
  const texts = noticesFor(request)
  return problemPage({ texts, status: 400, title: texts.notSubWindow, detail: texts[reason] })
}

/** Inside LINE, stores the user's answer as the sub-window's result. */
function subApp(answer: Answer) {
  return async (call: LineCall): Promise<Response> => {
    const msit = call.url.searchParams.get(MSIT_PARAM) ?? ''
    const subWindow = ownEntry(call.line.world().subWindows, msit)
    if (subWindow === undefined) return notSubWindowPage(call, 'sdkInsideLine')
    const form = call.request.method === 'POST' ? await formOf(call.request) : null
    const answered = await answer(call, subWindow.mainLiffId, form, subWindow.appData)
    if ('page' in answered) return answered.page
    const { outcome } = answered
    call.line.dispatch({ type: 'sub-window', msit, subWindow: { ...subWindow, outcome } })
    return donePage(textsFor(call.line.world().scenario))
  }
}

/** In a browser window, sends the result over the SDK's message bus. */
function subAppWindow(answer: Answer) {
  return async (call: LineCall): Promise<Response> => {
    const { searchParams } = call.url
    const texts = textsFor(call.line.world().scenario)
    if (!searchParams.get('liff.subwindow.identifier') || !searchParams.get('liff.subwindow.cryptokey'))
      return notSubWindowPage(call, 'sdkInWindow')
    const form = call.request.method === 'POST' ? await formOf(call.request) : null
    const main = form?.get('main') ?? null
    if (main === null) return withMessageBus(connectingPage(texts, call.url.href), {})
    const isAnswer = ['answer', 'value'].some(name => form?.has(name))
    const answered = await answer(call, main, isAnswer ? form : null)
    return 'page' in answered
      ? withMessageBus(answered.page, { main })
      : withMessageBus(donePage(texts), { main, outcome: answered.outcome })
  }
}

const scan: Answer = async ({ line, url }, _, form) => {
  const { scenario } = line.world()
  const { scanner } = scenario.screens
  if (form?.get('answer') === 'cancel') return cancelled
  const value = form?.get('value') ?? scanner
  return value === null ? { page: scannerPage(textsFor(scenario), url.href) } : submit({ message: value })
}

const agree: Answer = async (call, mainLiffId, form) => {
  const { line, url } = call
  const { scenario } = line.world()
  const app = appOf(scenario, mainLiffId)
  if (app === undefined) return submit({ ICA_ERROR: 'liff app not found' })
  const user = currentUser(scenario)
  const granted = grantedScopes(scenario, user.userId, app)
  const scopes = scopesOf(app)
  const missing = scopes.filter(scope => !granted.includes(scope))
  const said = form?.get('answer') ?? scenario.consent.answer
  if (said === 'deny') return cancelled
  if (said !== 'allow') return { page: agreementPage(textsFor(scenario), app, missing, url.href) }
  line.dispatch({ type: 'consented', userId: user.userId, liffId: app.liffId, scopes })
  const issued = await issueTokens(line, { user, app, scopes })
  return submit({
    newAccessToken: issued.accessToken,
    ...(issued.idToken === null ? {} : { newIdToken: issued.idToken }),
  })
}

const befriend: Answer = async ({ line, url }, mainLiffId, form) => {
  const { scenario } = line.world()
  const account = appOf(scenario, mainLiffId)?.officialAccount
  if (!account)
    return submit({ ADD_FRIEND_ERROR: 'NOT_FOUND', ADD_FRIEND_ERROR_MESSAGE: 'no linked account' })
  const said = form?.get('answer')
  if (said === 'skip') return cancelled
  if (said !== 'add') return { page: addFriendPage(textsFor(scenario), account, { action: url.href }) }
  line.dispatch({ type: 'friendship-changed', userId: scenario.user, state: 'friend' })
  return submit({})
}

const ANSWERS = { scanner: scan, agreement: agree, addFriend: befriend, quickFill } as const

export const SUB_APP_ROUTES: readonly Route[] = (Object.keys(SUB_APPS) as (keyof typeof SUB_APPS)[]).flatMap(
  name => {
    const path = `/${SUB_APPS[name]}`
    const inLine = { host: 'liff.line.me', path, handler: subApp(ANSWERS[name]) } as const
    const inWindow = { host: 'liff-ext.line.me', path, handler: subAppWindow(ANSWERS[name]) } as const
    return [inLine, inWindow].flatMap(getAndPost)
  },
)
