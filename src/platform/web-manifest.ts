/** In the HTML, Chromium would load the manifest and an icon during the first visit, and LINE's browser ignores it. */
export function addManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
