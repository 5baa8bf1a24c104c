/** Not in the HTML, because Chromium would load it and an icon during the first visit. LINE's browser ignores it. */
export function addManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
