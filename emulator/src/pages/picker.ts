import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

export type PickerTarget = { readonly id: string; readonly name: string; readonly picture: string }

export type PickerPage = {
  readonly texts: ScreenTexts
  readonly targets: readonly PickerTarget[]
  readonly isMultiple: boolean
  readonly action: string
}

export function pickerPage({ texts, targets, isMultiple, action }: PickerPage): Response {
  const kind = isMultiple ? 'checkbox' : 'radio'
  const rows = targets.map(
    ({ id, name, picture }, index) => `<label class="pick"><img src="${escapeHtml(picture)}" alt="">
<span><b>${escapeHtml(name)}</b></span><input type="${kind}" name="to" value="${escapeHtml(id)}"${index === 0 ? ' checked' : ''}></label>`,
  )
  return page({
    texts,
    title: texts.sendTo,
    body: `<h1>${texts.sendTo}</h1><form method="post" action="${escapeHtml(action)}" style="display:contents">
<fieldset><legend>${texts.friendsAndGroups}</legend>${rows.join('')}</fieldset>
<div class="actions"><button class="main" name="answer" value="send">${texts.send}</button>
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button></div></form>`,
  })
}

/** Renders the initial page of a picker in a browser window. It posts the messages from the app's window as `data`. */
export function pickerWindow(texts: ScreenTexts, action: string): Response {
  return page({
    texts,
    title: texts.sendTo,
    body: `<p class="soft center">${texts.reaching}</p><form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="data" disabled><button class="quiet" name="answer" value="cancel">${texts.cancel}</button></form>
<script src="/__emulator/picker.js"></script>`,
  })
}

/** Renders the page shown after the user's answer. The panel or the SDK closes it. */
export function donePage(texts: ScreenTexts, text = texts.done): Response {
  return page({ texts, title: text, body: `<h1 data-done>${escapeHtml(text)}</h1>` })
}

/** Script (`/__emulator/picker.js`) that receives the messages to share from the app's window. */
export const PICKER_SCRIPT = `(() => {
  const form = document.querySelector('form')
  const { data: field } = form.elements
  addEventListener('message', ({ data, source, origin }) => {
    if (!source || source !== opener || origin !== location.origin || !data) return
    if (data.name === 'healthcheck') source.postMessage({ name: 'receivedHealthcheck', body: {} }, origin)
    if (data.name !== 'ready' || !field.disabled) return
    field.value = JSON.stringify(data.body)
    field.disabled = false
    form.submit()
  })
})()
`
