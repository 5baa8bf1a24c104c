/**
 * Adds the web app manifest by script. In the HTML, it would be useless in LINE's browser, and Chromium would load it
 * and an icon during the first visit.
 */
export function addManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
