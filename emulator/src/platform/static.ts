import { extensionScript } from './extension.ts'
import { ERROR_HEADER, json, script } from './responses.ts'
import type { LineCall, Route } from './route.ts'

const KEY = 'alert.android.extBrowser.autoLoginWorkaround'

/** Strings that the SDK itself displays, by language. */
const TEXTS: Readonly<Record<string, readonly [title: string, description: string, button: string]>> = {
  en: ['Open in your browser', 'Continue in the browser to finish signing in.', 'Open browser'],
  th: ['เปิดในเบราว์เซอร์', 'ไปต่อในเบราว์เซอร์เพื่อเข้าสู่ระบบให้เสร็จ', 'เปิดเบราว์เซอร์'],
  ja: ['ブラウザで開く', 'ログインを完了するにはブラウザで続けてください。', 'ブラウザを開く'],
  ko: ['브라우저에서 열기', '로그인을 완료하려면 브라우저에서 계속하세요.', '브라우저 열기'],
  id: ['Buka di browser', 'Lanjutkan di browser untuk menyelesaikan login.', 'Buka browser'],
  'zh-TW': ['在瀏覽器中開啟', '請在瀏覽器中繼續以完成登入。', '開啟瀏覽器'],
}

const USAGE_TRACKING = `(function () {
  var nothing = function () {};
  window.uts = {
    init: nothing, setMid: nothing, setTid: nothing, setSessionParams: nothing, setUrl: nothing, setExtra: nothing,
    sendCustom: nothing, sendPageView: nothing, sendClick: nothing, appendParams: nothing
  };
})();
`

const ALERT = `class LuiAlert extends HTMLElement {
  connectedCallback() {
    const dialog = document.createElement('dialog');
    for (const name of ['title', 'message']) {
      const line = document.createElement('p');
      line.textContent = this.getAttribute(name);
      dialog.append(line);
    }
    const button = document.createElement('button');
    button.textContent = this.getAttribute('button');
    button.addEventListener('click', () => this.dispatchEvent(new CustomEvent('lui-button-click')));
    dialog.append(button);
    this.append(dialog);
    dialog.showModal();
  }
}
if (!customElements.get('lui-alert')) customElements.define('lui-alert', LuiAlert);
`

function manifest(): Response {
  return json({ languages: Object.fromEntries(Object.keys(TEXTS).map(lang => [lang, `${lang}.json`])) })
}

function language(file: string): Response | null {
  const lang = file.replace(/\.json$/, '')
  const texts = Object.hasOwn(TEXTS, lang) ? TEXTS[lang] : undefined
  if (texts === undefined) return null
  const [title, description, button] = texts
  return json({
    [`${KEY}.title`]: title,
    [`${KEY}.desc`]: description,
    [`${KEY}.button.text`]: button,
  })
}

export const NO_SDK = '@line/liff is not installed'

function sdkScript({ sdk }: LineCall): Response {
  const code = sdk()
  if (code !== null) return script(code)
  const message = `liff-emulator: ${NO_SDK}. Run: npm i @line/liff`
  // The status is 200, because browsers do not run a script that has an error status.
  const response = script(`throw new Error(${JSON.stringify(message)})`)
  response.headers.set(ERROR_HEADER, message)
  return response
}

function edgeFile(call: LineCall): Response | null {
  const path = call.params.path ?? ''
  if (/^[^/]+(\/[^/]+)*\/sdk\.js$/.test(path)) return sdkScript(call)
  const [, extension] = /^2\/((?:non-ios|ios|ios-918)-extensions(?:_\d+_\d+_\d+)?\.js)$/.exec(path) ?? []
  return extension === undefined ? null : script(extensionScript(extension))
}

const fixed = { host: 'static.line-scdn.net', method: 'GET' } as const
const texts = { host: 'liffsdk.line-scdn.net', method: 'GET' } as const

export const STATIC_ROUTES: readonly Route[] = [
  { ...fixed, path: '/liff/edge/*path', handler: edgeFile },
  { ...fixed, path: '/lui/edge/versions/:version/luivendor.js', handler: () => script('export {};\n') },
  { ...fixed, path: '/lui/edge/versions/:version/lui-alert.js', handler: () => script(ALERT) },
  { ...fixed, path: '/uts/edge/:version/uts.js', handler: () => script(USAGE_TRACKING) },
  { ...texts, path: '/xlt/manifest.json', handler: manifest },
  { ...texts, path: '/xlt/:file', handler: ({ params }) => language(params.file ?? '') },
]
