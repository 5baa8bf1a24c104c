import '#src/styles/base.css'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { loadRest } from '#src/boot/routes.ts'
import { loadTexts } from '#src/i18n/text.ts'
import { createPreview, type Preview } from './preview.tsx'
import { isFrom, type ShowMessage, showMessage } from './protocol.ts'

/*
 * Shows the customers' screens in a frame of the desk. The desk's page passes in all data; the frame's policy allows
 * only requests for its own scripts, styles and pictures (`server/desk/headers.ts`).
 */
const place = document.querySelector('#root')
if (place === null) throw new Error('preview.html has no #root')
const root = createRoot(place)

if (window.parent === window) root.render(<Alone />)
else await start(window.parent)

/** Shown if the page is opened directly, outside the desk. */
function Alone() {
  return (
    <main>
      <h1>ตัวอย่างหน้าจอลูกค้า</h1>
      <p>หน้านี้แสดงหน้าจอลูกค้าได้เฉพาะในหน้า “ตั้งค่าแคมเปญ” ของระบบหลังบ้าน</p>
      <p lang="en">This page shows the customers’ screens only inside the desk’s page “Set-up”.</p>
    </main>
  )
}

async function start(desk: Window): Promise<void> {
  await loadRest()
  let shown: Preview | null = null
  addEventListener('message', event => {
    const read = isFrom(event, desk) ? v.safeParse(showMessage, event.data) : null
    if (read?.success) void show(read.output)
  })
  // Do not let links leave the preview. The app handles its own links before this listener runs.
  document.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
  })
  desk.postMessage({ kind: 'preview-ready' }, location.origin)

  async function show(message: ShowMessage) {
    await loadTexts(message.language)
    // If only the language or theme changed, keep the open screen and its inputs.
    if (shown === null || !shown.shows(message)) shown = createPreview(root, message)
    shown.set(message)
  }
}
