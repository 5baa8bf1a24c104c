/**
 * Names the web app manifest in the document, so that the browser can install the app. Not in the document itself: LINE's
 * browser cannot install apps, but Chromium's would load the manifest and an icon during a first visit.
 */
export function addManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
