/** Script for LINE's pages in the panel's phone (`/__emulator/frame.js`). In the app's pages, the shim does this. */
export const FRAME_SCRIPT = `(() => {
  if (parent === window) return
  const send = event => parent.postMessage({ source: 'liff-emulator', ...event }, '*')
  const sendPage = type => send({ type, url: location.href, title: document.title })
  sendPage('loaded')
  addEventListener('load', () => {
    sendPage('ready')
    if (document.querySelector('[data-done]')) setTimeout(() => send({ type: 'close', by: 'window' }), 300)
  })
  addEventListener('keydown', ({ altKey, code, key }) => { if (altKey) send({ type: 'key', code, key }) })
  addEventListener('message', ({ data, source }) => {
    if (source === parent && data && data.source === 'liff-emulator-panel' && data.type === 'reload') location.reload()
  })
})()
`
