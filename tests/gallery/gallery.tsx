import '#src/styles/base.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppContext } from '#src/app-context.ts'
import { loadEnglish } from '#src/i18n/text.ts'
import { loadRest } from '#src/routes.ts'
import { Layout } from '#src/ui/layout.tsx'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { cases } from './cases.tsx'

/** `gallery.html?case=home-ready&dark=1&en=1`; without a case a list of all. */
const query = new URLSearchParams(location.search)
const chosen = cases[query.get('case') ?? '']
const root = document.querySelector('#root')
if (root === null) throw new Error('gallery.html has no #root')

if (chosen === undefined) {
  createRoot(root).render(
    <ul id="list">
      {Object.keys(cases).map(name => (
        <li key={name}>
          <a href={`?case=${name}`}>{name}</a> <a href={`?case=${name}&dark=1`}>dark</a>{' '}
          <a href={`?case=${name}&en=1`}>English</a>
        </li>
      ))}
    </ul>,
  )
} else {
  const photo = await (await fetch('../fixtures/receipt.jpg')).arrayBuffer()
  const blob = new Blob([photo], { type: 'image/jpeg' })
  const state = { photo: blob, dark: query.has('dark'), ...chosen.state }
  const draft = state.receiptDraft
  const app = fakeApp({
    ...state,
    ...(draft
      ? { receiptDraft: { ...draft, photos: draft.photos.map(one => ({ ...one, bytes: photo })) } }
      : {}),
  })
  if (chosen.toast) app.toasts.show('success', chosen.toast)
  await loadRest()
  const path = chosen.path ?? '/'
  const { hook, searchHook } = memoryLocation({ path })
  // At once, so that what is looked at next is there however slow the machine.
  const shown = createRoot(root)
  flushSync(() =>
    shown.render(
      <AppContext value={app}>
        <Router hook={hook} searchHook={searchHook}>
          <Layout>{chosen.route ? <Route path={chosen.route}>{chosen.screen}</Route> : chosen.screen}</Layout>
        </Router>
      </AppContext>,
    ),
  )
  for (const text of chosen.act ?? []) await press(text)
  for (const [name, value] of Object.entries(chosen.fill ?? {})) await fill(`[name="${name}"]`, value)
  if (chosen.slide) await fill('input[type="range"]', '100')
  // After the presses, which know their buttons by the Thai words.
  const speakEnglish = async () => {
    await loadEnglish()
    app.settings.setLang('en')
    // Two frames: React has drawn the words, the browser has laid them out.
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    document.documentElement.dataset.english = 'true'
  }
  addEventListener('english', () => void speakEnglish())
  for (const theme of ['light', 'dark'] as const) addEventListener(theme, () => app.settings.setTheme(theme))
  if (query.has('en')) await speakEnglish()
  // The first press of a form moves focus to what is wrong; pictures begin at the top.
  await settled()
  if (document.querySelector('dialog') === null && !query.has('stay')) window.scrollTo(0, 0)
}
document.documentElement.dataset.ready = 'true'

async function settled() {
  await new Promise(done => setTimeout(done, 350))
}

async function press(text: string) {
  for (let tries = 0; tries < 40; tries++) {
    const button = [...document.querySelectorAll('button')].findLast(
      one => (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim() === text,
    )
    if (button !== undefined) {
      button.click()
      await settled()
      return
    }
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error(`No button says ${text}`)
}

async function fill(selector: string, value: string) {
  const input = document.querySelector<HTMLInputElement>(selector)
  if (input === null) throw new Error(`Nothing is ${selector}`)
  // React hears of a change only through the element's own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}
