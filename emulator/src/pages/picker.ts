import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

export type PickerTarget = { readonly id: string; readonly name: string; readonly picture: string }

export type PickerPage = {
  readonly texts: ScreenTexts
  readonly targets: readonly PickerTarget[]
  readonly isMultiple: boolean
  /** The messages to share, as JSON; null if the app's window will send them with `postMessage`. */
  readonly data: string | null
  readonly action: string
  /** True if the form is submitted automatically as soon as it has the messages. */
  readonly auto: boolean
}

/**
 * Renders the share target picker. The form posts `answer` (send or cancel), `to` for each selected target,
 * and `data`.
 */
export function pickerPage({ texts, targets, isMultiple, data, action, auto }: PickerPage): Response {
  const kind = isMultiple ? 'checkbox' : 'radio'
  const rows = targets.map(
    ({ id, name, picture }, index) => `<label class="pick"><img src="${escapeHtml(picture)}" alt="">
<span><b>${escapeHtml(name)}</b></span><input type="${kind}" name="to" value="${escapeHtml(id)}"${index === 0 ? ' checked' : ''}></label>`,
  )
  const script = data === null ? '<script src="/__emulator/picker.js"></script>' : ''
  return page({
    texts,
    title: texts.sendTo,
    body: `<h1>${texts.sendTo}</h1><form method="post" action="${escapeHtml(action)}" style="display:contents"${auto ? ' data-auto' : ''}>
<input type="hidden" name="data" value="${escapeHtml(data ?? '')}">
<fieldset><legend>${texts.friendsAndGroups}</legend>${rows.join('')}</fieldset>
<div class="actions"><button class="main" name="answer" value="send"${data === null ? ' disabled' : ''}>${texts.send}</button>
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button></div></form>${script}`,
  })
}

/**
 * Renders the page shown after the user has answered a screen. The panel then hides the screen; in a separate
 * browser window, the SDK closes the window.
 */
export function donePage(texts: ScreenTexts, text = texts.done): Response {
  return page({ texts, title: text, body: `<h1 data-done>${escapeHtml(text)}</h1>` })
}

/**
 * Script of the picker in a separate browser window (`/__emulator/picker.js`). It receives the messages to share from
 * the app's window.
 */
export const PICKER_SCRIPT = `(() => {
  const form = document.querySelector('form')
  addEventListener('message', ({ data, source, origin }) => {
    if (!source || source !== opener || origin !== location.origin || !data) return
    if (data.name === 'healthcheck') source.postMessage({ name: 'receivedHealthcheck', body: {} }, origin)
    if (data.name !== 'ready' || form.elements.data.value !== '') return
    form.elements.data.value = JSON.stringify(data.body)
    const send = form.querySelector('[value=send]')
    send.disabled = false
    if ('auto' in form.dataset) send.click()
  })
})()
`
