/**
 * What a page of LINE's in the panel's phone runs, served as `/__emulator/frame.js`: it tells the panel where it is,
 * hands on the panel's keys, and reloads when the panel asks. Pages of the app have the shim for it.
 */
export const FRAME_SCRIPT = `(() => {
  if (parent === window) return
  const tell = event => parent.postMessage({ source: 'liff-emulator', ...event }, '*')
  const here = type => tell({ type, url: location.href, title: document.title })
  here('loaded')
  addEventListener('load', () => {
    here('ready')
    if (document.querySelector('[data-done]')) setTimeout(() => tell({ type: 'close', by: 'window' }), 300)
  })
  addEventListener('keydown', ({ altKey, code, key }) => { if (altKey) tell({ type: 'key', code, key }) })
  addEventListener('message', ({ data, source }) => {
    if (source === parent && data && data.source === 'liff-emulator-panel' && data.type === 'reload') location.reload()
  })
})()
`
