import type { App, User } from '../scenario/schema.ts'
import { pictureOf } from '../world/selectors.ts'
import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

type LoginPage = {
  readonly texts: ScreenTexts
  readonly app: App
  readonly action: string
}

function urlWith(action: string, name: string, value: string | null): string {
  const url = new URL(action)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return escapeHtml(url.href)
}

const form = ({ action }: LoginPage, content: string) =>
  `<form method="post" action="${escapeHtml(action)}" style="display:contents">${content}</form>`

/** Renders the page for a browser in which the user has logged in before. Its form posts `method`: linesso. */
export function ssoPage(request: LoginPage, user: User): Response {
  const { texts, app, action } = request
  const name = escapeHtml(user.displayName)
  const other = urlWith(action, 'prompt', 'login')
  const button = `<button class="main" name="method" value="linesso">${texts.continueAs(name)}</button>`
  return page({
    texts,
    title: texts.loginTitle,
    body: `<h1>${texts.loginTo(escapeHtml(app.name))}</h1>
<div class="who"><img src="${escapeHtml(pictureOf(user))}" alt=""><span><b>${name}</b></span></div>
${form(request, `<div class="actions">${button}<a class="button quiet" href="${other}">${texts.anotherAccount}</a></div>`)}`,
  })
}

type PasswordPage = LoginPage & {
  readonly email: string
  readonly isUnknown: boolean
  readonly otherMethod: boolean
}

/** Renders the password page. Its form posts `method`: pwd, `email` and `password`. */
export function passwordPage(request: PasswordPage): Response {
  const { texts, app, action, email, isUnknown, otherMethod } = request
  const invalid = isUnknown ? ' aria-invalid="true" aria-describedby="problem"' : ''
  const field = (name: 'email' | 'password', value: string) =>
    `<div><label for="${name}" style="border:0;min-height:0;padding-bottom:4px">${texts[name]}</label>
<input type="${name}" id="${name}" name="${name}" value="${escapeHtml(value)}" autocomplete="off"${name === 'email' ? invalid : ''}></div>`
  const problem = isUnknown ? `<p class="note" role="alert" id="problem">${texts.unknownEmail}</p>` : ''
  const qr = `<a class="button quiet" href="${urlWith(action, 'initial_amr_display', 'lineqr')}">${texts.logInWithQr}</a>`
  return page({
    texts,
    title: texts.loginTitle,
    body: `<h1>${texts.loginTo(escapeHtml(app.name))}</h1>${problem}
${form(
  request,
  `${field('email', email)}${field('password', '')}<p class="soft">${texts.passwordNote}</p>
<div class="actions"><button class="main" name="method" value="pwd">${texts.logIn}</button>${otherMethod ? qr : ''}</div>`,
)}`,
  })
}

/** Renders the QR code page. Its form posts `method`: lineqr, as if the phone had scanned the code. */
export function qrPage(request: LoginPage & { readonly otherMethod: boolean }): Response {
  const { texts, app, action, otherMethod } = request
  const email = `<a class="button quiet" href="${urlWith(action, 'initial_amr_display', null)}">${texts.logInWithEmail}</a>`
  return page({
    texts,
    title: texts.loginTitle,
    body: `<h1>${texts.loginTo(escapeHtml(app.name))}</h1><p class="note">${texts.qrNote}</p>
${form(
  request,
  `<div class="actions"><button class="main" name="method" value="lineqr">${texts.qrScanned}</button>${otherMethod ? email : ''}</div>`,
)}`,
  })
}
