import { circle } from './circle.ts'

/** A LINE page that the emulator serves. */
const TO = 'https://line.me/R/ti/p/@host'

/**
 * A script that runs in the app and navigates to LINE. `core` marks one escape for each part of the emulator that
 * handles escapes. The others run only at night.
 */
export type Escape = { readonly by: string; readonly script: string; readonly core?: true }

export const inThisCircle = (ways: readonly Escape[]): readonly Escape[] =>
  circle() === 'nightly' ? ways : ways.filter(({ core }) => core)

const html = (text: string) => `document.body.innerHTML = ${JSON.stringify(text)}`
const press = "document.querySelector('a, button').click()"
const pressed = (text: string) => `${html(text)}; ${press}`
const element = (name: string, about: object, then: string) =>
  `const made = Object.assign(document.createElement('${name}'), ${JSON.stringify(about)}); document.head.append(made); ${then}`

/** Escapes that the shim or the server redirects to the emulator, in every browser. */
export const CAUGHT: readonly Escape[] = [
  { by: 'a link', core: true, script: pressed(`<a href="${TO}">go</a>`) },
  { by: 'a link for the top window', script: pressed(`<a href="${TO}" target="_top">go</a>`) },
  {
    by: 'a link that is not in the document',
    core: true,
    script: element('a', { href: TO }, 'made.remove(); made.click()'),
  },
  {
    by: 'an area of an image map',
    script: pressed(`<map><area href="${TO}" /></map><a></a>`).replace('a, button', 'area'),
  },
  { by: 'a form', core: true, script: pressed(`<form action="${TO}"><button>go</button></form>`) },
  {
    by: 'a form for the top window',
    script: pressed(`<form action="${TO}" target="_top"><button>go</button></form>`),
  },
  {
    by: 'form.submit()',
    core: true,
    script: `${html(`<form action="${TO}"></form>`)}; document.forms[0].submit()`,
  },
  { by: 'formaction', script: pressed(`<form><button formaction="${TO}">go</button></form>`) },
  {
    by: 'a handler in HTML',
    script: pressed(`<a href="#" onclick="location.href = '${TO}'; return false">go</a>`),
  },
  { by: 'window.open in the same window', core: true, script: `window.open('${TO}', '_self')` },
  { by: 'window.open in the top window', script: `window.open('${TO}', '_top')` },
  { by: 'a redirect of the app’s server', core: true, script: `location.assign('/redirect?to=${TO}')` },
  {
    by: 'a redirect without a scheme',
    script: `location.assign('/redirect?to=${TO.slice('https:'.length)}')`,
  },
  { by: 'the header Refresh', script: `location.assign('/refresh?to=${TO}')` },
  {
    by: 'an element <meta http-equiv=refresh> in HTML',
    core: true,
    script: `location.assign('/meta?to=${TO}')`,
  },
]

/**
 * Escapes that are redirected to the emulator only in browsers with the Navigation API. In other browsers, the guarded
 * tab blocks them and shows a message.
 */
export const BLOCKED: readonly Escape[] = [
  { by: 'location = …', core: true, script: `location = '${TO}'` },
  { by: "location['href'] = …", script: `location['href'] = '${TO}'` },
  { by: 'location.assign in a script of no server', script: `location.assign('${TO}')` },
  { by: 'an alias of location', script: `const here = location; here.href = '${TO}'` },
  { by: 'document.location', script: `document['loc' + 'ation'] = '${TO}'` },
  { by: 'eval', script: `eval("location = '${TO}'")` },
  { by: 'new Function', script: `new Function("location = '${TO}'")()` },
  { by: 'a timer with text', script: `setTimeout("location = '${TO}'")` },
  {
    by: 'a handler that a script sets',
    script: `const made = document.createElement('a'); made.setAttribute('onclick', "location = '${TO}'"); document.body.append(made); made.click()`,
  },
  {
    by: 'a link with javascript:',
    script: `const made = document.createElement('a'); made.setAttribute('href', "javascript:void (location = '${TO}')"); document.body.append(made); made.click()`,
  },
  {
    by: 'an inline script that a script adds',
    script: element('script', { textContent: `location = '${TO}'` }, ''),
  },
  {
    by: 'a <meta> that a script adds',
    core: true,
    script: element('meta', { httpEquiv: 'refresh', content: `0;url=${TO}` }, ''),
  },
]

/** Escapes that navigate the window around the app. In a guarded tab, the browser blocks them. */
export const TOP: readonly Escape[] = [
  { by: 'top.location', core: true, script: `top['location'] = '${TO}'` },
  { by: 'parent.location.href', script: `parent['location']['href'] = '${TO}'` },
]
