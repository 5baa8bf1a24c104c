import '#src/styles/base.css'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppContext } from '#src/app-context.ts'
import { loadRest } from '#src/boot/routes.ts'
import { loadTexts } from '#src/i18n/text.ts'
import type { App } from '#src/state/types.ts'
import { Layout } from '#src/ui/layout.tsx'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import type { Case } from './case.tsx'
import { cases } from './cases.tsx'
import { frame, settled } from './settled.ts'

/** Shows the case in the hash, such as `gallery.html?dark=1&en=1#home-ready`, or a list of all cases. */
const query = new URLSearchParams(location.search)
const { dataset } = document.documentElement
const ROOT = document.querySelector('#root')
if (ROOT === null) throw new Error('gallery.html has no #root')
const place = ROOT
const photo = await (await fetch('../fixtures/receipt.jpg')).arrayBuffer()
await loadRest()

let root: Root | null = null
let app: App | null = null

await show()
addEventListener('hashchange', () => void show())
addEventListener('english', () => void speakEnglish())
for (const theme of ['light', 'dark'] as const) addEventListener(theme, () => app?.settings.setTheme(theme))

async function show() {
  const name = decodeURIComponent(location.hash.slice(1))
  root?.unmount()
  root = createRoot(place)
  delete dataset.ready
  delete dataset.english
  document.title = 'Gallery'
  window.scrollTo(0, 0)
  if (cases[name] === undefined) root.render(<List />)
  else await showCase(root, cases[name])
  dataset.ready = name
}

function List() {
  return (
    <ul id="list">
      {Object.keys(cases).map(name => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a> <a href={`?dark=1#${name}`}>dark</a>{' '}
          <a href={`?en=1#${name}`}>English</a>
        </li>
      ))}
    </ul>
  )
}

async function showCase(root: Root, chosen: Case) {
  const shown = appOf(chosen)
  app = shown
  const { hook, searchHook } = memoryLocation({ path: chosen.path ?? '/' })
  // Render synchronously, so that the screen is complete even on a slow machine.
  flushSync(() =>
    root.render(
      <AppContext value={shown}>
        <Router hook={hook} searchHook={searchHook}>
          <Layout>{chosen.route ? <Route path={chosen.route}>{chosen.screen}</Route> : chosen.screen}</Layout>
        </Router>
      </AppContext>,
    ),
  )
  await settled()
  for (const text of chosen.act ?? []) await press(text)
  for (const [name, value] of Object.entries(chosen.fill ?? {})) await fill(`[name="${name}"]`, value)
  if (chosen.slide) {
    await fill('input[type="range"]', '100')
    await press('ยืนยันว่าจะใช้ตอนนี้')
  }
  // Switch to English only now, because the steps above find buttons by their Thai text.
  if (query.has('en')) await speakEnglish()
  // Submitting a form focuses its first error. Screenshots start at the top.
  if (document.querySelector('dialog') === null && !query.has('stay')) window.scrollTo(0, 0)
}

function appOf({ state, toast }: Case): App {
  const blob = new Blob([photo], { type: 'image/jpeg' })
  const draft = state?.receiptDraft
  const fake = fakeApp({
    photo: blob,
    dark: query.has('dark'),
    ...state,
    ...(draft
      ? { receiptDraft: { ...draft, photos: draft.photos.map(one => ({ ...one, bytes: photo })) } }
      : {}),
  })
  if (toast) fake.toasts.show('success', toast)
  return fake
}

async function speakEnglish() {
  await loadTexts('en')
  app?.settings.setLang('en')
  await settled()
  dataset.english = 'true'
}

async function press(text: string) {
  for (let tries = 0; tries < 200; tries++) {
    const button = [...document.querySelectorAll<HTMLElement>('button, summary')].findLast(
      one => (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim() === text,
    )
    if (button !== undefined) {
      button.click()
      await settled()
      return
    }
    await frame()
  }
  throw new Error(`Found no button with the text ${text}`)
}

async function fill(selector: string, value: string) {
  const input = document.querySelector<HTMLInputElement>(selector)
  if (input === null) throw new Error(`No element matches ${selector}`)
  // React only notices a change made through the native setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}
